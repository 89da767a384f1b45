import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLogger, utf8, type LogRecord } from '../../../std/index.ts';
import { DocumentRefused, type DocumentRequest } from '../../../web/document-fetch.ts';
import type { Client } from '../clients/client.ts';
import { readCimdOptions, CimdProblem, type CimdCode } from './cimd-options.ts';
import { createCimdSource } from './create-cimd-source.ts';
import { MemoryDocumentCache } from './document-cache.ts';
import { createEdgeDocumentFetch } from './edge-document-fetch.ts';

const id = 'https://desk.example/client.json';
const document = { client_id: id, client_name: 'Desk', redirect_uris: ['https://desk.example/back'] };
const address = { baseUrl: 'https://mcp.example', issuer: 'https://mcp.example', resource: 'https://mcp.example/' };

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Scene {
  readonly cimd?: object;
  readonly reply?: (request: DocumentRequest) => Reply | Promise<Reply>;
}

function scene({ cimd = {}, reply = () => ({}) }: Scene = {}) {
  const requests: DocumentRequest[] = [];
  const logged: LogRecord[] = [];
  const time = { now: 1_000_000 };
  const source = createCimdSource({
    options: readCimdOptions(cimd),
    cache: new MemoryDocumentCache(),
    clock: () => time.now,
    logger: createLogger((record) => logged.push(record), 'debug'),
    fetch: async (request) => {
      requests.push(request);
      const { body = document, headers = {}, status = 200 } = await reply(request);
      const all: Readonly<Record<string, string>> = { 'content-type': 'application/json', ...headers };
      return { status, header: (name) => all[name], body: utf8(typeof body === 'string' ? body : JSON.stringify(body)) };
    },
  });
  return { find: (clientId = id, from?: string) => source.find(clientId, { ...address, from }), source, requests, logged, time };
}

async function codeOf(found: Promise<Client | undefined>): Promise<CimdCode | undefined> {
  const failure = await found.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure === undefined) return undefined;
  assert.instance(failure, CimdProblem);
  const problem = failure as CimdProblem;
  assert.is(problem.status, 400, 'the page is a 400');
  assert.match(problem.message, problem.code);
  return problem.code;
}

test('[cimd.client] a client is what its document says', async () => {
  const { find, requests } = scene();
  assert.equal(await find(), {
    clientId: id,
    clientName: 'Desk',
    redirectUris: ['https://desk.example/back'],
    tokenEndpointAuthMethod: 'none',
    grantTypes: ['authorization_code', 'refresh_token'],
    responseTypes: ['code'],
    source: 'cimd',
  });
  assert.equal(requests[0]?.headers, { accept: 'application/json' });
  assert.equal([requests[0]?.timeoutMs, requests[0]?.maxBytes, requests[0]?.publicOnly], [5000, 5120, true]);
  assert.is(await find('an-id-of-another-kind'), undefined);
  assert.is(await find('http://desk.example/client.json'), undefined);
});

test('[cimd.url] an address with two spellings is not a client id', async () => {
  const { find, requests } = scene();
  for (const bad of [
    'https://desk.example',
    'https://desk.example/',
    'https://desk.example/?a=b',
    'https://desk.example/c#x',
    'https://desk.example/c#',
    'https://u:p@desk.example/c',
    'https://u@desk.example/c',
    'https://desk.example/a/../c',
    'https://desk.example/a/%2e%2e/c',
    'https://desk.example/./c',
    'https://DESK.example/c',
    'HTTPS://desk.example/c',
    'https://desk.example:443/c',
    'https://desk.example/c d',
    'https:desk.example/c',
    'https://[::1/c',
    'https://',
    `https://desk.example/${'x'.repeat(2100)}`,
  ])
    assert.is(await codeOf(find(bad)), 'INVALID_CLIENT_ID_URL', bad.slice(0, 60));
  assert.is(requests.length, 0);
  const longest = `https://desk.example/${'x'.repeat(2048 - 21)}`;
  assert.is(await codeOf(find(longest)), 'CIMD_CLIENT_ID_MISMATCH');
  assert.is(await codeOf(find(`${longest}x`)), 'INVALID_CLIENT_ID_URL');
  assert.is(await codeOf(find('https://desk.example:8443/c?v=1')), 'CIMD_CLIENT_ID_MISMATCH');
});

