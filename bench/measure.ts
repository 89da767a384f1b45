import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Connection } from './load/connection.ts';
import { modernBody, modernHeaders, printPost } from './load/requests.ts';
import { startLoad } from './load/load.ts';
import { measureBuilds, type BuildTimes } from './phases/build-time.ts';
import { measureCache } from './phases/cache.ts';
import { buildListedBundle, measureCard } from './phases/card.ts';
import { buildGuardBundles, measureGuards } from './phases/guards.ts';
import { measureHeapGrowth, measureMemory, measureSessions } from './phases/memory.ts';
import { lists, listOf, sessionCalls, statelessCalls, workerCalls } from './phases/runners.ts';
import type { RunSettings } from './phases/settings.ts';
import { buildBesideBundles, measureUnguardedCall } from './phases/unguarded-call.ts';
import { buildSignInBundles, measureSignIn } from './phases/signed-in.ts';
import { measureHttpStart, measureStdioStart } from './phases/start.ts';
import { measureThroughput, type Runner, type Throughput } from './phases/throughput.ts';
import type { Bar, Metric } from './report/metric.ts';
import { mapMakers, type PerMaker } from './servers/makers.ts';
import { startServer } from './servers/process.ts';
import type { Prepared } from './servers/prepare.ts';

interface Memories {
  readonly load: ReturnType<typeof startLoad>;
  readonly sessions: Awaited<ReturnType<typeof sessionCalls>>;
  readonly settings: RunSettings;
  readonly stateless: Awaited<ReturnType<typeof statelessCalls>>;
}

async function measureMemories({ load, sessions, settings, stateless }: Memories): Promise<Metric[]> {
  const { bare: _none, ...keepingSessions } = sessions;
  // Twice as many calls of the slowest peer would take longer than the rest of the run.
  const { xmcp: _slow, ...quickEnough } = stateless;
  const { bare, ours } = stateless;
  const values = await measureSessions(keepingSessions, settings);
  const memory = await measureMemory(quickEnough, load, settings);
  // Of the peers it would take longer than all the rest.
  const growth = await measureHeapGrowth(
    { ...(ours === undefined ? {} : { ours }), ...(bare === undefined ? {} : { bare }) },
    load,
    settings,
  );
  return [
    ...(await memoryMetrics({ memory, growth }, settings)),
    { name: `heap of an idle session, ${settings.sessions} of them`, unit: 'kB', values, bars: [{ of: 'ours', limit: 2 }] },
  ];
}

interface Listening {
  readonly say: (line: string) => void;
  readonly tell?: (metrics: readonly Metric[]) => void;
}

/** Every phase of a run, in the order in which its numbers are printed. */
export async function measure(prepared: Prepared, settings: RunSettings, { say, tell }: Listening): Promise<Metric[]> {
  const load = startLoad();
  try {
    const metrics: Metric[] = [];
    const phase = async (name: string, make: () => Promise<Metric[]>): Promise<void> => {
      say(name);
      const made = await make();
      tell?.(made);
      metrics.push(...made);
    };
    const stateless = await statelessCalls(prepared);
    const sessions = await sessionCalls(prepared);
    const through = (runners: PerMaker<Runner>) => measureThroughput(runners, load, settings);
    await phase('calls without a session', async () =>
      throughputMetrics('tools/call 2026-07-28 stateless', await through(stateless), [
        { of: 'bare', limit: 1.8 },
        { of: 'sdk2', limit: 1 / 15 },
      ]),
    );
    await phase('calls in a session', async () =>
      throughputMetrics('tools/call 2025-11-25 in a session', await through(sessions), [{ of: 'bare', limit: 1.9 }]),
    );
    await phase('lists', async () => {
      const runners = await lists(prepared, await ourList(stateless.ours));
      return throughputMetrics('tools/list of 52 tools', await through(runners), [{ of: 'bare', limit: 1.4 }]);
    });
    await phase('calls on workerd', async () =>
      throughputMetrics('tools/call on workerd', await through(await workerCalls(prepared)), [{ of: 'bare', limit: 1.7 }]),
    );
    await phase('guards', async () => [await measureGuards(await buildGuardBundles(join(prepared.folder, 'guards')), load, settings)]);
    await phase('unguarded calls', async () => [
      await measureUnguardedCall(await buildBesideBundles(join(prepared.folder, 'beside')), load, settings),
    ]);
    await phase('cache plugin', () => measureCache(join(prepared.folder, 'cache'), load, settings));
    await phase('sign-in', async () => measureSignIn(await buildSignInBundles(join(prepared.folder, 'sign-in')), load, settings));
    await phase('card', async () => [await measureCard(await buildListedBundle(join(prepared.folder, 'listed')), load, settings)]);
    await phase('start', async () => [
      {
        name: 'HTTP: spawn to first answered call',
        unit: 'ms',
        values: await measureHttpStart(stateless, settings),
        bars: [{ of: 'bare', limit: 1.5 }],
      },
      {
        name: 'stdio: spawn to first answered call',
        unit: 'ms',
        values: await measureStdioStart(prepared, settings),
        bareIs: 'an empty script',
        bars: [{ of: 'bare', limit: 1.8 }],
      },
    ]);
    await phase('memory', () => measureMemories({ load, sessions, settings, stateless }));
    await phase('sizes', async () => sizeMetrics(prepared));
    await phase('build times', async () => buildMetrics(await measureBuilds(prepared, settings)));
    return metrics;
  } finally {
    load.stop();
  }
}

