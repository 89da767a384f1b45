/* Ends of approvals and requests, by a clock of its own; built servers and real stores are in test/plugins. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryStore } from '../../../src/runtime/storage/drivers/memory.ts';
import { Approvals, type Owner, type Use } from './approvals.ts';
import { Requests } from './requests.ts';
import { requirementOf } from './requirement.ts';

const owner: Owner = { user: 'u', session: 's', hasSession: false };
const requirement = requirementOf(true);
if (requirement === undefined) throw new Error('calls need an approval');
const use: Use = { toolId: 'pay', requirement, digest: 'd', context: undefined };
const minute = 60_000;

function world() {
  const state = { now: 0 };
  const now = (): number => state.now;
  // Without a clock of its own it keeps what has ended, as a store that knows no lifetimes.
  const store = new MemoryStore({ clock: () => 0 });
  const approvals = new Approvals(store, 'n', now);
  return { approvals, requests: new Requests(store, { approvals, namespace: 'n', now, ttlMs: 5 * minute }), state, store };
}

test('[D2.approval.scopes] an approval ends with its time, is told of as expired, and is removed ten minutes later', async () => {
  const { approvals, state, store } = world();
  await approvals.grant(owner, { toolId: 'pay', scope: 'session' });
  state.now = 60 * minute - 1;
  assert.is((await approvals.find(owner, use))?.state, 'approved');
  state.now = 60 * minute;
  assert.is((await approvals.find(owner, use))?.state, 'expired', 'an hour, where there is no session');
  await approvals.clean();
  assert.is((await store.keys('n:')).length, 1);
  state.now = 70 * minute;
  await approvals.clean();
  assert.equal(await store.keys('n:'), []);
});

test('[D2.approval.callback] a late answer to a request decides nothing, and a decision for one call is used once and in its time', async () => {
  const { requests, state } = world();
  const once: Use = { ...use, requirement: { ...requirement, alwaysPrompt: true } };
  const late = await requests.open(owner, once);
  assert.is(await requests.open(owner, once), undefined, 'one at a time');
  state.now = 5 * minute;
  assert.is(await requests.find(late?.verifier ?? ''), undefined);
  const proof = await requests.open(owner, once);
  const found = await requests.find(proof?.verifier ?? '');
  if (found === undefined) throw new Error('it waits');
  const decided = await Promise.all([requests.decide(found, { approved: true }), requests.decide(found, { approved: true })]);
  assert.equal(decided.filter(Boolean), [true], 'in either order: hashes of keys are made by threads');
  const taken = await Promise.all([requests.take(owner, once), requests.take(owner, once)]);
  assert.is(taken.filter((one) => one?.state === 'approved').length, 1);

  const next = await requests.open(owner, once);
  const again = await requests.find(next?.verifier ?? '');
  if (again === undefined) throw new Error('it waits');
  await requests.decide(again, { approved: true });
  state.now += 5 * minute;
  assert.is(await requests.take(owner, once), undefined, 'its time is over');
});

test.run();
