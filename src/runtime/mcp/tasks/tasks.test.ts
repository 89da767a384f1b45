import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { anonymousCaller, createAuthContext } from '../../define/create-auth-context.ts';
import type { ProtocolError } from '@service/sdk';
import { asText, openEnvelopeClient, signedIn, type Answered, type EnvelopeClient } from '../../../../test/support/envelope-client.ts';
import { noRequestHeaders } from '../call/request-headers.ts';
import {
  Filter,
  askOne,
  askTwo,
  begin,
  broken,
  callTool,
  declared,
  extension,
  failing,
  filtered,
  gate,
  internal,
  job,
  must,
  quick,
  roundsFirst,
  until,
  waiting,
} from '../../../../test/support/task-tools.ts';
import { rounds } from '../../features/rounds.ts';
import { sessions } from '../../features/sessions.ts';
import { tasks } from '../../features/tasks.ts';
import { unplannedOptions } from '../../features/unplanned-options.ts';
import { allRevisions } from '../revisions/all.ts';
import { FetchExchange } from '../../hosts/fetch-exchange.ts';
import { checkNameHeader } from '../../http/transports/stateless-transport.ts';

const test = suite<{ client: EnvelopeClient }>('tasks');
test.before(async (context) => {
  const tools = [quick, job, must, failing, broken, waiting, askOne, askTwo, roundsFirst, internal, filtered];
  context.client = await openEnvelopeClient({ tools, plugins: [Filter] }, { features: [rounds, tasks] });
});
test.after((context) => context.client.application.close());

test('[MCP26.tasks.advertised] the extension is listed, the capability of 2025-11-25 is not', async ({ client }) => {
  const { result } = await client.ask('server/discover');
  const capabilities = result['capabilities'] as Record<string, Record<string, unknown>>;
  assert.equal(capabilities['extensions']?.[extension], {});
  assert.is(capabilities['tasks'], undefined);
});

test('[MCP26.tasks.advertised] a server without task tools advertises neither', async () => {
  const client = await openEnvelopeClient({ tools: [quick] }, { features: [tasks] });
  const { result } = await client.ask('server/discover');
  assert.is((result['capabilities'] as Record<string, unknown>)['extensions'], undefined);
  assert.is((await client.ask('tasks/get', { taskId: 'x' }, declared)).error.code, -32601);
  await client.application.close();
});

test('[MCP26.tasks.undeclared] every method of the extension needs it declared', async ({ client }) => {
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const { error, status } = await client.ask(
      method,
      { taskId: 'x', inputResponses: {} },
      { capabilities: { extensions: { [extension]: true } } },
    );
    assert.equal(
      { status, code: error.code, data: error.data },
      { status: 400, code: -32021, data: { requiredCapabilities: { extensions: { [extension]: {} } } } },
    );
  }
});

test('[MCP26.tasks.undeclared-optional] an optional task is a plain call for clients without tasks', async ({ client }) => {
  const { result } = await callTool(client, { name: 'job' }, {});
  assert.is(result['resultType'], 'complete');
  assert.is(result['taskId'], undefined);
});

test('[MCP26.tasks.undeclared-required] a required task is refused, however the name is spelled', async ({ client }) => {
  for (const name of ['must_be_task', 'must-be-task']) {
    const { error, status } = await callTool(client, { name: name }, {});
    assert.equal(
      { status, code: error.code, data: error.data },
      { status: 400, code: -32021, data: { requiredCapabilities: { extensions: { [extension]: {} } } } },
    );
  }
});

test('[MCP26.tasks.per-request] a request that declares gets a task, the next that does not gets none', async ({ client }) => {
  assert.is((await callTool(client, { name: 'job' }, declared)).result['resultType'], 'task');
  assert.is((await callTool(client, { name: 'job' }, {})).result['resultType'], 'complete');
});

