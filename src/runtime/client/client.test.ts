import { test } from 'uvu';
import * as assert from 'uvu/assert';
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

test('a list that ends is whole', async () => {
  const pages = [{ tools: [{ name: 'a' }], nextCursor: 'x' }, { tools: [{ name: 'b' }] }];
  const connection: Connection = { send: () => Promise.resolve(pages.shift() ?? {}), close: () => Promise.resolve() };
  const client = new Client(connection, { name: 'tool', version: '1', signal: new AbortController().signal });
  assert.equal(await client.list('tools/list', 'tools'), [{ name: 'a' }, { name: 'b' }]);
});

test.run();
