/* Signing in at an authorization server that notes what it is asked. */
import { createServer, type Server } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listen } from '../../../../test/support/listen.ts';
import type { JsonObject } from '../../model/index.ts';
import { sha256Text } from '../../std/index.ts';
import { type SignInSettings, signIn } from './sign-in.ts';
import { continueSignIn, signIn as signInPublicly } from './signed-in.ts';
import { SignInFailure } from './sign-in-failure.ts';
import { revokeTokens } from './tokens.ts';

interface Context {
  server: Server;
  origin: string;
  metadata: Record<string, JsonObject[string]>;
  /** What the registration answers. */
  registration: { status: number; body: JsonObject };
  /** Bodies that were received, by path. */
  asked: Map<string, string>;
  /** The page that the person was sent to. */
  pages: URL[];
  run: (settings?: SignInSettings, browse?: (page: URL) => void) => ReturnType<typeof signIn>;
}
const test = suite<Context>('signing in');
const { signal } = new AbortController();

/** Sends the browser back with a code. */
function follow(page: URL): void {
  const back = new URL(page.searchParams.get('redirect_uri') ?? '');
  back.search = new URLSearchParams({ code: 'the code', state: page.searchParams.get('state') ?? '' }).toString();
  void fetch(back);
}

test.before.each(async (context) => {
  const asked = new Map<string, string>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const path = request.url ?? '';
      asked.set(path, body);
      const answer = (status: number, value: object): void => void response.writeHead(status).end(JSON.stringify(value));
      if (path === '/.well-known/oauth-protected-resource/mcp')
        return answer(200, {
          resource: `${context.origin}/mcp`,
          authorization_servers: [context.origin],
          scopes_supported: ['read', 'write'],
        });
      if (path === '/.well-known/oauth-authorization-server') return answer(200, context.metadata);
      if (path === '/register') return answer(context.registration.status, context.registration.body);
      if (path === '/token') return answer(200, { access_token: 'abc', token_type: 'bearer', refresh_token: 'r', expires_in: 60 });
      return answer(404, {});
    });
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const pages: URL[] = [];
  const metadata = {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize?tenant=a`,
    token_endpoint: `${origin}/token`,
    code_challenge_methods_supported: ['S256'],
    registration_endpoint: `${origin}/register`,
    revocation_endpoint: `${origin}/revoke`,
  };
  const run: Context['run'] = (settings = {}, browse = follow) =>
    signIn({
      url: `${origin}/mcp`,
      programName: 'tool',
      settings,
      signal,
      show: (page) => {
        pages.push(new URL(page));
        browse(new URL(page));
      },
    });
  Object.assign(context, { asked, metadata, origin, pages, run, server, registration: { status: 201, body: { client_id: 'registered' } } });
});
test.after.each(({ server }) => {
  server.closeAllConnections();
  server.close();
});

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'succeeded',
    (failure: Error) => failure.message,
  );

test('[cli-program.login] the program registers, sends a challenge, and redeems the code with the verifier, for the resource', async (context) => {
  const { asked, origin, pages } = context;
  const credentials = await context.run();
  const [page] = pages;
  const query = Object.fromEntries(page?.searchParams ?? []);
  const token = Object.fromEntries(new URLSearchParams(asked.get('/token')));
  assert.equal(JSON.parse(asked.get('/register') ?? ''), {
    client_name: 'tool',
    redirect_uris: [query['redirect_uri']],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  });
  assert.equal(
    [query['tenant'], query['client_id'], query['scope'], query['resource'], query['code_challenge_method']],
    ['a', 'registered', 'read write', `${origin}/mcp`, 'S256'],
  );
  assert.is(query['code_challenge'], await sha256Text(token['code_verifier'] ?? ''));
  assert.equal(
    [token['code'], token['client_id'], token['redirect_uri'], token['resource']],
    ['the code', 'registered', query['redirect_uri'], `${origin}/mcp`],
  );
  assert.equal([credentials.accessToken, credentials.refresh?.token, credentials.revocationEndpoint], ['abc', 'r', `${origin}/revoke`]);
  assert.is(await fetch(query['redirect_uri'] ?? '').catch(() => 'closed'), 'closed', 'nothing listens for a redirect any more');
  await context.run();
  const states = pages.map(({ searchParams }) => [searchParams.get('state'), searchParams.get('code_challenge')]);
  assert.is(new Set(states.flat()).size, 4, 'each sign-in has its own');
});

test('settings name the client, the scope and the issuer; without scopes none is asked for', async (context) => {
  const { asked, origin, pages } = context;
  await context.run({ clientId: 'known', defaultScope: 'read', serverUrl: origin });
  assert.equal([pages[0]?.searchParams.get('client_id'), pages[0]?.searchParams.get('scope')], ['known', 'read']);
  assert.equal([asked.has('/register'), asked.has('/.well-known/oauth-protected-resource/mcp')], [false, false]);
  await context.run({ clientId: 'known', serverUrl: origin });
  assert.not.ok(pages[1]?.searchParams.has('scope'));
});

test('a registration that is refused, or not offered, is named', async (context) => {
  context.registration = { status: 400, body: { error_description: 'no room' } };
  assert.match(await failureOf(context.run()), 'refused to register this program: no room');
  context.registration = { status: 500, body: {} };
  assert.match(await failureOf(context.run()), 'refused to register this program: status 500');
  delete context.metadata['registration_endpoint'];
  assert.match(await failureOf(context.run()), 'lets no program register itself');
});

test('[cli-program.login.hostile] a server without S256, without an endpoint, or with one that is not encrypted is refused', async (context) => {
  const { metadata, origin } = context;
  const refusedWith = (change: JsonObject): Promise<string> => {
    context.metadata = { ...metadata, ...change };
    return failureOf(context.run());
  };
  assert.match(await refusedWith({ code_challenge_methods_supported: ['plain'] }), `${origin} does not support PKCE with S256`);
  assert.is(await refusedWith({ code_challenge_methods_supported: ['plain', 'S256'] }), 'succeeded');
  for (const methods of ['S256', ['s256'], {}, null] as const)
    assert.match(await refusedWith({ code_challenge_methods_supported: methods }), 'does not support PKCE with S256');
  assert.match(await failureOf(context.run({ clientId: 'known', serverUrl: origin })), 'does not support PKCE with S256');
  delete context.metadata['code_challenge_methods_supported'];
  assert.match(await failureOf(context.run()), 'does not support PKCE with S256', 'a server that says nothing has none');
  assert.is(await failureOf(context.run({ clientId: 'known', serverUrl: origin })), 'succeeded', 'the author named this issuer');
  assert.is(await refusedWith({ token_endpoint: 1 }), `The metadata of ${origin} has no token_endpoint`);
  assert.is(await refusedWith({ authorization_endpoint: 1 }), `The metadata of ${origin} has no authorization_endpoint`);
  for (const name of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint']) {
    assert.is(await refusedWith({ [name]: 'http://evil.example/x' }), 'http://evil.example is not encrypted', name);
    assert.is(await refusedWith({ [name]: 'javascript:alert(1)' }), 'javascript:alert(1) is not the URL of a server', name);
  }
});

test('aborting the sign-in rejects with the reason', async (context) => {
  const stop = new AbortController();
  const stopped = signIn({
    url: `${context.origin}/mcp`,
    programName: 'tool',
    settings: {},
    signal: stop.signal,
    show: () => void setImmediate(() => stop.abort(new Error('stopped by SIGINT'))),
  });
  assert.is(await failureOf(stopped), 'stopped by SIGINT');
});

test('[cli-program.login] a program that signs out names its refresh token, or the token that it was handed', async ({ asked, origin }) => {
  const revocationEndpoint = `${origin}/revoke`;
  const refresh = { token: 'r', endpoint: `${origin}/token`, clientId: 'c', resource: `${origin}/mcp` };
  await revokeTokens({ accessToken: 'abc', refresh, revocationEndpoint });
  assert.is(asked.get('/revoke'), 'token=r&token_type_hint=refresh_token&client_id=c');
  await revokeTokens({ accessToken: 'abc', revocationEndpoint });
  assert.is(asked.get('/revoke'), 'token=abc&token_type_hint=access_token');
  asked.clear();
  await revokeTokens({ accessToken: 'abc' });
  assert.is(asked.size, 0);
});

test('[client.sign-in] the public sign-in names its script, renews its token, goes on with kept credentials, and signs out', async ({
  asked,
  origin,
}) => {
  const show = (page: string): void => follow(new URL(page));
  const signed = await signInPublicly(`${origin}/mcp`, { clientName: 'my script', scope: 'read', show });
  assert.match(asked.get('/register') ?? '', '"client_name":"my script"');
  assert.is(await signed.token(false), 'abc');
  asked.delete('/token');
  assert.is(await signed.token(true), 'abc');
  assert.match(asked.get('/token') ?? '', 'grant_type=refresh_token');
  const continued = continueSignIn(signed.credentials);
  assert.is(await continued.token(false), 'abc');
  assert.is(continued.credentials.refresh?.clientId, 'registered');
  await continued.signOut();
  assert.match(asked.get('/revoke') ?? '', 'token=r&');
});

test('[client.sign-in] calls at the same time send one request for a new token', async () => {
  let count = 0;
  const tokens = createServer((request, response) => {
    count += 1;
    request.resume().on('end', () => response.end(JSON.stringify({ access_token: `new-${count}`, token_type: 'bearer' })));
  });
  const endpoint = `http://127.0.0.1:${await listen(tokens)}/token`;
  const refresh = { token: 'r', endpoint, clientId: 'c', resource: endpoint };
  const signed = continueSignIn({ accessToken: 'old', expiresAt: Date.now(), refresh });
  assert.equal(await Promise.all([signed.token(false), signed.token(false)]), ['new-1', 'new-1']);
  assert.is(count, 1);
  tokens.closeAllConnections();
  tokens.close();
  const ended = continueSignIn({ accessToken: 'old', expiresAt: Date.now() });
  assert.is(await ended.token(false), undefined, 'without a refresh token the sign-in has ended');
});