test('[MCP26.tasks.create] the created task is flat', async ({ client }) => {
  const { result } = await callTool(client, { name: 'job' }, declared);
  const { _meta, ...flat } = result;
  assert.equal(Object.keys(flat).toSorted(), ['createdAt', 'lastUpdatedAt', 'pollIntervalMs', 'resultType', 'status', 'taskId', 'ttlMs']);
  assert.is(flat['status'], 'working');
  assert.is(flat['ttlMs'], 3_600_000);
  assert.is(flat['pollIntervalMs'], 2000);
  assert.is(new Date(asText(flat['createdAt'])).toISOString(), flat['createdAt']);
  assert.ok(asText(flat['taskId']).length >= 22, 'not to be guessed');
});

test('[MCP26.tasks.durable] [MCP26.tasks.disconnect] the task is there at once and outlives its connection', async ({ client }) => {
  const connection = new AbortController();
  const reached = new Promise<void>((resolve) => (gate.reached = resolve));
  const taskId = await begin(client, 'waiting', { ...declared, signal: connection.signal });
  assert.is((await client.ask('tasks/get', { taskId }, declared)).result['status'], 'working');
  await reached;
  connection.abort();
  gate.open();
  const done = await until(client, { taskId, status: 'completed' });
  assert.equal((done['result'] as Record<string, unknown>)['content'], [{ type: 'text', text: 'opened' }]);
});

test('[MCP26.tasks.outlive] the platform is given the work of a task to keep, of a plain call nothing', async ({ client }) => {
  const kept: Promise<unknown>[] = [];
  const exchange = new FetchExchange(new Request('https://worker.example/'), undefined, { waitUntil: (work) => void kept.push(work) });
  const asker = { ...declared, waitUntil: (work: Promise<unknown>) => exchange.waitUntil?.(work) };
  await callTool(client, { name: 'quick' }, asker);
  assert.is(kept.length, 0);
  const taskId = await begin(client, 'job', asker);
  assert.is(kept.length, 1);
  await Promise.all(kept);
  assert.is((await client.ask('tasks/get', { taskId }, declared)).result['status'], 'completed');
});

test('[MCP26.tasks.get-completed] a tool error is a result of a completed task', async ({ client }) => {
  const task = await until(client, { taskId: await begin(client, 'failing'), status: 'completed' });
  const result = task['result'] as Record<string, unknown>;
  assert.is(task['resultType'], 'complete');
  assert.is(result['isError'], true);
  assert.is(result['resultType'], 'complete');
  assert.not.match(JSON.stringify(result), 'inner detail');
});

test('[MCP26.tasks.get-failed] a protocol error is the error of a failed task', async ({ client }) => {
  const task = await until(client, { taskId: await begin(client, 'broken'), status: 'failed' });
  assert.equal(task['error'], { code: -32603, message: 'broke down', data: { step: 3 } });
  assert.is(task['result'], undefined);
});

test('[MCP26.tasks.get-input] [MCP26.tasks.update-subset] questions of a task are answered one by one', async ({ client }) => {
  const taskId = await begin(client, 'ask_two');
  const asked = await until(client, { taskId, status: 'input_required' });
  const update = (inputResponses: object) => client.ask('tasks/update', { taskId, inputResponses: { ...inputResponses } }, declared);
  const questions = async () =>
    Object.keys(((await client.ask('tasks/get', { taskId }, declared)).result['inputRequests'] ?? {}) as object);
  assert.is((asked['inputRequests'] as Record<string, Record<string, unknown>>)['a']?.['method'], 'elicitation/create');
  assert.equal(await questions(), ['a', 'b']);
  const { result } = await update({
    unknown: { action: 'accept' },
    __proto__: { action: 'accept' },
    a: { action: 'accept', content: { name: 'first' } },
  });
  assert.equal(Object.keys(result).toSorted(), ['_meta', 'resultType']);
  assert.equal(await questions(), ['b']);
  await update({ a: { action: 'accept', content: { name: 'changed' } } });
  await update({ b: { action: 'accept', content: { name: 'second' } } });
  const task = await until(client, { taskId, status: 'completed' });
  assert.match(JSON.stringify(task['result']), 'first+second');
});

