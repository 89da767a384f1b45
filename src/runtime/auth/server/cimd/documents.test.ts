/* Metadata documents of clients, one rule at a time: their bounds, the cache in memory, and the options. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLogger, utf8 } from '../../../std/index.ts';
import { DocumentRefused, type DocumentRequest } from '../../../web/document-fetch.ts';
import { readCimdOptions, CimdProblem } from './cimd-options.ts';
import { createCimdSource, readClientDocument } from './create-cimd-source.ts';
import { MemoryDocumentCache } from './document-cache.ts';
import { createEdgeDocumentFetch } from './edge-document-fetch.ts';

const id = 'https://desk.example/client.json';
const document = { client_id: id, client_name: 'Desk', redirect_uris: ['https://desk.example/back'] };

/** What of a document is wrong, without what every problem begins with. */
function problemOf(body: object | string | Uint8Array): string {
  try {
    readClientDocument(body instanceof Uint8Array ? body : utf8(typeof body === 'string' ? body : JSON.stringify(body)), id);
    return 'none';
  } catch (failure) {
    if (!(failure instanceof CimdProblem)) throw failure;
    return failure.message.split('is not valid: ')[1] ?? failure.message;
  }
}

test('[cimd.document] a document that cannot be read says why', () => {
  assert.is(problemOf(new Uint8Array([0x7b, 0xff, 0x7d])), 'it is not UTF-8');
  for (const text of ['', '{', '<html>']) assert.is(problemOf(text), 'it is not JSON', text);
  for (const text of ['null', '7', '"x"', 'true', '[]', '[{}]']) assert.is(problemOf(text), 'it is not a JSON object', text);
});

test('[cimd.document] lists have 1 to 100 texts, texts 1 to 2,048 characters', () => {
  const uris = (length: number) => ({ ...document, redirect_uris: Array.from({ length }, (_, at) => `https://desk.example/${at}`) });
  assert.is(problemOf(uris(100)), 'none');
  const wrong = (name: string) => `${name} must be a list of texts that is not empty`;
  assert.is(problemOf(uris(101)), wrong('redirect_uris'));
  for (const name of ['redirect_uris', 'grant_types', 'response_types'])
    for (const value of [[], ['a', 7], ['a', ''], ['a', 'x'.repeat(2049)], 'a', {}, null])
      assert.is(problemOf({ ...document, [name]: value }), wrong(name), JSON.stringify(value).slice(0, 30));
  assert.is(problemOf({ ...document, redirect_uris: ['x'.repeat(2048)] }), 'none');
  assert.is(problemOf({ ...document, client_name: 'x'.repeat(2048) }), 'none');
  for (const client_name of ['x'.repeat(2049), '', 7, null]) assert.is(problemOf({ ...document, client_name }), 'client_name is required');
  for (const scope of ['x'.repeat(2049), '', 7, null]) assert.is(problemOf({ ...document, scope }), 'scope must be a text');
});

test('[cimd.document] what it says of itself is taken over; public keys may be in it, private ones and secrets not', () => {
  const said = {
    ...document,
    scope: 'a b',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  const { clientId, grantTypes, responseTypes, scope } = readClientDocument(utf8(JSON.stringify(said)), id);
  assert.equal([clientId, scope, grantTypes, responseTypes], [id, 'a b', ['authorization_code'], ['code']]);
  assert.not.ok('scope' in readClientDocument(utf8(JSON.stringify(document)), id));
  const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };
  for (const jwks of [{ keys: [key, null, 'd', 7] }, { keys: [] }, { keys: 'd' }, { keys: 7 }, {}, null, 'd', []])
    assert.is(problemOf({ ...document, jwks }), 'none', JSON.stringify(jwks));
  for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth'])
    assert.is(problemOf({ ...document, jwks: { keys: [key, { ...key, [name]: 'x' }] } }), 'jwks holds a private key', name);
  for (const name of ['client_secret', 'client_secret_expires_at'])
    for (const value of ['x', '', null]) assert.match(problemOf({ ...document, [name]: value }), `${name} must not be in it`);
});

const address = { baseUrl: 'https://mcp.example', issuer: 'https://id.mcp.example', resource: 'https://mcp.example/' };

test('[cimd.redirects] every status from 300 to 399 but 304 is a redirect', async () => {
  for (const [status, followed] of [
    [300, true],
    [399, true],
    [304, false],
    [299, false],
    [400, false],
  ] as const) {
    const asked: string[] = [];
    const source = createCimdSource({
      options: readCimdOptions({ network: { redirectPolicy: 'allow' } }),
      cache: new MemoryDocumentCache(),
      clock: () => 0,
      logger: silentLogger,
      fetch: async ({ url }) => {
        asked.push(url.pathname);
        const moved: Readonly<Record<string, string>> = { location: '/moved' };
        if (url.href === id) return { status, header: (name) => moved[name], body: utf8('') };
        return { status: 200, header: () => 'application/json', body: utf8(JSON.stringify(document)) };
      },
    });
    const found = await source.find(id, address).catch(() => undefined);
    assert.equal([found?.clientId, asked.length], followed ? [id, 2] : [undefined, 1], String(status));
  }
});

