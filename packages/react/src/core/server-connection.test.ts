/* What a connection does between its server and the page, without React and without a browser. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServerConnection } from './server-connection.ts';
import type { InPageServer, ServiceClient } from './server-source.ts';

type Heard = Parameters<ServiceClient['listen']>[1];

/** A server whose lists and failures the test decides. */
class Fake {
  readonly tools: { readonly name: string; readonly inputSchema: object }[] = [];
  heard: Heard = () => undefined;
  failure: Error | undefined;
  closed = 0;

  readonly client: ServiceClient = {
    list: async (method) => {
      if (this.failure !== undefined) throw this.failure;
      return method === 'tools/list' ? this.tools.map(({ inputSchema, name }) => ({ name, inputSchema: { ...inputSchema } })) : [];
    },
    request: async () => ({}),
    listen: async (_changes, heard) => {
      this.heard = heard;
      return new Promise<void>(() => undefined);
    },
    close: async () => void this.closed++,
  };
}

const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

test('[react.lists] what changes before the server has acknowledged the subscription is seen', async () => {
  const fake = new Fake();
  const connection = new ServerConnection({ connect: async () => fake.client });
  const release = connection.retain();
  await connection.connect();
  assert.equal(connection.snapshot().tools, []);
  fake.tools.push({ name: 'late', inputSchema: {} });
  fake.heard('notifications/subscriptions/acknowledged', {});
  await settled();
  assert.equal(
    connection.snapshot().tools.map(({ name }) => name),
    ['late'],
  );
  release();
  await settled();
  assert.is(fake.closed, 1);
});

test('[react.lists] lists that a server does not declare are not asked for', async () => {
  const asked: string[] = [];
  const client: ServiceClient = {
    ...new Fake().client,
    server: { capabilities: { tools: {} } },
    list: async (method) => {
      asked.push(method);
      return [];
    },
  };
  const connection = new ServerConnection({ connect: async () => client });
  const release = connection.retain();
  await connection.connect();
  assert.equal([asked, connection.snapshot().status], [['tools/list'], 'connected']);
  release();
  await settled();
});

test('[react.hostile] a tool whose schema is deeper than a stack is left out, and the others stay', async () => {
  const fake = new Fake();
  const deep = JSON.parse(`${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}`) as object;
  fake.tools.push({ name: 'deep', inputSchema: deep }, { name: 'plain', inputSchema: {} });
  const connection = new ServerConnection({ connect: async () => fake.client });
  const release = connection.retain();
  await connection.connect();
  assert.equal(
    connection.snapshot().tools.map(({ name }) => name),
    ['plain'],
  );
  release();
  await settled();
});

test('[react.status] after an error the client is closed, and another try registers the page no second time', async () => {
  let registered = 0;
  const server: InPageServer = {
    ready: Promise.resolve(),
    channel: () => () => {
      throw new Error('no way to the server');
    },
    register: () => {
      registered++;
      return { replace: () => undefined, remove: () => void registered-- };
    },
  };
  const connection = new ServerConnection(server);
  const release = connection.retain();
  await connection.connect();
  assert.is(connection.snapshot().status, 'error');
  await connection.connect();
  assert.is(registered, 1);
  release();
  await settled();
  assert.is(registered, 0);
});

test('[react.status] a list that can no longer be read is an error, and ends the client', async () => {
  const fake = new Fake();
  const connection = new ServerConnection({ connect: async () => fake.client });
  const release = connection.retain();
  await connection.connect();
  assert.is(connection.snapshot().status, 'connected');
  fake.failure = new Error('the server has ended');
  fake.heard('notifications/tools/list_changed', {});
  await settled();
  assert.equal([connection.snapshot().status, connection.snapshot().error?.message, fake.closed], ['error', 'the server has ended', 1]);
  release();
});

test.run();
