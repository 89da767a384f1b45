import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootHttp } from '../support/boot/node.ts';
import type { HttpBoot } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { actions } from './actions.ts';
import type { Action } from './actions.ts';
import { Caller } from './caller.ts';
import { faults } from './faults.ts';
import { memoryLeg } from './leg.ts';
import type { ChaosLeg } from './leg.ts';
import { StoreAway } from './outages.ts';
import { Tally } from './tally.ts';
import type { ChaosReport } from './tally.ts';

export interface ChaosOptions {
  /** Of full load, warm-up not counted. */
  readonly seconds: number;
  readonly legs?: readonly ChaosLeg[];
  /** Clients that ask at once. */
  readonly clients?: number;
  /** Where it is added up; one of its own when absent. */
  readonly tally?: Tally;
}

/** Until everything is loaded, optimised and has its lasting size: so long, and so many requests on a machine that gets less done. */
const warmUp = { milliseconds: 4000, requests: 4000 };

/** Lets well-meaning and broken clients loose on a built bundle together, and adds up what must not happen. */
export async function runChaos({
  clients = 24,
  legs = [memoryLeg],
  seconds,
  tally = new Tally(),
}: ChaosOptions): Promise<ChaosReport & { examples: readonly string[] }> {
  let growth = 0;
  try {
    for (const leg of legs) {
      const { folder, remove } = await buildLeg(leg);
      growth = Math.max(growth, await runLeg(leg, { clients, folder, milliseconds: (seconds * 1000) / legs.length, tally }));
      remove();
    }
  } finally {
    for (const leg of legs) await leg.close();
  }
  return { ...tally.report(growth), examples: tally.examples };
}

const source = readFileSync(new URL('../../fixtures/chaos/src/main.ts', import.meta.url), 'utf8');

async function buildLeg({ options = '' }: ChaosLeg): Promise<{ readonly folder: string; readonly remove: () => void }> {
  const project = copyFixture('chaos', { 'src/main.ts': source.replace('@Service({', `@Service({ ${options}`) });
  const request = requestOf(project.root, 'chaos');
  const { result } = await bundleOf(request);
  const folder = join(project.root, 'dist', 'node');
  await writeOutput(request, result, folder);
  return { folder, remove: project.remove };
}

interface LegRun {
  readonly clients: number;
  readonly folder: string;
  readonly milliseconds: number;
  readonly tally: Tally;
}

/** @returns bytes that the heap grew by under load */
async function runLeg(leg: ChaosLeg, { clients, folder, milliseconds, tally }: LegRun): Promise<number> {
  const probe = join(import.meta.dirname, 'heap-probe.mjs');
  const env = { NODE_OPTIONS: `--import=${probe}`, ...leg.variables };
  const boot = await bootHttp({ folder, name: 'chaos', env });
  const port = Number(new URL(boot.url).port);
  const load = async (forMs: number, requests = 0): Promise<void> => {
    const caller = new Caller(port, tally, { outages: leg.outages });
    const until = performance.now() + forMs;
    const enough = tally.requests + requests;
    const disturbing = disturbUntil(leg, until, caller);
    const goesOn = (): boolean => performance.now() < until || tally.requests < enough;
    await Promise.all(Array.from({ length: clients }, () => workUntil(caller, [...actions, ...faults], goesOn)));
    await disturbing;
    caller.close();
  };
  await load(warmUp.milliseconds, warmUp.requests);
  const before = await heapOf(boot);
  await load(milliseconds);
  const after = await heapOf(boot);
  const ended = await boot.stop();
  if (ended !== 0) tally.crash(`the server ended with ${ended}: ${boot.output.stderr.slice(-300)}`);
  for (const [text] of boot.output.stderr.matchAll(/^.*(?:unawaited promise failed|Uncaught|unhandled).*$/gim)) tally.crash(text);
  return after - before;
}

const most = (list: readonly (readonly [unknown, number])[]): number => list.reduce((sum, [, weight]) => sum + weight, 0);

/** Any of all, by their weights. A connection that is cut belongs to a fault of another one's only when the server is gone. */
export async function workUntil(caller: Caller, all: readonly (readonly [Action, number])[], goesOn: () => boolean): Promise<void> {
  const total = most(all);
  while (goesOn()) {
    let at = Math.random() * total;
    const [action] = all.find(([, weight]) => (at -= weight) < 0) ?? [undefined];
    try {
      await action?.(caller);
    } catch (failure) {
      if (!(failure instanceof StoreAway))
        caller.tally.lose(`${action?.name}: ${failure instanceof Error ? failure.message : String(failure)}`);
    }
  }
}

const betweenDisturbancesMs = 5000;

async function disturbUntil({ disturb }: ChaosLeg, until: number, caller: Caller): Promise<void> {
  if (disturb === undefined) return;
  while (performance.now() + betweenDisturbancesMs < until) {
    await new Promise((resolve) => setTimeout(resolve, betweenDisturbancesMs));
    caller.tally.faults++;
    await disturb(caller);
  }
}

/** Milliseconds between two looks at the heap: connections that were cut last are closed by then. */
const betweenLooksMs = 250;

/** Bytes of the heap once everything that nobody holds is gone: as soon as waiting for longer frees no more than a hundredth. */
async function heapOf(boot: HttpBoot): Promise<number> {
  let least = await lookAtHeap(boot);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
    const bytes = await lookAtHeap(boot);
    const settled = bytes > least * 0.99;
    least = Math.min(least, bytes);
    if (settled) return least;
  }
}

async function lookAtHeap(boot: HttpBoot): Promise<number> {
  const seen = [...boot.output.stderr.matchAll(/^HEAP (\d+)$/gm)].length;
  process.kill(boot.pid, 'SIGUSR2');
  return boot.until(() => {
    const found = [...boot.output.stderr.matchAll(/^HEAP (\d+)$/gm)];
    return found.length > seen ? Number(found.at(-1)?.[1]) : undefined;
  });
}
