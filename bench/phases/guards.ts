import { join, resolve } from 'node:path';
import { buildProject } from '../../scripts/serving/build-project.ts';
import { buildUnguarded } from '../guards/build-unguarded.ts';
import { guardedProject, pageHeaders } from '../guards/guarded-project.ts';
import type { LoadProcess } from '../load/load.ts';
import type { Metric } from '../report/metric.ts';
import { writeProject } from '../servers/prepare.ts';
import { measureBeside } from './beside.ts';
import type { RunSettings } from './settings.ts';

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
  return {
    name: 'all guards on: server CPU per request',
    unit: 'µs',
    values: await measureBeside({ ours: guarded, bare: unguarded, headers: pageHeaders }, load, settings),
    bareIs: 'a build without guards',
    bars: [{ of: 'bare', limit: 1 / (1 - maxShare) }],
  };
}
