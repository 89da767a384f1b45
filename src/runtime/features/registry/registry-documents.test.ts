import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fetchSmall } from '../../../../test/support/fetch-small.ts';
import { FetchExchange } from '../../hosts/fetch-exchange.ts';
import { readEnvironment } from '../../options/env.ts';
import { silentLogger } from '../../std/index.ts';
import { proofRoute } from '../registry-documents.ts';
import { Service, type RegistryOptions, type ServerMetadata } from '../../define/index.ts';

const test = suite('registry documents');

const name = 'com.example/weather';
const description = 'Weather forecasts for any city';
const named: RegistryOptions = { name, description };
const publicKey = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
const proofPath = '/.well-known/mcp-registry-auth';
const catalogPath = '/.well-known/ai-catalog.json';

interface Given extends Partial<ServerMetadata> {
  readonly variables?: Record<string, string>;
  readonly entryPath?: string;
  readonly peerAddress?: string;
}

interface Asked extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly origin?: string;
}

/** Asks a server with these options; the answer's body is read as text. */
function serverWith({ entryPath = '/mcp', peerAddress, variables = {}, ...options }: Given) {
  class Server {}
  Service({ info: { name: 'weather', version: '1.2.3' }, serve: false, ...options })(Server);
  const { handler, lines } = fetchSmall({ server: Server, entryPath, platform: { variables, peerAddress: () => peerAddress } });
  const ask = async (path: string, init: Asked = {}) => {
    const { origin = 'https://mcp.example.com', ...request } = init;
    const answer = await handler(
      new Request(`${origin}${path}`, { ...request, headers: { host: new URL(origin).host, ...request.headers } }),
    );
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { ask, lines };
}

const read = (text: string): Record<string, unknown> => ({ ...(JSON.parse(text) as object) });

test('[registry.proof] the proof is plain text at the root of the host, for a key or a whole record, with space around it dropped', async () => {
  const record = `v=MCPv1; k=ed25519; p=${publicKey}`;
  for (const given of [publicKey, `  ${publicKey}\n`, ` ${record} `]) {
    const answer = await serverWith({ registry: { publicKey: given } }).ask(proofPath);
    assert.is(answer.status, 200);
    assert.is(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.is(answer.text, record);
  }
  const p384 = 'v=MCPv1;k=ecdsap384;  p=Aocjjm+bRyy6Vn3u4sSB3ZjPsb4v7TRuPhSDj7gZzxwItCTRcIDH7dT4Kn2WsrINmQ==';
  assert.is((await serverWith({ registry: { publicKey: p384 } }).ask(proofPath)).text, p384);
});

test('[registry.proof-variable] without publicKey a variable is read on each request; publicKeyEnv names another one', async () => {
  const variables: Record<string, string> = {};
  const { answer } = proofRoute(
    { publicKeyEnv: 'MCP_REGISTRY_PUBLIC_KEY' },
    { environment: readEnvironment(variables), logger: silentLogger },
  );
  const exchange = new FetchExchange(new Request('https://mcp.example.com/'));
  assert.is((await answer(exchange)).status, 404);
  variables['MCP_REGISTRY_PUBLIC_KEY'] = publicKey;
  assert.is((await answer(exchange)).body, `v=MCPv1; k=ed25519; p=${publicKey}`);
  const other = serverWith({ registry: { publicKeyEnv: 'OTHER_KEY' }, variables: { OTHER_KEY: publicKey } });
  assert.is((await other.ask(proofPath)).status, 200);
});

test('[registry.proof-bad-variable] an invalid key is warned of once, without its value, and no proof is served', async () => {
  const secret = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
  const { ask, lines } = serverWith({ registry: {}, variables: { MCP_REGISTRY_PUBLIC_KEY: secret } });
  for (const _ of [1, 2, 3]) assert.is((await ask(proofPath)).status, 404);
  const warnings = lines.filter((line) => line.includes('MCP Registry domain proof not served: MCP_REGISTRY_PUBLIC_KEY'));
  assert.is(warnings.length, 1, lines.join('\n'));
  assert.not.ok(lines.join('\n').includes(secret));
});

test('[registry.card] the card holds what registry and info say, the endpoint, and the protocol versions that the server names', async () => {
  const { ask } = serverWith({
    registry: { ...named, repository: { url: 'https://github.com/acme/weather', source: 'github', subfolder: 'servers/weather' } },
    info: {
      name: 'weather',
      version: '1.2.3',
      title: 'Weather',
      websiteUrl: 'https://example.com',
      icons: [{ src: 'https://example.com/icon.png', mimeType: 'image/png', sizes: ['64x64'] }],
    },
  });
  const answer = await ask('/mcp/server-card');
  assert.is(answer.status, 200);
  assert.is(answer.headers.get('content-type'), 'application/mcp-server-card+json');
  const { remotes, ...card } = read(answer.text);
  assert.equal(card, {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name,
    version: '1.2.3',
    description,
    title: 'Weather',
    websiteUrl: 'https://example.com',
    icons: [{ src: 'https://example.com/icon.png', mimeType: 'image/png', sizes: ['64x64'] }],
    repository: { url: 'https://github.com/acme/weather', source: 'github', subfolder: 'servers/weather' },
  });
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  const discover = await ask('/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'server/discover',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: meta } }),
  });
  const { supportedVersions } = { supportedVersions: [], ...(read(discover.text)['result'] as object) };
  assert.ok(supportedVersions.length > 0, discover.text);
  assert.equal(remotes, [{ type: 'streamable-http', url: 'https://mcp.example.com/mcp', supportedProtocolVersions: supportedVersions }]);
});

test('[registry.card-limits] addresses that are not https, icons above 255 and titles above 100 characters are left out', async () => {
  const icon = (length: number): string => `https://example.com/${'i'.repeat(length - 20)}`;
  const cardOf = async (info: Partial<ServerMetadata['info']>) =>
    read((await serverWith({ registry: named, info: { name: 'weather', version: '1.2.3', ...info } }).ask('/mcp/server-card')).text);
  const bad = await cardOf({
    title: 't'.repeat(101),
    websiteUrl: 'http://example.com',
    icons: [{ src: 'http://example.com/i.png' }, { src: 'data:image/png;base64,AA==' }, { src: icon(256) }],
  });
  assert.equal([bad['title'], bad['websiteUrl'], bad['icons']], [undefined, undefined, undefined]);
  const good = await cardOf({ title: 't'.repeat(100), icons: [{ src: icon(255) }] });
  assert.is(String(good['title']).length, 100);
  assert.equal(good['icons'], [{ src: icon(255) }]);
});

test('[registry.card-etag] the card has an ETag, and If-None-Match with it, in a list, weak or *, is answered with an empty 304', async () => {
  const { ask } = serverWith({ registry: named });
  const first = await ask('/mcp/server-card');
  const etag = first.headers.get('etag') ?? '';
  assert.match(etag, /^"[\w-]+"$/);
  assert.is((await ask('/mcp/server-card')).headers.get('etag'), etag);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await ask('/mcp/server-card', { headers: { 'if-none-match': known } });
    assert.is(answer.status, 304, known);
    assert.is(answer.text, '');
    assert.is(answer.headers.get('content-type'), null);
    assert.equal(
      ['etag', 'access-control-allow-origin', 'cache-control'].map((header) => answer.headers.get(header)),
      [etag, '*', 'no-store'],
    );
  }
  assert.is((await ask('/mcp/server-card', { headers: { 'if-none-match': '"other"' } })).status, 200);
  const elsewhere = await ask('/mcp/server-card', { origin: 'https://other.example' });
  assert.is.not(elsewhere.headers.get('etag'), etag);
});