test('[MCP26.tasks.update-malformed] an answer that is not an object answers nothing', async ({ client }) => {
  const taskId = await begin(client, 'ask_one');
  await until(client, { taskId, status: 'input_required' });
  for (const inputResponses of [{ who: 5 }, { who: null }, { who: [] }, [], null, 'who']) {
    assert.is((await client.ask('tasks/update', { taskId, inputResponses }, declared)).error?.code, -32602, JSON.stringify(inputResponses));
  }
  assert.is((await client.ask('tasks/update', { taskId }, declared)).error?.code, -32602);
  assert.is((await client.ask('tasks/get', { taskId }, declared)).result['status'], 'input_required');
  await client.ask('tasks/cancel', { taskId }, declared);
});

test('[MCP26.tasks.keys] an answer that does not fit is asked for again under another key', async ({ client }) => {
  const taskId = await begin(client, 'ask_one');
  await until(client, { taskId, status: 'input_required' });
  const stream = client.listen({ taskIds: [taskId] }, declared);
  await stream.next();
  await client.ask('tasks/update', { taskId, inputResponses: { who: { action: 'accept', content: { name: 5 } } } }, declared);
  let keys: string[] = [];
  while (keys.length === 0 || keys.includes('who')) keys = Object.keys(((await stream.next()).params['inputRequests'] ?? {}) as object);
  await stream.close();
  assert.equal(keys, ['who:2']);
  await client.ask('tasks/update', { taskId, inputResponses: { who: { action: 'accept', content: { name: 'late' } } } }, declared);
  await client.ask('tasks/update', { taskId, inputResponses: { 'who:2': { action: 'accept', content: { name: 'Ann' } } } }, declared);
  assert.match(JSON.stringify(await until(client, { taskId, status: 'completed' })), 'hello Ann');
});

test('[MCP26.tasks.cancel] cancelling ends the work, and an ended task stays as it ended', async ({ client }) => {
  const aborted = new Promise<void>((resolve) => (gate.aborted = resolve));
  const taskId = await begin(client, 'waiting');
  const ack = await client.ask('tasks/cancel', { taskId }, declared);
  assert.equal(Object.keys(ack.result).toSorted(), ['_meta', 'resultType']);
  await aborted;
  gate.open();
  const again = await client.ask('tasks/cancel', { taskId }, declared);
  assert.equal(again.result['resultType'], 'complete');
  const task = (await client.ask('tasks/get', { taskId }, declared)).result;
  assert.equal([task['status'], task['result'], task['error']], ['cancelled', undefined, undefined]);
});

test('[MCP26.tasks.removed] methods of 2025-11-25 do not exist', async ({ client }) => {
  for (const method of ['tasks/result', 'tasks/list']) {
    const { error, status } = await client.ask(method, { taskId: 'x' }, declared);
    assert.equal([status, error.code], [404, -32601]);
  }
});

test('[MCP26.tasks.unknown] an unknown id is refused, a missing one too', async ({ client }) => {
  for (const params of [{ taskId: 'never-was' }, { taskId: '__proto__' }, { taskId: 7 }, {}]) {
    assert.is((await client.ask('tasks/get', params, declared)).error.code, -32602);
  }
});

test('[MCP26.tasks.owner] a task of another owner is unknown', async ({ client }) => {
  const ann = { ...declared, auth: signedIn('ann') };
  const bob = { ...declared, auth: signedIn('bob') };
  const taskId = await begin(client, 'ask_one', ann);
  await until(client, { taskId, status: 'input_required' }, ann);
  const unknown = (await client.ask('tasks/get', { taskId: 'never-was' }, bob)).error;
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    for (const stranger of [bob, declared])
      assert.equal((await client.ask(method, { taskId, inputResponses: { who: { action: 'cancel' } } }, stranger)).error, unknown);
  }
  const stream = client.listen({ taskIds: [taskId] }, bob);
  assert.equal((await stream.next()).params['notifications'], {});
  await stream.close();
  assert.is((await client.ask('tasks/get', { taskId }, ann)).result['status'], 'input_required');
});

