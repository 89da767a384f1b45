/* `auth: { mode: transparent }` on the built bundle, with a provider on real sockets. */
import { generateKeyPair } from 'jose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { AccessProject, accessServer } from '../support/access-project.ts';
import { TestProvider } from '../support/identity-provider.ts';
import { initializeBody, legacyHeaders, parseMessage, parseWire } from '../support/wire-client.ts';

interface Context {
  readonly provider: TestProvider;
  readonly project: AccessProject;
}
const test = suite<Context>('transparent');

const sourceFor = ({ issuer }: TestProvider): Record<string, string> => ({
  'src/provider.ts': `export const provider = '${issuer}';\n`,
});

test.before(async (context) => {
  const provider = await TestProvider.start();
  const project = new AccessProject('transparent', sourceFor(provider));
  await project.build();
  Object.assign(context, { provider, project });
});
test.after(async ({ project, provider }) => {
  await project.close();
  await provider.stop();
});

test('[transparent.tokens] tokens of the provider are accepted: keys by discovery, kept', async ({ project, provider }) => {
  const server = await project.boot();
  provider.asked.length = 0;
  const token = await provider.sign({ roles: ['admin'] });
  const caller = { sub: 'ann', mode: 'transparent', anonymous: false, scopes: ['mcp'], roles: ['admin'] };
  assert.equal(await server.whoami(token), caller);
  const together = await Promise.all([1, 2, 3, 4].map(async (n) => server.whoami(await provider.sign({ sub: `u${n}` }))));
  assert.is(together.length, 4);
  assert.equal(
    provider.asked.filter((path) => path === '/keys'),
    ['/keys'],
  );
  const { resource, ...metadata } = parseMessage(
    (await server.send({ method: 'GET', path: '/.well-known/oauth-protected-resource/mcp' })).text,
  );
  assert.is(resource, `http://127.0.0.1:${server.port}/mcp`);
  assert.equal(metadata, { authorization_servers: [provider.issuer], scopes_supported: ['mcp'], bearer_methods_supported: ['header'] });
  assert.equal(await server.whoami(await provider.sign({ aud: ['x', resource], scope: undefined, scp: ['mcp'] })), {
    ...caller,
    roles: [],
  });
  const lead = await server.send({ method: 'GET', path: '/.well-known/oauth-authorization-server' });
  assert.is(lead.status, 302);
  assert.is(lead.headers.location, `${provider.issuer}/.well-known/openid-configuration`);
});

