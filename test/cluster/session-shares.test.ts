/* One address opens more sessions than its share, on the built bundle: it is refused, and every open session stays. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GuardedProject } from '../support/guarded.ts';
import type { Guarded } from '../support/guarded.ts';
import { initializeBody, legacyBody, legacyHeaders } from '../support/wire-client.ts';

const project = new GuardedProject();
test.before(() => project.build());
test.after(() => project.close());

const headersFrom = (address: string): Record<string, string> => ({ ...legacyHeaders, 'x-forwarded-for': address });

async function openFrom(server: Guarded, address: string): Promise<string> {
  const opened = await server.send({ path: '/mcp', headers: headersFrom(address), body: initializeBody() });
  assert.is(opened.status, 200, opened.text);
  return String(opened.headers['mcp-session-id']);
}

/** Characters of capabilities that a session may keep, as empty lists, which take the most memory. */
const capabilities = { experimental: { x: { y: Array.from({ length: 5000 }, () => []) } } };

/** Opens until one is refused; how many were opened. */
async function openUntilRefused(server: Guarded, addressOf: (at: number) => string): Promise<number> {
  for (let opened = 0; opened < 500; opened++) {
    const answer = await server.send({
      path: '/mcp',
      headers: headersFrom(addressOf(opened)),
      body: initializeBody('2025-11-25', capabilities),
    });
    if (answer.status === 200) continue;
    assert.equal([answer.status, answer.headers['retry-after'], answer.text], [503, '5', '{"error":"too many sessions are in use"}']);
    return opened;
  }
  return Infinity;
}

test('[I4.sessions.share] one address, or one network of IPv6, opens no more than its share, and no session of anybody ends for it', async () => {
  const server = await project.boot({ variables: { SERVICE_TRUST_PROXY: '1' } });
  const first = await openFrom(server, '203.0.113.7');
  const other = await openFrom(server, '198.51.100.1');
  const opened = await openUntilRefused(server, () => '203.0.113.7');
  assert.ok(opened > 10 && opened < 100, String(opened));
  const ofNetwork = await openUntilRefused(server, (at) => `2001:db8::${at.toString(16)}:1`);
  assert.ok(Math.abs(ofNetwork - opened) <= 1, `${ofNetwork} beside ${opened}`);
  const use = async (address: string, id: string): Promise<number> => {
    const headers = { ...headersFrom(address), 'mcp-session-id': id };
    return (await server.send({ path: '/mcp', headers, body: legacyBody('tools/list', {}, 1) })).status;
  };
  assert.equal([await use('203.0.113.7', first), await use('198.51.100.1', other)], [200, 200]);
  await openFrom(server, '198.51.100.1');
  const headers = { ...headersFrom('203.0.113.7'), 'mcp-session-id': first };
  assert.is((await server.send({ method: 'DELETE', path: '/mcp', headers })).status, 200);
  await openFrom(server, '203.0.113.7');
});

test.run();