test('[cimd.document] what a document must and must not hold', async () => {
  const cases: [object | string, CimdCode][] = [
    [{ ...document, client_id: `${id}/` }, 'CIMD_CLIENT_ID_MISMATCH'],
    [{ ...document, client_id: undefined }, 'CIMD_CLIENT_ID_MISMATCH'],
    [{ ...document, client_name: undefined }, 'CIMD_VALIDATION_ERROR'],
    [{ ...document, client_name: '' }, 'CIMD_VALIDATION_ERROR'],
    [{ ...document, redirect_uris: undefined }, 'CIMD_VALIDATION_ERROR'],
    [{ ...document, redirect_uris: [] }, 'CIMD_VALIDATION_ERROR'],
    [{ ...document, redirect_uris: 'https://desk.example/back' }, 'CIMD_VALIDATION_ERROR'],
    [{ ...document, redirect_uris: [1] }, 'CIMD_VALIDATION_ERROR'],
    [{ ...document, client_secret: 'x' }, 'CIMD_VALIDATION_ERROR'],
    [{ ...document, client_secret_expires_at: 0 }, 'CIMD_VALIDATION_ERROR'],
    [{ ...document, token_endpoint_auth_method: 'client_secret_basic' }, 'CIMD_VALIDATION_ERROR'],
    [{ ...document, jwks: { keys: [{ kty: 'EC', d: 'x' }] } }, 'CIMD_VALIDATION_ERROR'],
    [{ ...document, jwks: { keys: [{ kty: 'oct', k: 'x' }] } }, 'CIMD_VALIDATION_ERROR'],
    [{ ...document, grant_types: [] }, 'CIMD_VALIDATION_ERROR'],
    [{ ...document, scope: 1 }, 'CIMD_VALIDATION_ERROR'],
    [[document], 'CIMD_VALIDATION_ERROR'],
    ['null', 'CIMD_VALIDATION_ERROR'],
    ['{', 'CIMD_VALIDATION_ERROR'],
    ['\u{d800}', 'CIMD_VALIDATION_ERROR'],
    [`{"__proto__":${JSON.stringify(document)}}`, 'CIMD_CLIENT_ID_MISMATCH'],
  ];
  for (const [body, code] of cases) assert.is(await codeOf(scene({ reply: () => ({ body }) }).find()), code, JSON.stringify(body));
});

test('[cimd.status] only 200 with JSON is a document', async () => {
  for (const status of [201, 204, 301, 302, 304, 307, 400, 404, 500])
    assert.is(
      await codeOf(scene({ reply: () => ({ status, headers: { location: 'https://desk.example/other' } }) }).find()),
      'CIMD_FETCH_ERROR',
      String(status),
    );
  for (const type of ['text/html', 'application/jsonx', ''])
    assert.is(await codeOf(scene({ reply: () => ({ headers: { 'content-type': type } }) }).find()), 'CIMD_FETCH_ERROR', type);
  const good = scene({ reply: () => ({ headers: { 'content-type': 'application/client+json; charset=utf-8' } }) });
  assert.is((await good.find())?.clientName, 'Desk');
});

test('[cimd.codes] why a fetch failed is named', async () => {
  const reasons = { address: 'CIMD_SECURITY_ERROR', 'too-large': 'CIMD_RESPONSE_TOO_LARGE', failed: 'CIMD_FETCH_ERROR' } as const;
  for (const reason of ['address', 'too-large', 'failed'] as const) {
    const { find } = scene({
      reply: () => {
        throw new DocumentRefused(reason, 'because');
      },
    });
    assert.is(await codeOf(find()), reasons[reason]);
  }
});

