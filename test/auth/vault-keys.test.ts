/* What people gave a server, under a key that it does not have any more: on a built bundle with a real Redis. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildServer, withStores, type BootedServer } from '../attacks/paired-servers.ts';
import { newPkce, tokensOf } from '../support/oauth-driver.ts';
import type { WireAnswer } from '../support/wire-client.ts';

const secret = '0123456789abcdef0123456789abcdef';
const plain = { JWT_SECRET: secret, MCP_SESSION_SECRET: secret, SERVICE_PUBLIC_URL: 'http://127.0.0.1:1' };

async function signIn({ oauth }: BootedServer): Promise<string> {
  const [clientId, pkce] = [await oauth.clientId(), newPkce()];
  const page = await oauth.open(clientId, pkce);
  await oauth.submit(page, { email: 'ada@example.com' });
  const agreed = await oauth.submit(page, { consent_submitted: '1', tools: ['keep', 'recall', 'link'] });
  const code = new URL(String(agreed.headers.location)).searchParams.get('code') ?? '';
  return tokensOf(await oauth.exchange({ clientId, code, pkce })).access_token;
}

const isFault = ({ status, text }: WireAnswer): boolean => status !== 200 || text.includes('"isError":true') || text.includes('"error"');

test('[vault.unreadable] with another VAULT_SECRET secrets are absent and can be given again; no call fails of them', async () => {
  await withStores('redis', async (next) => {
    const { variables } = await next();
    const built = await buildServer('redis', { name: 'vault', door: 'named' });
    const booted: BootedServer[] = [];
    try {
      for (const key of ['one', 'other'])
        booted.push(await built.boot({ ...variables, ...plain, VAULT_SECRET: `the ${key} secret of the vault, of 32 bytes` }));
      const [one, other] = booted;
      assert.ok(one !== undefined && other !== undefined);
      const token = await signIn(one);
      assert.not.ok(isFault(await one.call('keep', token)));
      assert.match((await one.call('recall', token)).text, 'kept secret');
      for (let at = 0; at < 3; at++) {
        const seen = await other.call('recall', token);
        assert.not.ok(isFault(seen), seen.text);
        assert.not.match(seen.text, 'kept secret');
      }
      assert.match((await other.call('link', token)).text, '/oauth/connect');
      assert.not.ok(isFault(await other.call('keep', token)));
      assert.match((await other.call('recall', token)).text, 'kept secret');
      assert.is(other.log().split('a stored value does not open').length - 1, 1, other.log());
      assert.not.match(other.log(), 'ada@example.com');
    } finally {
      await Promise.all(booted.map((server) => server.stop()));
      built.remove();
    }
  });
});

test.run();