test('[I15.tasks.client] a task that one client of a person began is unknown to their other clients', async ({ client }) => {
  const through = (clientId: string) => ({
    ...declared,
    auth: createAuthContext({ mode: 'local', isAnonymous: false, user: { sub: 'ann' }, scopes: [], claims: { client_id: clientId } }),
  });
  const taskId = await begin(client, 'ask_one', through('desk'));
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
    assert.is((await client.ask(method, { taskId, inputResponses: {} }, through('phone'))).error.code, -32602, method);
  const stream = client.listen({ taskIds: [taskId] }, through('phone'));
  assert.equal((await stream.next()).params['notifications'], {});
  await stream.close();
  assert.is((await client.ask('tasks/get', { taskId }, through('desk'))).error, undefined);
});

test('[MCP26.tasks.header] the name header of the task methods is the task id', () => {
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const message = { kind: 'request', id: 1, method, params: { taskId: 'right' } } as const;
    checkNameHeader(() => 'right', message);
    for (const header of ['wrong', undefined])
      assert.throws(
        () => checkNameHeader(() => header, message),
        (error: ProtocolError) => error.rpcCode === -32020,
      );
  }
});

test('[MCP26.tasks.task-param] the older parameter makes no task of a plain tool', async ({ client }) => {
  const { result } = await callTool(client, { name: 'quick', task: { ttl: 60_000, pollInterval: 100 } }, declared);
  assert.is(result['resultType'], 'complete');
  assert.is(result['taskId'], undefined);
});

test('[MCP26.tasks.rounds-first] questions before startTask are rounds, later ones belong to the task', async ({ client }) => {
  const first = (await callTool(client, { name: 'rounds_first' }, declared)).result;
  assert.is(first['resultType'], 'input_required');
  assert.is(first['taskId'], undefined);
  const answers = { inputResponses: { who: { action: 'accept', content: { name: 'Ann' } } }, requestState: first['requestState'] };
  const second = (await callTool(client, { name: 'rounds_first', ...answers }, declared)).result;
  assert.is(second['resultType'], 'task');
  assert.equal([second['requestState'], second['inputRequests']], [undefined, undefined]);
  const taskId = asText(second['taskId']);
  const asked = await until(client, { taskId, status: 'input_required' });
  assert.equal(Object.keys(asked['inputRequests'] as object), ['sure']);
  await client.ask('tasks/update', { taskId, inputResponses: { sure: { action: 'accept', content: { sure: true } } } }, declared);
  assert.match(JSON.stringify(await until(client, { taskId, status: 'completed' })), 'Ann true');
});

test('[MCP26.tasks.notifications] the stream tells the task as it is and every change, stamped', async ({ client }) => {
  const taskId = await begin(client, 'ask_one');
  await until(client, { taskId, status: 'input_required' });
  const stream = client.listen({ taskIds: [taskId, taskId] }, declared);
  const ack = await stream.next();
  assert.equal(ack.params['notifications'], { taskIds: [taskId] });
  const now = await stream.next();
  assert.is(now.method, 'notifications/tasks');
  assert.equal([now.params['taskId'], now.params['status']], [taskId, 'input_required']);
  assert.equal(now.params['_meta'], ack.params['_meta']);
  await client.ask('tasks/cancel', { taskId }, declared);
  assert.is((await stream.next()).params['status'], 'cancelled');
  await stream.close();
  const { error } = await client.listen({ taskIds: [taskId] }).close();
  assert.is(error.code, -32021);
  for (const taskIds of ['x', [5], Array.from({ length: 101 }, String)])
    assert.is((await client.listen({ taskIds }, declared).close()).error.code, -32602);
});

