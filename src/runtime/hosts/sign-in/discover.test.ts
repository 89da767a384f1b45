import { createServer, type Server } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listen } from '../../../../test/support/listen.ts';
import type { JsonObject } from '../../model/index.ts';
import { discover } from './discover.ts';
import { fetchJson } from './fetch-json.ts';

interface Context {
  server: Server;
  origin: string;
  /** What the server says of itself, by path. */
  documents: Map<string, JsonObject>;
  /** Instead of 200, by path. */
  statuses: Map<string, number>;
  challenge: string;
}
const test = suite<Context>('where to sign in');

test.before.each(async (context) => {
  const documents = new Map<string, JsonObject>();
  const statuses = new Map<string, number>();
  context.challenge = '';
  const server = createServer((request, response) => {
    const document = documents.get(request.url ?? '');
    if (request.url === '/endless') return endless(response);
    if (context.challenge !== '' && request.method === 'POST') response.setHeader('www-authenticate', context.challenge);
    response.writeHead(document === undefined ? 404 : (statuses.get(request.url ?? '') ?? 200)).end(JSON.stringify(document ?? {}));
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  documents.set('/.well-known/oauth-authorization-server', {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    code_challenge_methods_supported: ['S256'],
  });
  Object.assign(context, { server, origin, documents, statuses });
});
test.after.each(({ server }) => {
  server.closeAllConnections();
  server.close();
});

/** Writes for as long as it is read. */
function endless(response: NodeJS.WritableStream): void {
  const chunk = 'x'.repeat(64 * 1024);
  const write = (): void => {
    while (response.write(chunk));
  };
  response.on('drain', write);
  write();
}

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'succeeded',
    (failure: Error) => failure.message,
  );

test('[cli-program.login.hostile] a token is asked for the endpoint or what it lies in, never for a neighbour', async ({
  documents,
  origin,
}) => {
  const place = '/.well-known/oauth-protected-resource/team/mcp';
  const withResource = (resource: string) => {
    documents.set(place, { resource, authorization_servers: [origin] });
    return discover(`${origin}/team/mcp`);
  };
  for (const resource of ['/team/mcp', '/team/mcp/', '/team', '/', ''])
    assert.is((await withResource(origin + resource)).resource, origin + resource);
  for (const resource of ['/other/mcp', '/team/mc', '/team/mcp/more', '/?team=other', '/team/mcp?x'])
    assert.is(await failureOf(withResource(origin + resource)), `${origin}${place} describes another server`, resource);
  assert.is(await failureOf(withResource('https://evil.example/team/mcp')), `${origin}${place} describes another server`);
});

test('[cli-program.login.hostile] metadata of another origin, or of another issuer, is not used', async (context) => {
  const { documents, origin } = context;
  context.challenge = `Bearer resource_metadata="http://localhost:${new URL(origin).port}/meta"`;
  documents.set('/meta', { resource: `${origin}/mcp`, authorization_servers: ['https://evil.example'] });
  documents.set('/.well-known/oauth-protected-resource', { resource: origin, authorization_servers: [origin] });
  assert.is((await discover(`${origin}/mcp`)).issuer, origin);
  const own = documents.get('/.well-known/oauth-authorization-server') ?? {};
  documents.set('/.well-known/oauth-authorization-server', { ...own, issuer: 'https://evil.example' });
  assert.match(await failureOf(discover(`${origin}/mcp`)), 'describes another issuer');
});

test('[cli-program.login.hostile] a server elsewhere cannot send the client to services of this machine', async () => {
  const elsewhere = 'https://mcp.example';
  const withDocuments = async (change: JsonObject, issuer = elsewhere): Promise<string> => {
    const endpoints = { authorization_endpoint: `${elsewhere}/authorize`, token_endpoint: `${elsewhere}/token` };
    const metadata = { issuer, ...endpoints, code_challenge_methods_supported: ['S256'], ...change };
    const { fetch } = globalThis;
    const asked: string[] = [];
    globalThis.fetch = async (url) => {
      const { hostname, pathname } = new URL(new Request(url).url);
      asked.push(hostname);
      const isResource = pathname.includes('oauth-protected-resource');
      return Response.json(isResource ? { resource: elsewhere, authorization_servers: [issuer] } : metadata);
    };
    const outcome = await failureOf(discover(`${elsewhere}/mcp`));
    globalThis.fetch = fetch;
    assert.equal(new Set(asked), new Set(['mcp.example']));
    return outcome;
  };
  assert.is(await withDocuments({}), 'succeeded');
  const here = 'http://127.0.0.1:9200';
  const refused = `${elsewhere} names ${here}, an address of this machine, for signing in`;
  for (const name of ['authorization', 'token', 'registration', 'revocation'])
    assert.is(await withDocuments({ [`${name}_endpoint`]: `${here}/x` }), refused, name);
  assert.is(await withDocuments({}, here), refused);
  const spellings = [
    'localhost:8443',
    'localhost.:8443',
    'a.localhost',
    '127.0.0.2',
    '0x7f.1',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ];
  for (const spelling of spellings) assert.match(await withDocuments({}, `https://${spelling}`), 'an address of this machine', spelling);
});

test('the issuer is the one that the metadata names, to the letter: redirects are compared with it', async ({ documents, origin }) => {
  const own = documents.get('/.well-known/oauth-authorization-server') ?? {};
  documents.set('/.well-known/oauth-authorization-server', { ...own, issuer: `${origin}/` });
  documents.set('/.well-known/oauth-protected-resource', { resource: origin, authorization_servers: [origin] });
  assert.is((await discover(`${origin}/mcp`)).issuer, `${origin}/`);
});

test('a document of the resource that says too little, or comes with an error, is passed over', async ({ documents, origin, statuses }) => {
  const first = '/.well-known/oauth-protected-resource/mcp';
  const usable = { resource: `${origin}/mcp`, authorization_servers: [origin], scopes_supported: ['found'] };
  documents.set('/.well-known/oauth-protected-resource', usable);
  const scopeBehind = async (document: JsonObject): Promise<string | undefined> => {
    documents.set(first, document);
    return (await discover(`${origin}/mcp`)).scope;
  };
  assert.is(await scopeBehind({ ...usable, scopes_supported: ['read', 1, 'write'] }), 'read write');
  for (const scopes of ['read', [], [1], undefined]) {
    const { scopes_supported: _, ...rest } = usable;
    assert.is(await scopeBehind(scopes === undefined ? rest : { ...rest, scopes_supported: scopes }), undefined, JSON.stringify(scopes));
  }
  for (const servers of ['https://evil.example', [], [1], null])
    assert.is(await scopeBehind({ ...usable, scopes_supported: ['not here'], authorization_servers: servers }), 'found');
  statuses.set(first, 500);
  assert.is(await scopeBehind({ ...usable, scopes_supported: ['not here'] }), 'found');
});

test('the resource is the endpoint where the document names none, its query included', async ({ documents, origin }) => {
  const place = '/.well-known/oauth-protected-resource/mcp';
  const resourceOf = async (resource: string | undefined): Promise<string> => {
    documents.set(place, { authorization_servers: [origin], ...(resource === undefined ? {} : { resource }) });
    return (await discover(`${origin}/mcp?team=a`)).resource;
  };
  assert.is(await resourceOf(undefined), `${origin}/mcp?team=a`);
  for (const resource of [`${origin}/mcp?team=a`, `${origin}/mcp`]) assert.is(await resourceOf(resource), resource);
});

test('an endpoint without a path is found by its origin alone; one that says nothing is named', async ({ documents, origin }) => {
  assert.is(await failureOf(discover(origin)), `${origin}/ names no authorization server`);
  documents.set('/.well-known/oauth-protected-resource', { resource: origin, authorization_servers: [origin] });
  assert.is((await discover(origin)).issuer, origin);
});

test('metadata with an error, or without an issuer, is passed over for that of OpenID Connect', async ({ documents, origin, statuses }) => {
  const first = '/.well-known/oauth-authorization-server';
  const own = documents.get(first) ?? {};
  documents.set('/.well-known/openid-configuration', {
    ...own,
    token_endpoint: `${origin}/other`,
    authorization_response_iss_parameter_supported: true,
  });
  const found = async (document: JsonObject): Promise<readonly unknown[]> => {
    documents.set(first, document);
    const { namesItself, tokenEndpoint } = await discover(`${origin}/mcp`, origin);
    return [tokenEndpoint, namesItself];
  };
  assert.equal(await found(own), [`${origin}/token`, false]);
  const { issuer: _, ...nameless } = own;
  assert.equal(await found(nameless), [`${origin}/other`, true]);
  statuses.set(first, 500);
  assert.equal(await found(own), [`${origin}/other`, true]);
  documents.clear();
  assert.is(await failureOf(discover(`${origin}/mcp`, origin)), `${origin} publishes no metadata of an authorization server`);
});

test('[cli-program.login.hostile] an answer without an end is refused', async ({ origin }) => {
  assert.is(await failureOf(fetchJson(`${origin}/endless`)), 'The answer is larger than 1 MB');
});

test.run();
