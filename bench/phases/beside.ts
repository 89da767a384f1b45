import { median } from '../../scripts/measure/bars/interleave.ts';
import { freePort } from '../../scripts/serving/free-port.ts';
import { newestNode } from '../../scripts/serving/judges.ts';
import type { LoadProcess } from '../load/load.ts';
import { modernBody, modernHeaders, printPost } from '../load/requests.ts';
import type { Metric } from '../report/metric.ts';
import { callOf } from './runners.ts';
import type { RunSettings } from './settings.ts';
import { measureThroughput, type Runner } from './throughput.ts';

/** Two bundles that answer one call, and headers that it has beside the usual ones. */
interface Pair {
  readonly ours: string;
  readonly bare: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Server CPU of a request in microseconds at two bundles, which are loaded by turns. */
export async function measureBeside(
  { bare, headers = {}, ours }: Pair,
  load: LoadProcess,
  settings: RunSettings,
): Promise<Metric['values']> {
  const found = await measureThroughput({ ours: await runnerOf(ours, headers), bare: await runnerOf(bare, headers) }, load, settings);
  if (found.bare === undefined || found.ours === undefined) throw new Error('one of the two servers was not measured');
  const { cpuMicroseconds, cpuOfRounds } = found.bare;
  // The ratio of each round: both servers of a round meet the same load, and load varies more than what is measured.
  const ratio = median(found.ours.cpuOfRounds.map((cpu, round) => cpu / (cpuOfRounds[round] ?? NaN)));
  return { ours: cpuMicroseconds * ratio, bare: cpuMicroseconds };
}

async function runnerOf(bundle: string, headers: Readonly<Record<string, string>>): Promise<Runner> {
  const port = await freePort();
  return {
    command: { line: [newestNode(), bundle] },
    port,
    expects: '\\"sum\\":5',
    prepare: (_connection, connections) => {
      const print = (id: number): string => printPost(port, { ...modernHeaders(callOf(id)), ...headers }, modernBody(callOf(id)));
      return Promise.resolve(Array.from({ length: connections }, (_, index) => print(index + 1)));
    },
  };
}