/** What ours answers to `tools/list`, for bare to answer the same. */
async function ourList(runner: Runner | undefined): Promise<string> {
  if (runner === undefined) throw new Error('there is no server of ours');
  const server = await startServer(runner.command, runner.port);
  try {
    const connection = await Connection.open(runner.port);
    const message = listOf(1);
    const { body } = await connection.ask(printPost(runner.port, modernHeaders(message), modernBody(message)));
    connection.close();
    const tools = body.match(/"inputSchema"/g)?.length ?? 0;
    if (tools !== 52) throw new Error(`our list holds ${tools} tools instead of 52`);
    return body;
  } finally {
    await server.stop();
  }
}

async function throughputMetrics(name: string, measured: PerMaker<Throughput>, bars: readonly Bar[]): Promise<Metric[]> {
  return [
    {
      name: `${name}: server CPU per request`,
      unit: 'µs',
      values: await mapMakers(measured, ({ cpuMicroseconds }) => cpuMicroseconds),
      bars,
    },
    { name: `${name}: requests`, unit: '1/s', values: await mapMakers(measured, ({ requestsPerSecond }) => requestsPerSecond) },
  ];
}

async function memoryMetrics(
  { growth, memory }: { memory: Awaited<ReturnType<typeof measureMemory>>; growth: PerMaker<number> },
  settings: RunSettings,
): Promise<Metric[]> {
  const calls = settings.memoryCalls.toLocaleString('en');
  const bars: readonly Bar[] = [{ of: 'bare', limit: 1.2 }];
  return [
    { name: 'RSS after the first answer', unit: 'MB', values: await mapMakers(memory, ({ afterStart }) => afterStart), bars },
    // What V8 has not collected yet is in it, so that the bar after the calls is the heap's, below.
    { name: `RSS after ${calls} calls`, unit: 'MB', values: await mapMakers(memory, ({ afterCalls }) => afterCalls) },
    {
      name: `heap growth over ${calls} calls`,
      unit: 'kB',
      values: growth,
      bars: [{ of: 'ours', limit: 256 }],
    },
  ];
}

/** Kilobytes after gzip. */
const zipped = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length / 1000;

const sizeMetrics = ({ basic, ours, sdk1, sdk2 }: Prepared): Metric[] => [
  {
    name: 'bundle of the template basic, node, gzip',
    unit: 'kB',
    values: { ours: zipped(basic.bundle) },
    bars: [{ of: 'ours', limit: 52 }],
  },
  {
    name: 'bundle of the template basic, worker, gzip',
    unit: 'kB',
    values: { ours: zipped(basic.worker) },
    bars: [{ of: 'ours', limit: 44 }],
  },
  {
    name: 'bundle of the 52 tools, node, gzip',
    unit: 'kB',
    values: { ours: zipped(ours.bundle), sdk1: zipped(sdk1.node), sdk2: zipped(sdk2.node) },
  },
  {
    name: 'bundle of the 52 tools, worker, gzip',
    unit: 'kB',
    values: { ours: zipped(ours.worker), sdk1: zipped(sdk1.worker), sdk2: zipped(sdk2.worker) },
  },
];

const buildMetrics = ({ checked, unchecked }: BuildTimes): Metric[] => [
  {
    name: 'service build of basic, with checks',
    unit: 'ms',
    values: { ours: checked.oursMs, bare: checked.theirsMs },
    bareIs: 'tsc --noEmit of TypeScript 6',
    bars: [{ of: 'bare', limit: 1.5 }],
  },
  {
    name: 'service build --no-check of basic',
    unit: 'ms',
    values: { ours: unchecked.oursMs, bare: unchecked.theirsMs },
    bareIs: 'esbuild alone',
    bars: [{ of: 'bare', limit: 5 }],
  },
];