test('[registry.card-cors] any page reads the card and its OPTIONS is 204, with and without http.cors; other paths keep their rules', async () => {
  const headers = { origin: 'https://stranger.example', 'access-control-request-method': 'GET' };
  const listed = {
    cors: { origin: ['https://app.example'] },
    security: { dnsRebindingProtection: { allowedOrigins: ['https://app.example'] } },
  };
  for (const http of [undefined, listed]) {
    const { ask } = serverWith({ registry: named, ...(http === undefined ? {} : { http }) });
    const preflight = await ask('/mcp/server-card', { method: 'OPTIONS', headers });
    assert.is(preflight.status, 204);
    const card = await ask('/mcp/server-card', { headers });
    assert.is(card.status, 200);
    for (const answer of [preflight, card]) {
      assert.is(answer.headers.get('access-control-allow-origin'), '*');
      assert.is(answer.headers.get('access-control-allow-methods'), 'GET');
      assert.is(answer.headers.get('access-control-allow-headers'), 'Content-Type, If-None-Match');
      assert.is(answer.headers.get('access-control-expose-headers'), 'ETag');
    }
    assert.is((await ask(catalogPath, { headers })).headers.get('access-control-allow-origin'), null);
  }
  assert.is((await serverWith({ registry: named, http: listed }).ask(proofPath, { headers })).status, 403);
});

test('[registry.card-head] HEAD has the headers of GET and no body; other methods are 405', async () => {
  const { ask } = serverWith({ registry: named });
  const [get, head] = [await ask('/mcp/server-card'), await ask('/mcp/server-card', { method: 'HEAD' })];
  assert.is(head.status, 200);
  assert.is(head.text, '');
  for (const header of ['etag', 'content-type', 'cache-control']) assert.is(head.headers.get(header), get.headers.get(header), header);
  const post = await ask('/mcp/server-card', { method: 'POST', body: '{}' });
  assert.is(post.status, 405);
  assert.is(post.headers.get('allow'), 'GET, OPTIONS');
});

test('[registry.address] a pinned address may be cached for an hour; otherwise each request names it and nothing is stored', async () => {
  const pinned = serverWith({ registry: named, variables: { SERVICE_PUBLIC_URL: 'https://pinned.example' } });
  const open = serverWith({ registry: named });
  for (const path of ['/mcp/server-card', catalogPath]) {
    const fixed = await pinned.ask(path, { origin: 'https://evil.example' });
    assert.is(fixed.headers.get('cache-control'), 'public, max-age=3600');
    assert.ok(fixed.text.includes('https://pinned.example/mcp') && !fixed.text.includes('evil'));
    const named1 = await open.ask(path, { origin: 'https://a.example' });
    assert.is(named1.headers.get('cache-control'), 'no-store');
    assert.ok(named1.text.includes('"https://a.example/mcp'));
    assert.ok((await open.ask(path, { origin: 'https://b.example' })).text.includes('"https://b.example/mcp'));
  }
});