test('a failure outside the document is not reported as a fault of the document', async () => {
  const { find } = scene({
    reply: () => {
      throw new TypeError('a bug');
    },
  });
  const failure = await find().catch((error: unknown) => error);
  assert.instance(failure, TypeError);
});

test('[cimd.disabled] switched off, an address is unknown and nothing is fetched', async () => {
  const { find, requests, source } = scene({ cimd: { enabled: false } });
  assert.is(await find(), undefined);
  assert.is(requests.length, 0);
  assert.match(source.whyUnknown?.(id) ?? '', /does not take addresses of metadata documents/);
  assert.equal([source.whyUnknown?.('registered'), source.vouchesFor?.(id)], [undefined, false]);
  const served = scene().source;
  assert.equal([served.whyUnknown?.(id), served.vouchesFor?.(id), served.vouchesFor?.('registered')], [undefined, true, false]);
});

test('[cimd.cache] a document is kept as long as it says, within bounds, and asked for again with its ETag', async () => {
  const replies: Reply[] = [
    { headers: { 'cache-control': 'public, max-age=120', etag: '"1"' } },
    { status: 304, headers: { 'cache-control': 'max-age=1' } },
  ];
  const { find, requests, time } = scene({ reply: () => replies.shift() ?? {} });
  await find();
  time.now += 119_999;
  await find();
  assert.is(requests.length, 1);
  time.now += 1;
  assert.is((await find())?.clientName, 'Desk');
  assert.is(requests[1]?.headers['if-none-match'], '"1"');
  time.now += 59_999;
  await find();
  assert.is(requests.length, 2, 'one second was raised to the least time');
  time.now += 1;
  await find();
  assert.is(requests.length, 3);
});

test('[cimd.cache.bounds] max-age is bounded above, no-store below, and absence is the default', async () => {
  const kept = async (cacheControl: string | undefined): Promise<number> => {
    const { find, requests, time } = scene({
      reply: () => (cacheControl === undefined ? {} : { headers: { 'cache-control': cacheControl } }),
    });
    await find();
    for (const ms of [60_000, 3_540_000, 82_800_000]) {
      time.now += ms - 1;
      await find();
      assert.is(requests.length, 1);
      time.now += 1;
      await find();
      if (requests.length > 1) return time.now - 1_000_000;
    }
    return Number.POSITIVE_INFINITY;
  };
  assert.is(await kept('no-store'), 60_000);
  assert.is(await kept('no-cache, max-age=600'), 60_000);
  assert.is(await kept(undefined), 3_600_000);
  assert.is(await kept('max-age=9999999'), 86_400_000);
});

test('[cimd.cache.errors] errors are not kept, and a document that went bad is not used any more', async () => {
  const replies: Reply[] = [{ status: 500 }, {}, { body: { ...document, client_secret: 'x' } }, {}];
  const { find, requests, time } = scene({ reply: () => replies.shift() ?? {} });
  assert.is(await codeOf(find()), 'CIMD_FETCH_ERROR');
  assert.is((await find())?.clientName, 'Desk');
  time.now += 3_600_000;
  assert.is(await codeOf(find()), 'CIMD_VALIDATION_ERROR');
  assert.is((await find())?.clientName, 'Desk');
  assert.is(requests.length, 4);
});

test('[cimd.coalesce] a hundred sign-ins at once fetch a document once; too many addresses at once are refused', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const { find, requests } = scene({ reply: async ({ url }) => (await gate, { body: { ...document, client_id: url.href } }) });
  const many = Array.from({ length: 100 }, () => find());
  const others = Array.from({ length: 31 }, (_item, index) => find(`https://desk.example/${index}.json`));
  const refusal: unknown = await find('https://desk.example/one-too-many.json').catch((failure: unknown) => failure);
  assert.equal(refusal instanceof CimdProblem && [refusal.code, refusal.status], ['CIMD_FETCH_ERROR', 503]);
  release();
  assert.is(new Set(await Promise.all(many)).size, 1);
  await Promise.all(others);
  assert.is(requests.length, 32);
});

