import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Measurement, MeasureRun } from '../scripts/measure/measurement.ts';
import { buildProject } from '../scripts/serving/build-project.ts';
import { writeProject } from '../test/support/ways-to-run.ts';
import { startNode } from './growth/sessions.ts';
import { Connection, Refused } from './load/connection.ts';
import { initializeParams, legacyBody, legacyHeaders, printPost } from './load/requests.ts';

const cacheTtlMs = 300;

/** A server whose flag is a file that others write; it hears of no change. */
const main = `import { readFile } from 'node:fs/promises';
import { FeatureFlagPlugin, type FlagAdapter } from '@service/plugin-feature-flags';
import { Service, tool } from '@service/sdk';

const file: FlagAdapter = { evaluate: async () => ({ isEnabled: (await readFile(process.env['FLAG'] ?? '', 'utf8')) === 'on' }) };
const beta = tool({ name: 'beta', description: 'Is new.', featureFlag: 'beta' })(() => 'IS ON');

@Service({
  info: { name: 'flips', version: '1.0.0' },
  tools: [beta],
  plugins: [FeatureFlagPlugin.init({ adapter: 'custom', adapterInstance: file, cacheStrategy: 'session', cacheTtlMs: ${cacheTtlMs} })],
})
export class Server {}
`;
const config = `export default { name: 'flips', entry: 'src/main.ts', deployments: [{ target: 'node' }], transport: { http: { path: '/mcp' } } };\n`;

/** Calls a second at both instances together. */
const rate = 500;
const instances = 2;
const sessionsOfInstance = 8;
/** Between a timer and a system that is busy. */
const graceMs = 100;

interface Call {
  readonly instance: number;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Undefined: neither answer. */
  readonly isOn: boolean | undefined;
}

interface Flip {
  readonly at: number;
  readonly isOn: boolean;
}

/** Flips a flag while two instances are called: each call gets one of the two answers, and no old one after the time of the cache. */
export async function measureFlagFlips({ flags, folder }: MeasureRun): Promise<Measurement> {
  const flips = flags['quick'] === true ? 2 : 20;
  const flag = join(folder, 'flag');
  writeFileSync(flag, 'on');
  const project = writeProject({ 'src/main.ts': main, 'service.config.ts': config });
  try {
    const { bundle } = await buildProject(project.root);
    const servers = await Promise.all(Array.from({ length: instances }, () => startNode(bundle, { FLAG: flag })));
    try {
      return report(
        await load(
          servers.map(({ port }) => port),
          { flag, flips },
        ),
        flips,
      );
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  } finally {
    project.remove();
  }
}

interface Loaded {
  readonly calls: readonly Call[];
  readonly flips: readonly Flip[];
  readonly seconds: number;
}

async function load(ports: readonly number[], { flag, flips }: { readonly flag: string; readonly flips: number }): Promise<Loaded> {
  const told: Flip[] = [{ at: performance.now(), isOn: readFileSync(flag, 'utf8') === 'on' }];
  const calls: Call[] = [];
  const run = { done: false };
  const began = performance.now();
  const sessions = ports.flatMap((port, instance) =>
    Array.from({ length: sessionsOfInstance }, (_, at) => callInSession(port, { instance, at, calls, run })),
  );
  for (let flip = 0; flip < flips; flip++) {
    await pause(cacheTtlMs * 3);
    const isOn = told.at(-1)?.isOn !== true;
    // Whole at every moment: half a file would be another state.
    writeFileSync(`${flag}.next`, isOn ? 'on' : 'off');
    told.push({ at: performance.now(), isOn });
    renameSync(`${flag}.next`, flag);
  }
  await pause(cacheTtlMs * 3);
  run.done = true;
  await Promise.all(sessions);
  return { calls, flips: told, seconds: (performance.now() - began) / 1000 };
}

interface Caller {
  readonly instance: number;
  readonly at: number;
  readonly calls: Call[];
  readonly run: { readonly done: boolean };
}

async function callInSession(port: number, { at, calls, instance, run }: Caller): Promise<void> {
  const connection = await Connection.open(port);
  const opened = await connection.ask(printPost(port, {}, legacyBody({ id: 1, method: 'initialize', params: initializeParams })));
  const session = /\r\nmcp-session-id: (\S+)/i.exec(opened.head)?.[1];
  const request = printPost(
    port,
    legacyHeaders(session),
    legacyBody({ id: 2, method: 'tools/call', params: { name: 'beta', arguments: {} } }),
  );
  const everyMs = (1000 * instances * sessionsOfInstance) / rate;
  const began = performance.now() + (everyMs * at) / sessionsOfInstance;
  for (let sent = 0; !run.done; sent++) {
    const wait = began + sent * everyMs - performance.now();
    if (wait > 1) await pause(wait);
    const sentAt = performance.now();
    const body = await connection.ask(request).then((answer) => answer.body, textOfRefusal);
    const isOn = body.includes('IS ON') ? true : body.includes('is disabled by feature flag') ? false : undefined;
    calls.push({ instance, sentAt, answeredAt: performance.now(), isOn });
  }
  connection.close();
}

const textOfRefusal = (failure: unknown): string => {
  if (failure instanceof Refused) return failure.message;
  throw failure;
};

function report({ calls, flips, seconds }: Loaded, count: number): Measurement {
  const lost = calls.filter(({ isOn }) => isOn === undefined).length;
  const late = calls.filter((call) => isStale(call, flips, cacheTtlMs + graceMs)).length;
  const slowest = Array.from({ length: instances }, (_, instance) =>
    Math.round(Math.max(0, ...calls.filter((call) => call.instance === instance).map((call) => ageOf(call, flips)))),
  );
  const callsPerSecond = Math.round(calls.length / seconds);
  const problems = [
    ...(lost > 0 ? [`${lost} of ${calls.length} calls got neither answer`] : []),
    ...(late > 0 ? [`${late} calls got the answer of a flag that was flipped more than ${cacheTtlMs + graceMs} ms before`] : []),
    ...(flips.length !== count + 1 ? ['not every flip was made'] : []),
  ];
  const facts = { node: process.version, instances, sessions: instances * sessionsOfInstance, cacheTtlMs, flips: count };
  return {
    report: { ...facts, calls: calls.length, callsPerSecond, lost, late, slowestToFollowMs: slowest },
    problems,
    holds: problems.length === 0,
  };
}

/** How long before a call was sent the flag had left what the call was answered; 0 for the newest state. */
function ageOf({ answeredAt, isOn, sentAt }: Call, flips: readonly Flip[]): number {
  // What was flipped between the call and its answer is newer than the call.
  if (flips.findLast(({ at }) => at <= answeredAt)?.isOn === isOn) return 0;
  const newest = flips.findLast(({ at }) => at <= sentAt);
  return isOn === undefined || newest === undefined || newest.isOn === isOn ? 0 : sentAt - newest.at;
}

const isStale = (call: Call, flips: readonly Flip[], allowedMs: number): boolean => ageOf(call, flips) > allowedMs;
