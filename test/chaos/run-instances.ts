import { setTimeout as delay } from 'node:timers/promises';
import { actions } from './actions.ts';
import type { Action } from './actions.ts';
import { Caller } from './caller.ts';
import { faultsBehindProxies } from './faults.ts';
import { Instances } from './instances.ts';
import { type Held, expectHeld } from './kill-exchanges.ts';
import type { Lots } from './lots.ts';
import { workUntil } from './run-chaos.ts';
import { answerOnce, exchangeTwice, mortalOf, news, signInOf, task } from './shared-actions.ts';
import type { Outages } from './outages.ts';
import type { ChaosReport, Tally } from './tally.ts';

export interface InstancesOptions {
  readonly program: 'nginx' | 'haproxy';
  readonly seconds: number;
  readonly kills: number;
  /** Restarts of the store. */
  readonly restarts: number;
  readonly tally: Tally;
  readonly lots: Lots;
  /** Clients that ask at once. */
  readonly clients?: number;
}

/** What a process keeps for itself, and the pair of endpoints that is bound to its connection. */
const ofOneProcess: ReadonlySet<string> = new Set(['keep', 'pair']);

/** Of what was signed in, how much is looked at again at the end. */
const maxHeld = 50;

/** Three instances behind a load balancer under full load: they are killed one after another, and their store restarts. */
export async function runInstances(options: InstancesOptions): Promise<ChaosReport> {
  const { clients = 32, lots, program, seconds, tally } = options;
  const instances = await Instances.start(program, tally);
  const held: Held[] = [];
  const { deaths, port, store: outages } = instances;
  const callers = await Promise.all(Array.from({ length: clients }, (_, at) => signedIn(at, { deaths, outages, port, tally })));
  const all: readonly (readonly [Action, number])[] = [
    ...actions.filter(([{ name }]) => !ofOneProcess.has(name)),
    ...faultsBehindProxies,
    [task, 4],
    [answerOnce, 4],
    [news, 2],
    [exchangeTwice, 0.5],
    [signInOf(lots, held), 0.5],
  ];
  const until = performance.now() + seconds * 1000;
  let isOver = false;
  const killing = kill(instances, options);
  const restarting = restart(instances, options);
  const working = callers.map((caller) => workUntil(caller, all, () => performance.now() < until || !isOver));
  await Promise.all([killing, restarting]);
  isOver = true;
  await Promise.all(working);
  const [first] = callers;
  if (first !== undefined) for (const one of held.slice(0, maxHeld)) await expectHeld({ held, lots, mortal: mortalOf(first), tally }, one);
  for (const caller of callers) caller.close();
  await instances.close();
  return tally.report(0);
}

/** A client of a person of its own: what one person may open is limited. */
async function signedIn(
  at: number,
  { port, tally, ...away }: Pick<Instances, 'deaths' | 'port'> & { outages: Outages; tally: Tally },
): Promise<Caller> {
  const firstId = at * 1_000_000 + 1;
  const alone = new Caller(port, tally, { ...away, firstId });
  const form = { email: `person-${at}@example.com`, name: `Person ${at}` };
  const signedIn = await mortalOf(alone).ask(({ oauth }) => oauth.signIn({ form }));
  alone.close();
  return new Caller(port, tally, { ...away, firstId, headers: { authorization: `Bearer ${signedIn?.tokens.access_token}` } });
}

async function kill(instances: Instances, { kills, lots, seconds }: InstancesOptions): Promise<void> {
  const begun = performance.now();
  for (let at = 0; at < kills; at++) {
    const due = begun + ((at + lots.next()) * seconds * 1000) / kills;
    await delay(Math.max(0, due - performance.now()));
    await instances.killOne(lots);
  }
}

async function restart(instances: Instances, { lots, restarts, seconds }: InstancesOptions): Promise<void> {
  const begun = performance.now();
  for (let at = 0; at < restarts; at++) {
    const due = begun + ((at + lots.next()) * seconds * 1000) / restarts;
    await delay(Math.max(0, due - performance.now()));
    await instances.restartStore();
  }
}
