import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../../src/compiler/index.ts';
import type { Target } from '../../../src/compiler/target.ts';
import { bundleOf, copyFixture, requestOf } from '../compile.ts';
import { OAuthDriver } from '../oauth-driver.ts';
import { modernRequest, openStream, parseWire, send, type WireAnswer, type WireRequest, type WireStream } from '../wire-client.ts';

/** Something to sign in to, to stream, to wait for, and to send bytes, cookies and queries through. */
const main = `
import { Service, tool } from '@service/sdk';

const whoami = tool({ name: 'whoami', description: 'Tells who calls.' })((_input, { auth }) => auth.user.sub);
const count = tool({ name: 'count', description: 'Reports progress.' })((_input, ctx) => {
  ctx.progress(1, 2);
  ctx.progress(2, 2);
  return 'counted';
});
const wait = tool({ name: 'wait', description: 'Runs until its client leaves or its time is over.' })(
  (_input, ctx) =>
    new Promise((resolve) => {
      ctx.signal.addEventListener('abort', () => {
        process.stderr.write('CALL ENDED\\n');
        resolve('cancelled');
      });
      ctx.progress(1, 2);
    }),
);
const fail = tool({ name: 'fail', description: 'Always fails.' })(() => {
  throw new Error('the database is gone');
});

@Service({
  info: { name: 'functions', version: '1.0.0' },
  tools: [whoami, count, wait, fail],
  http: {
    routes: [
      {
        method: 'POST',
        path: '/echo',
        handler: async (request) => new Response(await request.arrayBuffer(), { headers: { 'content-type': 'application/octet-stream' } }),
      },
      {
        method: 'GET',
        path: '/seen',
        handler: (request) => {
          const { origin, searchParams } = new URL(request.url);
          const headers = new Headers([['set-cookie', 'first=1; Path=/'], ['set-cookie', 'second=2; Path=/']]);
          return Response.json({ origin, a: searchParams.getAll('a'), cookie: request.headers.get('cookie') }, { headers });
        },
      },
      { method: 'GET', path: '/hang', handler: () => new Promise(() => undefined) },
      {
        method: 'GET',
        path: '/broken',
        handler: () => {
          throw new Error('the database is gone');
        },
      },
    ],
  },
  auth: { mode: 'local', dcr: { enabled: true } },
})
export default class Server {}
`;

export interface FunctionProject {
  readonly root: string;
  /** What the build warned of. */
  readonly warnings: readonly string[];
  remove(): void;
}

/** Writes a build into `folder` of a project of its own. */
export async function buildFunction(target: Target, folder: string): Promise<FunctionProject> {
  const { remove, root } = copyFixture('local-auth', { 'src/main.ts': main, 'src/options.ts': 'export {};\n' });
  const { result } = await bundleOf(requestOf(root, 'functions'), target);
  await writeOutput(requestOf(root, 'functions'), result, join(root, folder));
  return { root, remove, warnings: result.diagnostics.map(({ code }) => code) };
}

/** A client of a booted function, signed in. */
export interface SignedIn {
  readonly token: string;
  readonly oauth: OAuthDriver;
  send(request: Omit<WireRequest, 'port'>): Promise<WireAnswer>;
  call(name: string): Promise<WireAnswer>;
  /** The call's answer as it comes. */
  open(name: string): Promise<WireStream>;
}

/** Registers, signs in and refreshes, as a client off this machine does: the address in all documents is that of the gateway. */
export async function signInto(port: number): Promise<SignedIn> {
  const headers = { host: `localhost:${port}` };
  const sendTo: SignedIn['send'] = (request) => send({ port, ...request, headers: { ...headers, ...request.headers } });
  const oauth = new OAuthDriver(sendTo, `https://localhost:${port}`);
  const refused = await sendTo({ path: '/mcp', ...modernRequest('tools/list') });
  assert.is(refused.status, 401, refused.text);
  assert.match(refused.headers['www-authenticate'] ?? '', `resource_metadata="${oauth.origin}/.well-known/oauth-protected-resource"`);
  // Clients look here where a gateway renames the header.
  const document = JSON.parse((await oauth.get('/.well-known/oauth-protected-resource/mcp')).text) as object;
  assert.is(Reflect.get(document, 'resource'), `${oauth.origin}/mcp`);
  const { clientId, tokens } = await oauth.signIn();
  assert.is((await oauth.refresh(clientId, tokens.refresh_token)).status, 200);
  const token = tokens.access_token;
  const requestOfCall = (name: string) => {
    const request = modernRequest('tools/call', { name, arguments: {} }, { meta: { progressToken: 'p' } });
    return { path: '/mcp', ...request, headers: { ...headers, ...request.headers, authorization: `Bearer ${token}` } };
  };
  return {
    token,
    oauth,
    send: sendTo,
    call: (name) => sendTo(requestOfCall(name)),
    open: (name) => openStream({ port, ...requestOfCall(name) }),
  };
}

/** The messages of an answer that streams, in one piece. */
const messagesOf = ({ text }: WireAnswer): readonly string[] =>
  text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [line.slice(6)] : []));

/** Every kind of answer, whatever calls the function. `cookies`: how many of an answer its gateway passes on. */
export async function answersEverything(client: SignedIn, { cookies }: { readonly cookies: number }): Promise<void> {
  const { oauth } = client;
  assert.match((await client.call('whoami')).text, '"text":');
  const counted = await client.call('count');
  const messages = messagesOf(counted);
  assert.is(messages.length, 3, counted.text);
  for (const [index, text] of ['"progress":1', '"progress":2', 'counted'].entries()) assert.match(messages[index] ?? '', text);

  const bytes = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256));
  const echoed = await client.send({ path: '/echo', headers: { 'content-type': 'application/octet-stream' }, body: bytes });
  assert.is(echoed.status, 200, echoed.text);
  assert.is(echoed.text, bytes.toString('utf8'));
  assert.is(echoed.headers['content-type'], 'application/octet-stream');
  const text = JSON.stringify({ text: 'Grüße, 世界' });
  assert.is((await client.send({ path: '/echo', headers: { 'content-type': 'application/json' }, body: text })).text, text);

  const seen = await client.send({ method: 'GET', path: '/seen?a=1&b=x&a=%26%2B%20', headers: { cookie: 'c=1; d=2' } });
  assert.is(seen.status, 200, seen.text);
  const { origin, a, cookie } = JSON.parse(seen.text) as Record<string, unknown>;
  assert.equal(origin, oauth.origin);
  assert.equal(a, cookies === 1 ? ['&+ '] : ['1', '&+ ']);
  assert.is(cookie, 'c=1; d=2');
  assert.equal(seen.headers['set-cookie'], ['first=1; Path=/', 'second=2; Path=/'].slice(0, cookies));

  assert.match((await client.call('fail')).text, '"isError":true');
  const broken = await client.send({ method: 'GET', path: '/broken' });
  assert.is(broken.status, 500);
  assert.not.match(broken.text, 'database');
  const unknown = await client.send({ method: 'GET', path: '/nothing' });
  assert.is(unknown.status, 404);
  assert.equal(parseWire(unknown.text), { error: 'Not Found', entryPaths: ['/mcp'] });
  assert.is((await client.send({ method: 'GET', path: '/readyz' })).status, 404);
  assert.is((await client.send({ method: 'HEAD', path: '/healthz' })).status, 200);
}
