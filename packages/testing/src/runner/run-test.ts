import type { TestTokenFactory } from '../auth/token-factory.ts';
import type { McpClient } from '../client/mcp-client.ts';
import type { ServerHandle } from '../servers/server-handle.ts';
import { limits } from '../texts.ts';
import type { RunningServer, Scope } from './scope.ts';

/** Fixtures of tests and hooks; only the named ones are made. */
export interface Fixtures {
  /** A connected client of 2025-06-18, new for each test. */
  readonly mcp: McpClient;
  /** A connected client of 2026-07-28, new for each test. */
  readonly modern: McpClient;
  /** The server under test. */
  readonly server: ServerHandle;
  /** Tokens for it. */
  readonly auth: TestTokenFactory;
}

/** A test, or a hook with fixtures. */
export type FixtureFunction = (fixtures: Fixtures, ...row: never[]) => unknown;

export interface TestRun {
  readonly scope: Scope<Fixtures>;
  readonly body: FixtureFunction;
  readonly row: readonly unknown[];
  /** Runs the body, without the hooks around it. */
  readonly around?: AroundBody | undefined;
}

/** @param serverPid process of the server; 0 when the test has none, or did not start it */
export type AroundBody = (body: () => Promise<void>, serverPid: number) => Promise<void>;

/** One test with its hooks: makes the fixtures that they name, and ends every client afterwards. */
export async function runTest({ around = (run) => run(), body, row, scope }: TestRun): Promise<void> {
  const scopes = scope.chain();
  const before = scopes.flatMap((one) => one.beforeEach);
  const after = scopes.toReversed().flatMap((one) => one.afterEach);
  const names = new Set([body, ...before, ...after].flatMap(namedFixtures));
  const running = names.size === 0 ? undefined : await scope.server();
  try {
    const fixtures = await makeFixtures(running, names);
    const run = async (): Promise<void> => {
      await (body as (...parameters: unknown[]) => unknown)(fixtures, ...row);
    };
    await throughHooks({ before, after }, fixtures, () => around(run, running?.handle.info.pid ?? 0));
  } catch (error) {
    if (running !== undefined) await printServerLog(running.handle);
    throw error;
  } finally {
    await running?.handle.disconnectClients();
  }
}

/** `afterEach` runs for a test that failed, too; its own failure counts when the test passed. */
async function throughHooks(
  hooks: Readonly<Record<'before' | 'after', readonly ((fixtures: Fixtures) => unknown)[]>>,
  fixtures: Fixtures,
  body: () => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  };
  await attempt(async () => {
    for (const hook of hooks.before) await hook(fixtures);
    await body();
  });
  for (const hook of hooks.after) await attempt(() => hook(fixtures));
  if (failures.length > 0) throw failures[0];
}

async function makeFixtures(running: RunningServer | undefined, names: ReadonlySet<FixtureName>): Promise<Fixtures> {
  const made: Partial<Record<FixtureName, unknown>> = {};
  if (running !== undefined) {
    const { auth, handle } = running;
    Object.assign(made, { server: handle, auth });
    if (names.has('mcp')) made.mcp = await handle.createFixtureClient();
    if (names.has('modern')) made.modern = await handle.createFixtureClient('modern');
  }
  return made as Fixtures;
}

async function printServerLog(server: ServerHandle): Promise<void> {
  await server.settleLogs();
  const entries = server.getLogs().slice(-limits.shownLogEntries);
  if (entries.length === 0) return;
  process.stderr.write(`Server log (last ${entries.length} entries):\n${entries.map((entry) => `  ${entry}\n`).join('')}`);
}

/** Every fixture that a test can name. */
const fixtureNames = ['mcp', 'modern', 'server', 'auth'] as const;
type FixtureName = (typeof fixtureNames)[number];

/** Fixtures of a test that takes them as one object: all but the client of the other revision. */
const asObject: readonly FixtureName[] = ['mcp', 'server', 'auth'];

const opening = new Map([
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
]);

/**
 * The fixtures that a function destructures from its first parameter: `({ mcp, auth: tokens }) => …` names two.
 * Read from its text, because fixtures must be there before it is called.
 * @throws {TypeError} for a name that is no fixture
 */
export function namedFixtures(body: (...parameters: never[]) => unknown): readonly FixtureName[] {
  const text = String(body);
  // A transpiler's wrapper has no parameters but hands all on.
  if (body.length === 0) return /[(,]\s*arguments\s*[,)]/.test(text) ? asObject : [];
  if (/^(?:async\s+)?[\w$]+\s*=>/.test(text)) return asObject;
  const start = firstParameter(text);
  if (text[start] !== '{') return asObject;
  return topLevelParts(text, start)
    .map((part) => {
      const name = part.split(/[:=]/, 1)[0]?.trim() ?? '';
      const known = fixtureNames.find((fixture) => fixture === name);
      if (known === undefined && name !== '') throw new TypeError(`There is no fixture ${name}. Fixtures: ${fixtureNames.join(', ')}.`);
      return known;
    })
    .filter((name) => name !== undefined);
}

function firstParameter(text: string): number {
  let at = text.indexOf('(') + 1;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return at;
}

/** The parts between the commas of the pattern that opens at `start`. */
function topLevelParts(text: string, start: number): string[] {
  const closing: string[] = [];
  const parts: string[] = [];
  let part = '';
  for (let at = start; at < text.length; at += 1) {
    at = afterComment(text, at);
    const char = text[at] ?? '';
    const close = opening.get(char);
    if (close !== undefined) closing.push(close);
    else if (char === closing.at(-1)) closing.pop();
    if (closing.length === 0) break;
    if (closing.length === 1 && char === ',') {
      parts.push(part);
      part = '';
    } else if (at > start) part += char;
  }
  return [...parts, part].filter((found) => found.trim() !== '');
}

/** The first position from `at` that no comment covers. */
function afterComment(text: string, at: number): number {
  const comment = /(?:\/\/[^\n]*\n?|\/\*[^]*?\*\/)*/y;
  comment.lastIndex = at;
  comment.test(text);
  return Math.max(at, comment.lastIndex);
}
