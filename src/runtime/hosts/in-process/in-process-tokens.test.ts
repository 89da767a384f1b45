import { SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { create, tool, type CreateConfig } from '@service/sdk';
import { refuseToken } from '../../auth/verify/challenge.ts';
import type { AroundIdentify } from '../../features/application/feature.ts';
import { hostUncompiled } from '../uncompiled.ts';
import { openDirect } from './open-direct.ts';

const whoami = tool({ name: 'whoami', description: 'Tells who calls.' })((_input, { auth }) => ({ sub: auth.user.sub }));

const rejection = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('nothing was refused'),
    (failure: unknown) => (failure instanceof Error ? failure : new Error(String(failure))),
  );

const key = 'a-key-of-this-test';
const guarded: CreateConfig = {
  info: { name: 'guarded', version: '1.0.0' },
  tools: [whoami],
  auth: { mode: 'static', tokens: [{ token: key, sub: 'ada' }] },
};

test('[S1.17.token] authToken and authContext.token name their caller by the guards of the server', async () => {
  const server = await create(guarded);
  const named = await server.callTool('whoami', {}, { authContext: { token: key } });
  assert.match(JSON.stringify(named), '\\"sub\\":\\"ada\\"');
  const client = await server.connect({ authToken: key, session: { id: 's-1' } });
  assert.match(JSON.stringify(await client.callTool('whoami')), '\\"sub\\":\\"ada\\"');
  assert.is(client.getSessionId(), 's-1');
  for (const [given, option] of [
    [() => server.connect({ authToken: 'another-key' }), 'authToken'],
    [() => server.listTools({ authContext: { token: 'another-key' } }), 'authContext.token'],
  ] as const) {
    const failure = await rejection(given());
    assert.is(Reflect.get(failure, 'code'), 'UNAUTHORIZED');
    assert.is(failure.message, `${option} is refused: The API key is not accepted`);
    assert.not.match(failure.message, 'another-key');
  }
  await server.dispose();
});

test('[S1.17.token] a token and a user together are refused, because both name the caller', async () => {
  const server = await create(guarded);
  const both = await rejection(server.callTool('whoami', {}, { authContext: { token: key, user: { sub: 'eve' } } }));
  assert.match(both.message, 'authContext.token and authContext.user both say who calls');
  const extra = await rejection(server.callTool('whoami', {}, { authContext: { token: key, extra: { admin: true } } }));
  assert.match(extra.message, 'authContext.token and authContext.extra both');
  const connected = await rejection(server.connect({ authToken: key, session: { user: { sub: 'eve' } } }));
  assert.match(connected.message, 'authToken and session.user both');
  await server.dispose();
});

test('[S1.17.token] a token of sign-in counts for the address of the server, and for no other', async () => {
  const secret = '0123456789abcdef0123456789abcdef';
  process.env['JWT_SECRET'] = secret;
  try {
    const server = await create({ ...guarded, http: { port: 4321, entryPath: '/mcp' }, auth: { mode: 'local' } });
    const tokenFor = (origin: string) =>
      new SignJWT({ scope: 'openid' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(origin)
        .setAudience(`${origin}/mcp`)
        .setSubject('ada')
        .setJti('1')
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(secret));
    const token = await tokenFor('http://localhost:4321');
    assert.match(JSON.stringify(await server.callTool('whoami', {}, { authContext: { token } })), '\\"sub\\":\\"ada\\"');
    const foreign = await rejection(server.connect({ authToken: await tokenFor('http://localhost:4322') }));
    assert.match(foreign.message, 'authToken is refused: unexpected "iss" claim value');
    await server.dispose();
  } finally {
    delete process.env['JWT_SECRET'];
  }
});

test('[S1.17.token] the token of a client is checked for every request', async () => {
  let asked = 0;
  const counting = {
    name: 'counting',
    create: () => ({
      around: {
        identify: (async (exchange, next) =>
          ++asked > 2 ? { answer: refuseToken('The token was revoked', {}) } : next(exchange)) satisfies AroundIdentify,
      },
    }),
  };
  const hosted = hostUncompiled(guarded);
  const server = await openDirect({ ...hosted, features: [counting, ...hosted.features] });
  const client = await server.connect({ authToken: key });
  await client.callTool('whoami');
  assert.is((await rejection(client.callTool('whoami'))).message, 'authToken is refused: The token was revoked');
  await server.dispose();
});

test.run();