test('[I15.totals.fetches] one address cannot take every fetch that runs at one time', async () => {
  let letGo: (reply: Reply) => void = () => undefined;
  const held = new Promise<Reply>((resolve) => (letGo = resolve));
  const source = scene({ reply: ({ url }) => (url.host === 'slow.example' ? held : {}) });
  const slow = Array.from({ length: 20 }, (_, at) =>
    source.find(`https://slow.example/${at}`, '192.0.2.1').catch((error: unknown) => error),
  );
  assert.is((await source.find(id, '192.0.2.2'))?.clientId, id);
  const refusals = (await Promise.all(slow.slice(8))) as readonly unknown[];
  for (const refusal of refusals) assert.is(refusal instanceof CimdProblem && refusal.status, 503);
  letGo({ status: 404 });
  await Promise.all(slow);
  assert.is(await source.find('https://slow.example/0', '192.0.2.1').catch((error: CimdProblem) => error.status), 400, 'free again');
});

test('[cimd.domains] allowed and blocked domains, and our own address', async () => {
  const allowed = { security: { allowedDomains: ['desk.example', '*.good.example'] } };
  assert.is(await codeOf(scene({ cimd: allowed }).find()), undefined);
  assert.is(await codeOf(scene({ cimd: allowed }).find('https://sub.desk.example/c')), 'CIMD_SECURITY_ERROR');
  assert.is(await codeOf(scene({ cimd: allowed }).find('https://evilgood.example/c')), 'CIMD_SECURITY_ERROR');
  assert.is(await codeOf(scene({ cimd: allowed }).find('https://a.good.example/c')), 'CIMD_CLIENT_ID_MISMATCH');
  const blocked = { security: { blockedDomains: ['Desk.example'] } };
  for (const url of [id, 'https://sub.desk.example/c', 'https://desk.example./c', 'https://desk.example../c'])
    assert.is(await codeOf(scene({ cimd: blocked }).find(url)), 'CIMD_SECURITY_ERROR', url);
  const { find, requests } = scene();
  for (const host of ['mcp.example', 'mcp.example.', 'mcp.example..'])
    assert.is(await codeOf(find(`https://${host}/oauth/authorize`)), 'CIMD_SECURITY_ERROR', host);
  assert.is(requests.length, 0);
});

test('[cimd.redirects] redirects are followed only where the options say so, and each hop is checked', async () => {
  const moved =
    (location: string): Scene['reply'] =>
    ({ url }) =>
      url.href === id ? { status: 302, headers: { location } } : {};
  const policy = (redirectPolicy: string): object => ({ network: { redirectPolicy } });
  assert.is(await codeOf(scene({ cimd: policy('same-origin'), reply: moved('/other.json') }).find()), undefined);
  assert.is(await codeOf(scene({ cimd: policy('same-origin'), reply: moved('https://else.example/c') }).find()), 'CIMD_SECURITY_ERROR');
  assert.is(await codeOf(scene({ cimd: policy('allow'), reply: moved('https://else.example/c') }).find()), undefined);
  assert.is(await codeOf(scene({ cimd: policy('allow'), reply: moved('http://else.example/c') }).find()), 'INVALID_CLIENT_ID_URL');
  assert.is(await codeOf(scene({ cimd: policy('allow'), reply: moved('https://mcp.example/x') }).find()), 'CIMD_SECURITY_ERROR');
  for (const headers of [{} as Record<string, string>, { location: 'https://' }]) {
    const nowhere = scene({ cimd: policy('allow'), reply: () => ({ status: 302, headers }) });
    assert.is(await codeOf(nowhere.find()), 'CIMD_FETCH_ERROR');
    assert.is(nowhere.requests.length, 1);
  }
  for (const status of [299, 400]) {
    const other = scene({ cimd: policy('allow'), reply: () => ({ status, headers: { location: '/other' } }) });
    assert.is(await codeOf(other.find()), 'CIMD_FETCH_ERROR');
    assert.is(other.requests.length, 1, `${status} is no redirect`);
  }
  const endless = scene({ cimd: policy('allow'), reply: ({ url }) => ({ status: 302, headers: { location: `${url.pathname}x` } }) });
  assert.is(await codeOf(endless.find()), 'CIMD_FETCH_ERROR');
  assert.is(endless.requests.length, 6);
});

