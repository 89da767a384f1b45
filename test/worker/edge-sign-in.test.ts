/* Sign-in at a worker whose sessions are Durable Objects, driven by a client that nobody here wrote. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryProvider, openSigningClient, signInAt, signingMakes } from '../support/oauth-clients.ts';
import { redirectUri } from '../support/oauth-driver.ts';
import { bootSignInWorker } from '../support/sign-in-worker.ts';
import { legacyBody, legacyHeaders, send } from '../support/wire-client.ts';

type SignInWorker = Awaited<ReturnType<typeof bootSignInWorker>>;

const bootWorker = () =>
  bootSignInWorker({
    server: "sessions: {}, redis: { provider: 'durable-object' },",
    objects: { SERVICE_SESSIONS: 'SessionDurableObject', SERVICE_STORE: 'ServiceStore' },
  });

/** A person signs in with the official client of the revisions that have sessions, and stays connected. */
async function connect({ oauth }: SignInWorker, name: string) {
  const [make] = signingMakes;
  if (make === undefined) throw new Error('no client');
  const url = `${oauth.origin}/mcp`;
  const provider = new MemoryProvider(redirectUri);
  const first = await openSigningClient(make, url, provider);
  const refused = await first.client.connect(first.transport).catch(String);
  assert.match(String(refused), 'Unauthorized');
  if (provider.sentTo === undefined) throw new Error('no sign-in was asked for');
  const back = await signInAt(oauth, provider.sentTo, { email: `${name}@example.com`, name });
  await first.transport.finishAuth(make.answerOf(back));
  const { client, transport } = await openSigningClient(make, url, provider);
  await client.connect(transport);
  const session = 'sessionId' in transport ? String(transport.sessionId) : '';
  const token = (): string => String(provider.saved.tokens?.['access_token']);
  const whoami = async (): Promise<string> => (await client.callTool({ name: 'whoami', arguments: {} })).content[0]?.text ?? '';
  return { client, provider, session, token, whoami };
}

test('[E2.sign-in] two people sign in with an official client; neither comes into the session of the other', async () => {
  const worker = await bootWorker();
  try {
    const [ada, bob] = [await connect(worker, 'ada'), await connect(worker, 'bob')];
    assert.match(await ada.whoami(), 'ada@example.com');
    assert.match(await bob.whoami(), 'bob@example.com');
    assert.ok(ada.session.length > 100 && ada.session !== bob.session);
    const ask = (token: string, session: string, method = 'POST') => {
      const headers = {
        ...legacyHeaders,
        host: new URL(worker.oauth.origin).host,
        authorization: `Bearer ${token}`,
        'mcp-session-id': session,
        'mcp-protocol-version': '2025-11-25',
      };
      const body = method === 'POST' ? legacyBody('tools/call', { name: 'whoami', arguments: {} }, 1) : undefined;
      return send({ port: worker.port, path: '/mcp', method, headers, body });
    };
    for (const method of ['POST', 'GET', 'DELETE'])
      for (const [thief, victim] of [
        [ada, bob],
        [bob, ada],
      ] as const) {
        const answer = await ask(thief.token(), victim.session, method);
        assert.is(answer.status, 404, method);
        assert.match(answer.text, 'invalid session id');
      }
    assert.is((await ask('', ada.session)).status, 401);
    assert.is((await ask(`${ada.token()}x`, ada.session)).status, 401);
    assert.match((await ask(ada.token(), ada.session)).text, 'ada@example.com');
    assert.match(await bob.whoami(), 'bob@example.com');
    // The session outlives the token: the client refreshes it and goes on in the same object.
    const before = ada.provider.saved.tokens ?? {};
    ada.provider.saved.tokens = { ...before, access_token: `${ada.token()}x` };
    assert.match(await ada.whoami(), 'ada@example.com');
    assert.is.not(ada.provider.saved.tokens['refresh_token'], before['refresh_token']);
    assert.match((await ask(ada.token(), ada.session)).text, 'ada@example.com');
    assert.is((await ask(ada.token(), ada.session, 'DELETE')).status, 200);
    const ended = await ask(ada.token(), ada.session);
    assert.is(ended.status, 404);
    assert.match(ended.text, 'session ended or expired');
    assert.match(await bob.whoami(), 'bob@example.com');
    await Promise.all([ada.client.close(), bob.client.close()]);
  } finally {
    await worker.stop();
  }
});

test.run();