test('[cimd.domains] neither the address nor the issuer of this server vouches for clients, but in tests', async () => {
  const find = async (clientId: string, cimd: object) => {
    const body = utf8(JSON.stringify({ ...document, client_id: clientId }));
    const fetch = async () => ({ status: 200, header: () => 'application/json', body });
    const parts = { options: readCimdOptions(cimd), cache: new MemoryDocumentCache(), clock: () => 0, logger: silentLogger, fetch };
    return createCimdSource(parts)
      .find(clientId, address)
      .then(
        (found) => found?.clientId,
        (failure: unknown) => (failure instanceof CimdProblem ? failure.code : undefined),
      );
  };
  for (const own of ['https://mcp.example/c', 'https://id.mcp.example/c']) {
    assert.is(await find(own, {}), 'CIMD_SECURITY_ERROR', own);
    assert.is(await find(own, { security: { allowInsecureForTesting: true } }), own);
  }
  assert.is(await find('https://other.mcp.example/c', {}), 'https://other.mcp.example/c');
  const blocked = { security: { blockedDomains: ['*.bad.example', 'worse.example'] } };
  for (const host of ['a.bad.example', 'worse.example', 'a.worse.example', 'worse.example.'])
    assert.is(await find(`https://${host}/c`, blocked), 'CIMD_SECURITY_ERROR', host);
  for (const host of ['notbad.example', 'notworse.example']) assert.is(await find(`https://${host}/c`, blocked), `https://${host}/c`);
});

test('[cimd.options] a named store is used, and hosts are compared in lower case', () => {
  const kind = (cache: object) => {
    const { cacheRedis, cacheType } = readCimdOptions({ cache });
    return [cacheType, cacheRedis];
  };
  const redis = { host: 'r.example' };
  assert.equal(kind({}), ['memory', undefined]);
  assert.equal(kind({ redis }), ['redis', redis]);
  assert.equal(kind({ type: 'memory', redis }), ['memory', redis]);
  assert.equal(kind({ type: 'redis' }), ['redis', undefined]);
  const { allowedDomains, blockedDomains, redirectPolicy, timeoutMs } = readCimdOptions({ security: { blockedDomains: ['A.example'] } });
  assert.equal([allowedDomains, blockedDomains, redirectPolicy, timeoutMs], [undefined, ['a.example'], 'deny', 5000]);
  assert.is(readCimdOptions(undefined).enabled, true);
});

test('[R24.edge.size] at the edge a timeout of a document differs from a failed fetch', async () => {
  const request: DocumentRequest = { url: new URL(id), headers: {}, timeoutMs: 1, maxBytes: 10, publicOnly: true };
  const why = async (call: typeof fetch, timeoutMs: number): Promise<string> => {
    const failure = await createEdgeDocumentFetch(call)({ ...request, timeoutMs }).catch((error: unknown) => error);
    assert.instance(failure, DocumentRefused);
    return (failure as DocumentRefused).message;
  };
  const never: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      // As a connection does, it keeps the process going.
      const connection = setTimeout(() => reject(new Error('not aborted')), 60_000);
      init?.signal?.addEventListener('abort', () => (clearTimeout(connection), reject(new Error('aborted'))));
    });
  assert.is(await why(never, 1), 'no answer within 1 ms');
  assert.is(await why(() => Promise.reject(new Error('no way')), 60_000), 'desk.example could not be reached');
});

test('[R24.edge.size] a document that is too large is not read to its end', async () => {
  const request: DocumentRequest = { url: new URL(id), headers: {}, timeoutMs: 1000, maxBytes: 10, publicOnly: true };
  const seen = { parts: 0, cancelled: false };
  const endless = new ReadableStream<Uint8Array>({
    pull: (stream) => {
      seen.parts += 1;
      stream.enqueue(new Uint8Array(4));
    },
    cancel: () => void (seen.cancelled = true),
  });
  const failure = await createEdgeDocumentFetch(async () => new Response(endless))(request).catch((error: unknown) => error);
  assert.is((failure as DocumentRefused).reason, 'too-large');
  assert.ok(seen.cancelled && seen.parts < 6);
  const empty = await createEdgeDocumentFetch(async () => new Response(null, { status: 204 }))(request);
  assert.is(empty.body.length, 0);
});

test.run();