test('[transparent.refused] what the provider did not sign for this server is refused', async ({ project, provider }) => {
  const server = await project.boot();
  const rsa = await generateKeyPair('RS256', { extractable: true });
  const other = await generateKeyPair('ES256', { extractable: true });
  const good = await provider.sign();
  const [, payload] = good.split('.');
  const secret = new TextEncoder().encode(JSON.stringify(provider.key));
  provider.further = [{ kty: 'oct', k: Buffer.from('0123456789abcdef0123456789abcdef').toString('base64url'), kid: 'oct', alg: 'HS256' }];
  const refused: Record<string, string> = {
    none: `${Buffer.from('{"alg":"none","kid":"k1"}').toString('base64url')}.${payload}.`,
    'the public key as a secret': await provider.sign({}, { alg: 'HS256' }, secret),
    'a symmetric key of the set': await provider.sign(
      {},
      { alg: 'HS256', kid: 'oct' },
      new TextEncoder().encode('0123456789abcdef0123456789abcdef'),
    ),
    'another key of the same name': await provider.sign({}, {}, other.privateKey),
    'a key that the set does not have': await provider.sign({}, { alg: 'RS256', kid: 'k9' }, rsa.privateKey),
    'another issuer': await provider.sign({ iss: 'https://other.test' }),
    'another audience': await provider.sign({ aud: 'https://other.test/mcp' }),
    'no audience': await provider.sign({ aud: undefined }),
    'no subject': await provider.sign({ sub: undefined }),
    'no end': await provider.sign({ exp: undefined }),
    ended: await provider.sign({ exp: 1000 }),
    'not yet': await provider.sign({ nbf: Math.floor(Date.now() / 1000) + 3600 }),
    'another kind': await provider.sign({}, { typ: 'secevent+jwt' }),
    changed: good.replace(/\.([^.])([^.]*)$/, (_, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}`),
    // The four bits that a last character of 64 bytes does not use: the same signature, spelt otherwise.
    respelt: good.replace(/.$/, (last) => respelt(last)),
    padded: `${good}==`,
    'no token': 'opaque',
  };
  for (const [what, token] of Object.entries(refused)) {
    const answer = await server.ask('tools/list', {}, token);
    assert.is(answer.status, 401, what);
    assert.match(String(answer.headers['www-authenticate']), /error="invalid_token".*resource_metadata="http/, what);
    assert.not.match(server.log(), token);
  }
  provider.further = [];
});

function respelt(last: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return alphabet.charAt(alphabet.indexOf(last) + 1);
}

test('[transparent.scopes] a token without a required scope is 403 insufficient_scope', async ({ project, provider }) => {
  const server = await project.boot();
  const answer = await server.ask('tools/list', {}, await provider.sign({ scope: 'openid' }));
  assert.is(answer.status, 403);
  assert.match(String(answer.headers['www-authenticate']), 'error="insufficient_scope", scope="mcp"');
});

test('[S3.7.step-up] a scope that would let the caller in is named in a 403 with the metadata', async ({ project, provider }) => {
  const server = await project.boot();
  const answer = await server.ask('tools/call', { name: 'write', arguments: {} }, await provider.sign());
  assert.is(answer.status, 403);
  const metadata = `resource_metadata="http://127.0.0.1:${server.port}/.well-known/oauth-protected-resource"`;
  assert.is(answer.headers['www-authenticate'], `Bearer error="insufficient_scope", scope="write", ${metadata}`);
  const { error } = parseWire(answer.text);
  assert.is(error.code, -32003);
  assert.equal(Reflect.get(error.data, 'requiredScopes'), ['write']);
  assert.is((await server.ask('tools/call', { name: 'write', arguments: {} }, await provider.sign({ scope: 'mcp write' }))).status, 200);
  // What no scope would change is not explained by one.
  const role = await server.ask('tools/call', { name: 'secret', arguments: {} }, await provider.sign({ roles: [] }));
  assert.is(role.status, 200);
  assert.is(role.headers['www-authenticate'], undefined);
});

test('[transparent.keys] a new key is found once; an unavailable provider admits no caller and refuses no known one', async () => {
  const provider = await TestProvider.start();
  provider.up = false;
  const project = new AccessProject('transparent', sourceFor(provider));
  await project.build();
  const server = await project.boot();
  const token = await provider.sign();
  const down = await server.ask('tools/list', {}, token);
  assert.is(down.status, 503);
  assert.is(down.headers['retry-after'], '30');
  assert.not.match(down.text, 'keys');
  provider.asked.length = 0;
  assert.is((await server.ask('tools/list', {}, token)).status, 503);
  assert.equal(provider.asked, [], 'no storm while it is down');
  await project.close();
  await provider.stop();
});

test('[transparent.discovery] RFC 8414 and OpenID places; a document of another issuer is not believed', async () => {
  for (const places of [['/.well-known/oauth-authorization-server'], ['/.well-known/openid-configuration']]) {
    const provider = await TestProvider.start();
    provider.places = places;
    const project = new AccessProject('transparent', sourceFor(provider));
    await project.build();
    const server = await project.boot();
    const token = await provider.sign();
    assert.is((await server.ask('tools/list', {}, token)).status, 200, places[0]);
    for (const lie of [
      { issuer: 'https://other.test', jwks_uri: `${provider.issuer}/keys` },
      { issuer: provider.issuer, jwks_uri: 'http://192.0.2.1/keys' },
      'text',
      'down',
    ]) {
      provider.answers.set(places[0] ?? '', lie);
      assert.is((await (await project.boot()).ask('tools/list', {}, token)).status, 503, JSON.stringify(lie));
    }
    await project.close();
    await provider.stop();
  }
});

test('[transparent.walk] no door opens without a token, and /oauth is not there', async ({ project }) => {
  const server = await project.boot();
  for (const [method, path, status] of [
    ['POST', '/mcp', 401],
    ['GET', '/mcp', 401],
    ['DELETE', '/mcp', 401],
    ['GET', '/mcp/sse', 401],
    ['POST', '/mcp/message?sessionId=x', 401],
    ['GET', '/me', 401],
    ['GET', '/oauth/authorize', 404],
    ['POST', '/oauth/token', 404],
    ['POST', '/oauth/register', 404],
    ['GET', '/.well-known/oauth-protected-resource/other', 404],
  ] as const) {
    const answer = await server.send({
      method,
      path,
      headers: { ...legacyHeaders },
      ...(method === 'POST' ? { body: initializeBody() } : {}),
    });
    assert.is(answer.status, status, `${method} ${path}`);
    if (status === 401) assert.match(String(answer.headers['www-authenticate']), /^Bearer scope="mcp", resource_metadata="/, path);
  }
});

test('[guard.audience.forged] its own address counts as audience where it is pinned, and not where any Host is believed', async ({
  project,
  provider,
}) => {
  const token = await provider.sign({ aud: 'http://access.test/mcp' });
  const ask = async (env: Record<string, string>): Promise<number> => {
    const server = await project.boot(env);
    return (await server.ask('tools/list', {}, { host: 'access.test', authorization: `Bearer ${token}` })).status;
  };
  assert.is(await ask({ SERVICE_BIND_ADDRESS: 'all' }), 401);
  assert.is(await ask({ SERVICE_BIND_ADDRESS: 'all', SERVICE_ALLOWED_HOSTS: 'access.test' }), 200);
  assert.is(await ask({ SERVICE_PUBLIC_URL: 'http://access.test', SERVICE_ALLOWED_HOSTS: 'access.test' }), 200);
});

test('[guard.audience.start] [guard.audience.warnings] without expectedAudience and a pinned address it does not start, or warns', async ({
  provider,
}) => {
  const main = `
    import { Service } from '@service/sdk';
    import { authorities, entries } from './entries.ts';
    import { provider } from './provider.ts';
    @Service({ info: { name: 'access', version: '1.0.0' }, ...entries, authorities, auth: { mode: 'transparent', provider } })
    export default class Server {}
  `;
  const open = new AccessProject('open', { ...sourceFor(provider), 'src/open.ts': main });
  await open.build();
  const everywhere = { SERVICE_BIND_ADDRESS: 'all' };
  const refused: readonly Record<string, string>[] = [{ ...everywhere, NODE_ENV: 'production' }, { SERVICE_SOCKET_PATH: 'access.sock' }];
  for (const env of refused) {
    const { code, stderr } = await open.start(env);
    assert.is(code, 1);
    assert.match(stderr, 'needs to know which tokens are for this server');
  }
  assert.match((await open.boot(everywhere)).log(), 'forged Host header');
  assert.not.match((await open.boot({ NODE_ENV: 'production' })).log(), 'forged Host header');
  await open.close();
});

test('[transparent.worker] the same on a worker', async ({ provider }) => {
  const built = new AccessProject('transparent', sourceFor(provider));
  const folder = await built.build(workerTarget);
  const worker = await bootWorker({ bundle: `${folder}/index.js` });
  const server = accessServer(Number(new URL(worker.origin).port), () => worker.output.text);
  assert.is(Reflect.get(Object(await server.whoami(await provider.sign())), 'sub'), 'ann');
  const other = await generateKeyPair('ES256', { extractable: true });
  assert.is((await server.ask('tools/list', {}, await provider.sign({}, {}, other.privateKey))).status, 401);
  assert.is((await server.ask('tools/list', {})).status, 401);
  await worker.stop();
  await built.close();
});

test.run();