test('[S5.6.tasks.limit] one caller cannot use up the tasks of others; anonymous ones count by address', async () => {
  const client = await openEnvelopeClient({ tools: [askOne], tasks: { maxConcurrentPerSession: 2 } }, { features: [rounds, tasks] });
  for (const asker of [
    { ...declared, clientIp: '192.0.2.1' },
    { ...declared, clientIp: '192.0.2.2' },
    { ...declared, auth: signedIn('ann') },
  ]) {
    const taskId = await begin(client, 'ask_one', asker);
    await begin(client, 'ask_one', asker);
    assert.is((await callTool(client, { name: 'ask_one' }, asker)).error.code, -32000);
    await client.ask('tasks/cancel', { taskId }, asker);
    await begin(client, 'ask_one', asker);
  }
  await client.application.close();
});

test('[S5.A.tasks.side-door] tools that a caller may not see answer as unknown ones', async ({ client }) => {
  for (const asker of [declared, {}]) {
    for (const name of ['internal', 'filtered', 'missing']) {
      const { error } = await callTool(client, { name: name }, asker);
      assert.equal([error.code, error.message], [-32602, `Tool "${name}" not found`]);
    }
  }
});

test('[S5.6.tasks.options] a server that cannot keep its promises does not start', async () => {
  const refused = async (option: object, text: RegExp, tool = job): Promise<void> => {
    try {
      await openEnvelopeClient({ tools: [tool], tasks: option }, { features: [unplannedOptions, tasks] });
    } catch (failure) {
      assert.match(String(failure), text);
      return;
    }
    assert.unreachable(JSON.stringify(option));
  };
  await refused({ defaultTtlMs: 10, maxTtlMs: 5 }, /defaultTtlMs \(10\) is more than tasks\.maxTtlMs/);
  await refused({ defaultTtlMs: 0 }, /above 0/);
  await refused({ maxTtlMs: 2 ** 31 }, /at most/);
  await refused({ redis: {} }, /tasks\.redis was not there when the server was built/);
  await refused({ runner: 'cli' }, /in-process/);
  await refused({ enabled: false }, /must_be_task/, must);
  const off = await openEnvelopeClient({ tools: [job], tasks: { enabled: false } }, { features: [tasks] });
  assert.is((await callTool(off, { name: 'job' }, declared)).result['resultType'], 'complete');
  await off.application.close();
});

test('[S5.6.tasks.required] in a session, where there are no tasks, a tool that must be one is refused and another just runs', async () => {
  const { application } = await openEnvelopeClient({ tools: [job, must] }, { features: [sessions, tasks], revisions: allRevisions });
  const handshake = application.handshakeProtocol;
  if (handshake === undefined) throw new Error('the feature "sessions" serves handshakes');
  const conversation = handshake.open(
    handshake.negotiate({ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } }, 'p'),
  );
  const ask = async (id: number, name: string) => {
    const origin = {
      auth: anonymousCaller,
      http: noRequestHeaders,
      sink: { send: () => false },
    };
    const { text } = await handshake.call(conversation, { kind: 'request', id, method: 'tools/call', params: { name } }, origin);
    return JSON.parse(text) as Answered;
  };
  assert.equal((await ask(1, 'job')).result['content'], [{ type: 'text', text: 'done' }]);
  const { error } = await ask(2, 'must_be_task');
  assert.equal([error.code, error.data?.['code']], [-32601, 'TASK_AUGMENTATION_REQUIRED']);
  await application.close();
});

test('[MCP26.tasks.cancel] closing the server ends running tasks and leaves no timer', async () => {
  const client = await openEnvelopeClient({ tools: [waiting, askOne] }, { features: [rounds, tasks] });
  const aborted = new Promise<void>((resolve) => (gate.aborted = resolve));
  await begin(client, 'waiting');
  await begin(client, 'ask_one');
  await client.application.close();
  await aborted;
});

test.run();
