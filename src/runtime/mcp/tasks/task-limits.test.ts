import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { asText, openEnvelopeClient } from '../../../../test/support/envelope-client.ts';
import { askOne, begin, callTool, declared } from '../../../../test/support/task-tools.ts';
import { rounds } from '../../features/rounds.ts';
import { tasks } from '../../features/tasks.ts';
import { StorageConnectionError } from '../../errors/index.ts';
import { silentLogger } from '../../std/index.ts';
import type { MethodCall } from '../protocol.ts';
import { readTaskSettings, TaskRunner } from './task-runner.ts';
import { MemoryTaskStore } from './task-store.ts';

test('[S5.6.tasks.limit] anonymous callers of one network of IPv6 share their tasks', async () => {
  const client = await openEnvelopeClient({ tools: [askOne], tasks: { maxConcurrentPerSession: 1 } }, { features: [rounds, tasks] });
  await begin(client, 'ask_one', { ...declared, clientIp: '2001:db8:1:2::1' });
  assert.is((await callTool(client, { name: 'ask_one' }, { ...declared, clientIp: '2001:db8:1:2::ffff' })).error.code, -32000);
  await begin(client, 'ask_one', { ...declared, clientIp: '2001:db8:1:3::1' });
  await client.application.close();
});

test('[I15.totals.tasks] arguments of running tasks have a share of one caller; a task that ends makes room', async () => {
  const client = await openEnvelopeClient({ tools: [askOne] }, { features: [rounds, tasks] });
  const attacker = { ...declared, clientIp: '192.0.2.1' };
  const dense = { name: 'ask_one', arguments: { x: Array.from({ length: 400_000 }, () => 1) } };
  const first = await callTool(client, dense, attacker);
  assert.is((await callTool(client, dense, attacker)).result['resultType'], 'task', 'the largest ones fit twice');
  const { error } = await callTool(client, dense, attacker);
  assert.equal([error.code, error.data], [-32000, { code: 'CONCURRENCY_LIMIT' }]);
  assert.match(error.message, 'The arguments of running tasks are too large together');
  assert.is((await callTool(client, dense, { ...declared, clientIp: '192.0.2.2' })).result['resultType'], 'task');
  const taskId = asText(first.result['taskId']);
  await client.ask('tasks/cancel', { taskId }, attacker);
  // Its handler ends a few turns after the task.
  let again = await callTool(client, dense, attacker);
  while (again.error !== undefined) again = await callTool(client, dense, attacker);
  assert.is(again.result['resultType'], 'task');
  await client.application.close();
});

test('[S5.6.tasks.away] the end of a task is written once its store is back', async () => {
  const store = new MemoryTaskStore({ clock: Date.now });
  const write = store.change.bind(store);
  let failures = 0;
  store.change = async (id, change) => {
    if (failures++ < 3) throw new StorageConnectionError('redis://127.0.0.1', 'ECONNREFUSED');
    return write(id, change);
  };
  const settings = readTaskSettings({});
  const runner = new TaskRunner({ store, settings, logger: silentLogger });
  const parts = { auth: { isAnonymous: true, claims: {} }, http: { peerAddress: '192.0.2.1', header: () => undefined }, params: {} };
  const call = Object.assign(Object.create(null) as MethodCall, parts);
  const begun = await runner.begin(call);
  await runner.follow(begun, Promise.resolve({ content: [] }), call);
  assert.is((await store.find(begun.record.id))?.outcome?.status, 'completed');
  assert.is(failures, 4);
  await runner.close();
});

test.run();
