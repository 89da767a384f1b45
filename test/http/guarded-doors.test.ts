/* Limits hold at every door of a built bundle: the old pair, batches, tasks and calls between entries. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GuardedProject, textOf } from '../support/guarded.ts';
import { openPair } from '../support/pair-client.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, parseMessage } from '../support/wire-client.ts';

const project = new GuardedProject();
test.before(() => project.build());
test.after(() => project.close());

const callBody = (name: string, id: number): string => legacyBody('tools/call', { name, arguments: {} }, id);

test('[S5.8.doors.inner] a tool that is called by another one is counted too', async () => {
  const server = await project.boot();
  const text = textOf(await server.call('thrice'));
  assert.match(text, 'Rate limit exceeded. Retry after');
  assert.equal(await server.ran(), ['limited', 'limited']);
  assert.match(textOf(await server.call('limited')), 'Rate limit exceeded');
  await server.stop();
});

test('[S5.8.doors.batch] every call in a batch is counted', async () => {
  const server = await project.boot();
  const opened = await server.send({ path: '/mcp', headers: legacyHeaders, body: initializeBody('2025-03-26') });
  const headers = { ...legacyHeaders, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const calls = [1, 2, 3].map((id) => JSON.parse(callBody('limited', id)) as unknown);
  const answer = await server.send({ path: '/mcp', headers, body: JSON.stringify(calls) });
  assert.is(answer.text.match(/"text":"Rate limit exceeded/g)?.length, 1);
  assert.equal(await server.ran(), ['limited', 'limited']);
  await server.stop();
});

test('[S5.8.doors.task] a call that runs as a task is counted', async () => {
  const server = await project.boot();
  const extensions = { 'io.modelcontextprotocol/tasks': {} };
  const meta = { 'io.modelcontextprotocol/clientCapabilities': { extensions } };
  const idOf = async (): Promise<string> => {
    const request = modernRequest('tools/call', { name: 'limited', arguments: {} }, { meta });
    const answer = parseMessage((await server.send({ path: '/mcp', ...request })).text) as { result: { taskId: string } };
    return answer.result.taskId;
  };
  const ids = [await idOf(), await idOf(), await idOf()];
  const headers = { 'mcp-name': ids[2] };
  const task = await server.send({ path: '/mcp', ...modernRequest('tasks/get', { taskId: ids[2] }, { meta, headers }) });
  assert.match(task.text, 'Rate limit exceeded');
  assert.equal(await server.ran(), ['limited', 'limited']);
  await server.stop();
});

test('[S5.8.doors.pair.tool] calls over /sse and /message are counted with the others', async () => {
  const server = await project.boot();
  await server.call('limited');
  const pair = await openPair(server.port, '/mcp');
  await pair.post(initializeBody('2024-11-05'));
  await pair.next();
  for (const id of [1, 2]) await pair.post(callBody('limited', id));
  const answers = JSON.stringify([await pair.next(), await pair.next()]);
  assert.is(answers.match(/"text":"Rate limit exceeded/g)?.length, 1);
  assert.equal(await server.ran(), ['limited', 'limited']);
  pair.close();
  await server.stop();
});

test('[S5.8.doors.pair.rate] limits by caller hold on /message', async () => {
  const throttle = { global: { maxRequests: 3, windowMs: 3_600_000, partitionBy: 'userId' } };
  const server = await project.boot({ options: { throttle } });
  const pair = await openPair(server.port, '/mcp');
  assert.is((await pair.post(initializeBody('2024-11-05'))).status, 202);
  assert.is((await pair.post(callBody('limited', 1))).status, 202);
  assert.is((await pair.post(callBody('limited', 2))).status, 429);
  pair.close();
  await server.stop();
});

test('[S5.8.doors.pair.concurrency] a call over /message holds its place until it has been answered', async () => {
  const server = await project.boot({ options: { throttle: { globalConcurrency: { maxConcurrent: 1 } } } });
  const pair = await openPair(server.port, '/mcp');
  await pair.post(initializeBody('2024-11-05'));
  await pair.next();
  assert.is((await pair.post(callBody('alone', 1))).status, 202);
  await server.untilRan('alone');
  assert.is((await server.call('echo', { value: 'a' })).status, 429);
  assert.is((await pair.post(callBody('echo', 2))).status, 429);
  await server.send({ path: '/let-go' });
  await pair.next();
  assert.is((await server.call('echo', { value: 'a' })).status, 200);
  pair.close();
  await server.stop();
});

test.run();