test('[registry.address] a forged Host is refused where the hosts are known, and one that no URL can hold is never named', async () => {
  const known = serverWith({ registry: named, variables: { SERVICE_ALLOWED_HOSTS: 'mcp.example.com' } });
  assert.is((await known.ask('/mcp/server-card', { origin: 'https://evil.example' })).status, 403);
  const open = serverWith({ registry: named });
  const unreadable = await open.ask('/mcp/server-card', { headers: { host: 'a"b/../' } });
  assert.not.ok(unreadable.text.includes('/../'), unreadable.text);
  const forwarded = await open.ask('/mcp/server-card', { headers: { 'x-forwarded-host': 'evil.example' } });
  assert.not.ok(forwarded.text.includes('evil.example'));
});

test('[registry.entry-path] the card is below the endpoint, without a double slash at the root', async () => {
  for (const [entryPath, path, url] of [
    ['/', '/server-card', 'https://mcp.example.com'],
    ['/a/b', '/a/b/server-card', 'https://mcp.example.com/a/b'],
  ] as const) {
    const { ask } = serverWith({ registry: named, entryPath });
    const card = await ask(path);
    assert.is(card.status, 200, path);
    assert.ok(card.text.includes(`"url":"${url}"`), card.text);
    const { entries } = { entries: [], ...read((await ask(catalogPath)).text) };
    assert.equal(entries, [
      { identifier: 'urn:air:example.com:mcp:weather', type: 'application/mcp-server-card+json', url: `https://mcp.example.com${path}` },
    ]);
  }
});

test('[registry.catalog] the catalog links the card; the name becomes its identifier, with the domain in order', async () => {
  for (const [given, identifier] of [
    ['com.example.api/weather', 'urn:air:api.example.com:mcp:weather'],
    ['io.github.acme/my_server.v2', 'urn:air:acme.github.io:mcp:my_server.v2'],
    ['Com.Example/Weather', 'urn:air:example.com:mcp:Weather'],
  ] as const) {
    const answer = await serverWith({ registry: { name: given, description } }).ask(catalogPath);
    assert.is(answer.headers.get('content-type'), 'application/ai-catalog+json');
    const { entries, ...catalog } = read(answer.text);
    assert.equal(catalog, { specVersion: '1.0' });
    assert.is(Reflect.get(Object(Reflect.get(Object(entries), '0')), 'identifier'), identifier);
  }
});

test('[registry.switches] serverCard: false turns card and catalog off, aiCatalog: false only the catalog; without a name only the proof is served', async () => {
  const statuses = async (options: Given) => {
    const { ask } = serverWith(options);
    return Promise.all(['/mcp/server-card', catalogPath, proofPath].map(async (path) => (await ask(path)).status));
  };
  assert.equal(await statuses({ registry: { ...named, publicKey } }), [200, 200, 200]);
  assert.equal(await statuses({ registry: { ...named, publicKey, serverCard: false } }), [404, 404, 200]);
  assert.equal(await statuses({ registry: { ...named, publicKey, aiCatalog: false } }), [200, 404, 200]);
  assert.equal(await statuses({ registry: { publicKey } }), [404, 404, 200]);
  assert.equal(await statuses({ variables: { MCP_REGISTRY_PUBLIC_KEY: publicKey } }), [404, 404, 404]);
});

test('[registry.public] documents need no credentials, and the IP filter and the global limit hold for them', async () => {
  const paths = ['/mcp/server-card', catalogPath, proofPath];
  const guarded = serverWith({
    registry: { ...named, publicKey },
    auth: { mode: 'static', tokensEnv: 'API_KEYS' },
    variables: { API_KEYS: 'key-0123456789abcdef' },
  });
  assert.is((await guarded.ask('/mcp', { method: 'POST', body: '{}' })).status, 401);
  for (const path of paths) assert.is((await guarded.ask(path)).status, 200, path);
  const limited = serverWith({ registry: { ...named, publicKey }, throttle: { global: { maxRequests: 3, windowMs: 60_000 } } });
  for (const path of paths) assert.is((await limited.ask(path)).status, 200, path);
  for (const path of paths) assert.is((await limited.ask(path)).status, 429, path);
  const filtered = serverWith({
    registry: { ...named, publicKey },
    throttle: { ipFilter: { denyList: ['10.0.0.1'] } },
    peerAddress: '10.0.0.1',
  });
  for (const path of paths) assert.is((await filtered.ask(path)).status, 403, path);
});

test('[registry.options] a server with bad options does not start', async () => {
  const answer = await serverWith({ registry: { name: 'com.example/weather' } }).ask(proofPath);
  assert.is(answer.status, 500);
  assert.match(answer.text, /registry\.description is required when registry\.name is set/);
});

test.run();
