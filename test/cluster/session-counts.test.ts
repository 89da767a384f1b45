/* Limits by session on a built server, against callers who make ids up. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GuardedProject } from '../support/guarded.ts';
import { initializeBody, legacyBody, legacyHeaders } from '../support/wire-client.ts';

const project = new GuardedProject();
test.before(() => project.build());
test.after(() => project.close());

const bySession = { throttle: { global: { maxRequests: 3, windowMs: 3_600_000, partitionBy: 'session' } } };

for (const [what, madeUp] of [
  ['too long for any session', (name: string) => name.repeat(600)],
  ['short', (name: string) => name.repeat(8)],
  ['like one of another start', (name: string) => `${name}${'A'.repeat(180)}`],
] as const) {
  test(`[S5.8.partition.session-id] ids that are ${what} are counted as their address; a session has a count of its own`, async () => {
    const server = await project.boot({ options: bySession });
    const ask = async (id: string): Promise<number> => {
      const headers = { ...legacyHeaders, 'mcp-session-id': id };
      return (await server.send({ path: '/mcp', headers, body: legacyBody('tools/list', {}, 1) })).status;
    };
    const opened = await server.send({ path: '/mcp', headers: legacyHeaders, body: initializeBody() });
    const own = String(opened.headers['mcp-session-id']);
    assert.equal([await ask(madeUp('a')), await ask(madeUp('b')), await ask(madeUp('c'))], [404, 404, 429]);
    assert.equal([await ask(own), await ask(own), await ask(own), await ask(own)], [200, 200, 200, 429]);
  });
}

test('[S5.8.partition.session-id] ids that were made up for /message are counted as their address', async () => {
  const server = await project.boot({ options: bySession });
  const ask = async (id: string): Promise<number> =>
    (await server.send({ path: `/mcp/message?sessionId=${id}`, headers: legacyHeaders, body: legacyBody('ping', {}, 1) })).status;
  assert.equal([await ask('a'), await ask('b'), await ask('c'), await ask('d')], [404, 404, 404, 429]);
});

test.run();
