import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientCapabilities } from '../mcp/envelope-keys.ts';
import { jsonObjectMember, type JsonObject } from '../model/index.ts';
import { Client } from './client.ts';
import type { Connection } from './connection.ts';

test('[cli-program.login.hostile] a list with endless pages ends with a failure', async () => {
  const asked = { pages: 0 };
  const connection: Connection = {
    send: () => Promise.resolve({ tools: [{ name: 'a' }, 'none'], nextCursor: String((asked.pages += 1)) }),
    close: () => Promise.resolve(),
  };
  const client = new Client(connection, { name: 'tool', version: '1', signal: new AbortController().signal });
  assert.is(
    await client.list('tools/list', 'tools').catch((failure: Error) => failure.message),
    'tools/list: the list of the server has no end',
  );
  assert.is(asked.pages, 1000);
});

test('[cli-program.login.hostile] a list whose pages are few and huge ends with a failure before it fills the memory', async () => {
  const asked = { pages: 0 };
  const tools = [{ name: 'a', description: 'x'.repeat(16 * 1024 * 1024) }];
  const connection: Connection = {
    send: () => Promise.resolve(asked.pages > 20 ? {} : { tools, nextCursor: String((asked.pages += 1)) }),
    close: () => Promise.resolve(),
  };
  const client = new Client(connection, { name: 'tool', version: '1', signal: new AbortController().signal });
  assert.is(
    await client.list('tools/list', 'tools').then(String, (failure: Error) => failure.message),
    'tools/list: the list of the server has no end',
  );
  assert.is(asked.pages, 4);
});

test('[cli-program.login.hostile] a task that asks again after every answer ends with a failure', async () => {
  const asked = { answers: 0 };
  const question = { status: 'input_required', pollIntervalMs: 0, inputRequests: { a: { method: 'roots/list', params: {} } } };
  const connection: Connection = {
    send: (method) => {
      if (method === 'tools/call') return Promise.resolve({ resultType: 'task', taskId: 't', ...question });
      if (method === 'tasks/update') asked.answers++;
      return Promise.resolve(asked.answers > 40 ? { status: 'cancelled' } : question);
    },
    close: () => Promise.resolve(),
  };
  const { signal } = new AbortController();
  const client = new Client(connection, { name: 'tool', version: '1', signal, answer: () => Promise.resolve({ roots: [] }) });
  assert.is(await client.callTool('a').then(String, (failure: Error) => failure.message), 'The task asked 32 times without an end');
  assert.is(asked.answers, 32);
});

test('a list that ends is whole', async () => {
  const pages = [{ tools: [{ name: 'a' }], nextCursor: 'x' }, { tools: [{ name: 'b' }] }];
  const connection: Connection = { send: () => Promise.resolve(pages.shift() ?? {}), close: () => Promise.resolve() };
  const client = new Client(connection, { name: 'tool', version: '1', signal: new AbortController().signal });
  assert.equal(await client.list('tools/list', 'tools'), [{ name: 'a' }, { name: 'b' }]);
});

test('[client.envelope] what a request says in _meta is kept beside who sends it; extensions may be replaced', async () => {
  const sent: JsonObject[] = [];
  const connection: Connection = {
    send: (_method, params) => (sent.push(params), Promise.resolve({})),
    close: () => Promise.resolve(),
  };
  const { signal } = new AbortController();
  const request = { name: 'add', _meta: { progressToken: 7 } };
  await new Client(connection, { name: 'tool', version: '1', signal }).request('tools/call', request);
  await new Client(connection, { name: 'tool', version: '1', signal, capabilities: { roots: {}, extensions: {} } }).request('ping');
  const [first, second] = sent.map((params) => jsonObjectMember(params, '_meta'));
  assert.is(first?.['progressToken'], 7);
  assert.equal(Object.keys(jsonObjectMember(first?.[clientCapabilities], 'extensions')), ['io.modelcontextprotocol/tasks']);
  assert.equal(second?.[clientCapabilities], { roots: {}, extensions: {} });
});

test.run();