test('[client.sign-in] signing out while the token is renewed tells the server the new one', async () => {
  const revoked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.url === '/revoke') revoked.push(new URLSearchParams(body).get('token') ?? '');
      response.end(JSON.stringify({ access_token: 'new', token_type: 'bearer', refresh_token: 'r-2' }));
    });
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const refresh = { token: 'r-1', endpoint: `${origin}/token`, clientId: 'c', resource: origin };
  const signed = continueSignIn({ accessToken: 'old', expiresAt: Date.now(), refresh, revocationEndpoint: `${origin}/revoke` });
  const answers = await Promise.all([signed.token(false), signed.signOut()]);
  server.closeAllConnections();
  server.close();
  assert.equal([answers, revoked], [['new', undefined], ['r-2']]);
});

test('[client.sign-in] [client.secrets] a sign-in that fails says what a script can do, and holds no secret', async ({
  metadata,
  origin,
}) => {
  const registers = metadata['registration_endpoint'];
  delete metadata['registration_endpoint'];
  const failure: unknown = await signInPublicly(`${origin}/mcp`, { show: () => undefined }).catch((thrown: unknown) => thrown);
  assert.ok(failure instanceof SignInFailure);
  assert.equal(
    [failure.message, failure.hint],
    [`${origin} lets no program register itself`, 'Give signIn() a clientId that is registered there'],
  );
  metadata['registration_endpoint'] = registers;
  assert.throws(
    () => continueSignIn({ accessToken: 'hid\nden' }),
    (thrown: unknown) => thrown instanceof Error && !thrown.message.includes('hid'),
  );
});

test.run();
