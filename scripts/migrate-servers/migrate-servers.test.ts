import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runServer } from './run-server.ts';
import { recordedServers } from './servers.ts';

/** The lightest of each kind; `npm run migrate-servers` runs all. */
const light = ['server-sequential-thinking', 'server-brave-search'];

for (const name of light)
  test(`[migrate.same-answers] ${name} answers as the original does`, async () => {
    const server = recordedServers.find((one) => one.name === name);
    if (server === undefined) throw new Error(`no recording of ${name}`);
    assert.ok(server.calls.length >= 20);
    const { answers, differences, equal, failure, left } = await runServer(server);
    assert.equal([failure, differences, left], [undefined, [], []]);
    assert.is(equal, answers);
  });

test('every recording holds 20 calls, and no server is recorded twice', () => {
  assert.ok(recordedServers.length >= 10);
  assert.is(new Set(recordedServers.map(({ name }) => name)).size, recordedServers.length);
  for (const { calls, name } of recordedServers) assert.ok(calls.length >= 20, `${name}: ${calls.length}`);
});

test.run();
