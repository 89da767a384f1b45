import { join, resolve } from 'node:path';
import { median } from '../../scripts/measure/bars/interleave.ts';
import { buildProject } from '../../scripts/serving/build-project.ts';
import { freePort } from '../../scripts/serving/free-port.ts';
import { newestNode } from '../../scripts/serving/judges.ts';
import { buildUnguarded } from '../guards/build-unguarded.ts';
import { guardedProject, pageHeaders } from '../guards/guarded-project.ts';
import type { LoadProcess } from '../load/load.ts';
import { modernBody, modernHeaders, printPost } from '../load/requests.ts';
import type { Metric } from '../report/metric.ts';
import { writeProject } from '../servers/prepare.ts';
import { callOf } from './runners.ts';
import type { RunSettings } from './settings.ts';
import { measureThroughput, type Runner } from './throughput.ts';

const modules = resolve(import.meta.dirname, '../../node_modules');

/** Of the CPU of a guarded request, what guards may be. */
export const maxShare = 0.1;

/** The same server with every guard and with none. */
export interface GuardBundles {
  readonly guarded: string;
  readonly unguarded: string;
}

/** @param folder an absolute folder, for both and for the copy of the sources */
export async function buildGuardBundles(folder: string): Promise<GuardBundles> {
  const { bundle: guarded } = await buildProject(writeProject(join(folder, 'guarded'), guardedProject, modules), undefined, ['--no-check']);
  const bare = writeProject(join(folder, 'unguarded'), guardedProject, modules);
  return { guarded, unguarded: await buildUnguarded(bare, join(folder, 'checkout')) };
}

/** Server CPU of a call that every guard looks at, beside the same call that none does; both are loaded by turns. */
export async function measureGuards({ guarded, unguarded }: GuardBundles, load: LoadProcess, settings: RunSettings): Promise<Metric> {
  const { bare: without, ours: withGuards } = await measureThroughput(
    { ours: await runnerOf(guarded), bare: await runnerOf(unguarded) },
    load,
    settings,
  );
  if (without === undefined || withGuards === undefined) throw new Error('one of the two servers was not measured');
  // The ratio of each round: both servers of a round meet the same load, and load varies more than guards cost.
  const ratio = median(withGuards.cpuOfRounds.map((cpu, round) => cpu / (without.cpuOfRounds[round] ?? NaN)));
  return {
    name: 'all guards on: server CPU per request',
    unit: 'µs',
    values: { ours: without.cpuMicroseconds * ratio, bare: without.cpuMicroseconds },
    bareIs: 'a build without guards',
    bars: [{ of: 'bare', limit: 1 / (1 - maxShare) }],
  };
}

async function runnerOf(bundle: string): Promise<Runner> {
  const port = await freePort();
  return {
    command: { line: [newestNode(), bundle] },
    port,
    expects: '\\"sum\\":5',
    prepare: (_connection, connections) => {
      const print = (id: number): string => printPost(port, { ...modernHeaders(callOf(id)), ...pageHeaders }, modernBody(callOf(id)));
      return Promise.resolve(Array.from({ length: connections }, (_, index) => print(index + 1)));
    },
  };
}
