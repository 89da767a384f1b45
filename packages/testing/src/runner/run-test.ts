import type { TestTokenFactory } from '../auth/token-factory.ts';
import type { McpClient } from '../client/mcp-client.ts';
import type { ServerHandle } from '../servers/server-handle.ts';
import { limits } from '../texts.ts';
import { namedFixtures, type FixtureName } from './fixture-names.ts';
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
