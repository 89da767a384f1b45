import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../scripts/measure/bars/interleave.ts';
import type { MeasureRun, Measurement } from '../scripts/measure/measurement.ts';
import { buildWorker } from '../scripts/serving/build-project.ts';
import { bootWorker } from '../test/support/boot/worker.ts';
import { copyFixture } from '../test/support/compile.ts';
import { modernRequest, send } from '../test/support/wire-client.ts';
import { childrenOfThis, cpuSecondsOf } from './servers/process.ts';

const rounds = 20;
/** CPU of ours: the empty worker's by this factor, and so many milliseconds. The time of both is told beside it. */
const maxRatio = 1.3;
const moreMs = 15;

/** From the start of the runtime to its first answer, and what it has used by then; milliseconds. */
interface FirstAnswer {
  readonly wall: number;
  readonly cpu: number;
}

const emptyWorker = `export default { fetch: () => new Response('{"sum":5}', { headers: { 'content-type': 'application/json' } }) };\n`;

/** How long the worker `calculator` takes to answer its first `tools/call`, beside a worker without anything, both on workerd. */
export async function measureWorkerStart({ flags, folder }: MeasureRun): Promise<Measurement> {
  const quick = flags['quick'] === true;
  const project = copyFixture('calculator');
  try {
    const ours = await buildWorker(project.root);
    const empty = join(folder, 'index.js');
    writeFileSync(empty, emptyWorker);
    const our: FirstAnswer[] = [];
    const their: FirstAnswer[] = [];
    for (let round = 0; round < (quick ? 1 : rounds); round++) {
      our.push(await askOnce(ours));
      their.push(await askOnce(empty));
    }
    const middle = (runs: readonly FirstAnswer[], member: keyof FirstAnswer): number =>
      Math.round(median(runs.map((run) => run[member])) * 10) / 10;
    const [oursMs, emptyMs] = [middle(our, 'wall'), middle(their, 'wall')];
    const [oursCpuMs, emptyCpuMs] = [middle(our, 'cpu'), middle(their, 'cpu')];
    const ratio = Math.round((oursMs / emptyMs) * 100) / 100;
    const maxCpuMs = Math.round((maxRatio * emptyCpuMs + moreMs) * 10) / 10;
    const holds = oursCpuMs <= maxCpuMs;
    const report = { oursMs, emptyMs, ratio, oursCpuMs, emptyCpuMs, maxCpuMs, holds };
    return { report, holds: holds || quick };
  } finally {
    project.remove();
  }
}

const call = modernRequest('tools/call', { name: 'add', arguments: { a: 2, b: 3 } });

/** Starts one runtime, which gets one request. */
async function askOnce(bundle: string): Promise<FirstAnswer> {
  const others = childrenOfThis();
  const started = performance.now();
  const worker = await bootWorker({ bundle });
  try {
    const { text } = await send({ port: Number(new URL(worker.origin).port), path: '/mcp', ...call });
    const wall = performance.now() - started;
    if (!/sum.*5/s.test(text)) throw new Error(`the first answer of ${bundle} is wrong: ${text}`);
    const pids = childrenOfThis().filter((pid) => !others.includes(pid));
    return { wall, cpu: 1000 * pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0) };
  } finally {
    await worker.stop();
  }
}