test('[cimd.options] limits and tests: the options reach the fetch', async () => {
  const { find, requests } = scene({
    cimd: { network: { timeoutMs: 1, maxResponseSizeBytes: 65_536 }, security: { allowInsecureForTesting: true } },
    reply: ({ url }) => ({ body: { ...document, client_id: url.href } }),
  });
  assert.is((await find('http://127.0.0.1:9/c'))?.clientId, 'http://127.0.0.1:9/c');
  assert.equal([requests[0]?.timeoutMs, requests[0]?.maxBytes, requests[0]?.publicOnly], [1, 65_536, false]);
  const open = scene({ cimd: { security: { blockPrivateIPs: false } } });
  await open.find();
  assert.is(open.requests[0]?.publicOnly, false);
});

test('[cimd.loopback] a client that only returns to one computer is logged, unless switched off', async () => {
  const reply = (): Reply => ({ body: { ...document, redirect_uris: ['http://127.0.0.1:1/a', 'http://localhost/b', 'http://[::1]/c'] } });
  const warned = scene({ reply });
  await warned.find();
  assert.is(warned.logged.filter(({ level }) => level === 'warn').length, 1);
  const quiet = scene({ reply, cimd: { security: { warnOnLocalhostRedirects: false } } });
  await quiet.find();
  assert.is(quiet.logged.length, 0);
});

const edgeRequest = (url: string): DocumentRequest => ({
  url: new URL(url),
  headers: { accept: 'application/json' },
  timeoutMs: 1000,
  maxBytes: 10,
  publicOnly: true,
});

test('[R24.edge] without a resolver, hosts that can only be inside are refused by name and redirects are not followed', async () => {
  const calls: (RequestInit | undefined)[] = [];
  const fetch = createEdgeDocumentFetch(async (_url, init) => {
    calls.push(init);
    return new Response('{}', { status: 302, headers: { location: 'https://inner.example/' } });
  });
  for (const host of [
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    '8.8.8.8',
    'localhost',
    'localhost.',
    'localhost..',
    'intra',
    'db.internal',
    'printer.local',
    'printer.local.',
    'a.localhost',
  ]) {
    const failure = await fetch(edgeRequest(`https://${host}/c`)).catch((error: unknown) => error);
    assert.instance(failure, DocumentRefused, host);
    assert.is((failure as DocumentRefused).reason, 'address', host);
  }
  assert.is(calls.length, 0);
  const answer = await fetch(edgeRequest('https://desk.example/c'));
  assert.is(answer.status, 302);
  assert.is(calls[0]?.redirect, 'manual');
  assert.is(calls.length, 1);
});

test('[R24.edge.size] at the edge the size is counted after decompression, and a failed call is a failure in words', async () => {
  const large = createEdgeDocumentFetch(async () => new Response('x'.repeat(11)));
  const failure = await large(edgeRequest('https://desk.example/c')).catch((error: unknown) => error);
  assert.is((failure as DocumentRefused).reason, 'too-large');
  const exact = createEdgeDocumentFetch(async () => new Response('x'.repeat(10)));
  assert.is((await exact(edgeRequest('https://desk.example/c'))).body.length, 10);
  const inner = await exact({ ...edgeRequest('https://127.0.0.1/c'), publicOnly: false });
  assert.is(inner.status, 200);
  const broken = createEdgeDocumentFetch(() => Promise.reject(new Error('secret detail')));
  const second = await broken(edgeRequest('https://desk.example/c')).catch((error: unknown) => error);
  assert.is((second as DocumentRefused).reason, 'failed');
  assert.not.match((second as DocumentRefused).message, 'secret detail');
});

test.run();
