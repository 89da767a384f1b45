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
  challenge: string;
}
const test = suite<Context>('where to sign in');

test.before.each(async (context) => {
  const documents = new Map<string, JsonObject>();
  context.challenge = '';
  const server = createServer((request, response) => {
    const document = documents.get(request.url ?? '');
    if (request.url === '/endless') return endless(response);
    if (context.challenge !== '' && request.method === 'POST') response.setHeader('www-authenticate', context.challenge);
    response.writeHead(document === undefined ? 404 : 200).end(JSON.stringify(document ?? {}));
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  documents.set('/.well-known/oauth-authorization-server', {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
  });
  Object.assign(context, { server, origin, documents });
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

test('the issuer is the one that the metadata names, to the letter: redirects are compared with it', async ({ documents, origin }) => {
  const own = documents.get('/.well-known/oauth-authorization-server') ?? {};
  documents.set('/.well-known/oauth-authorization-server', { ...own, issuer: `${origin}/` });
  documents.set('/.well-known/oauth-protected-resource', { resource: origin, authorization_servers: [origin] });
  assert.is((await discover(`${origin}/mcp`)).issuer, `${origin}/`);
});

test('[cli-program.login.hostile] an answer without an end is refused', async ({ origin }) => {
  assert.is(await failureOf(fetchJson(`${origin}/endless`)), 'The answer is larger than 1 MB');
});

test.run();
