/* `registry publish` in this process, against a registry with the rules of the public one. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { generateKeyPairSync } from 'node:crypto';
import { CommandScene } from '../../../test/support/registry/command-scene.ts';
import { identityToken } from '../../../test/support/registry/identity-token.ts';
import { listing, publicKey, record, seed } from '../../../test/support/registry/publisher.ts';
import type { Network } from './network.ts';

const test = suite<{ scene: CommandScene }>('registry publish');
test.before.each(async (context) => {
  context.scene = await CommandScene.open();
});
test.after.each(({ scene }) => scene.close());

test('[registry.publish] publishing validates, reads the proof, logs in and lists the version, which is then active', async ({ scene }) => {
  const { asked, outcome, text } = await scene.publish();
  assert.is(outcome?.exit, 'ok', text);
  assert.equal(scene.registry.requests, ['POST /v0.1/validate', 'POST /v0.1/auth/http', 'POST /v0.1/publish']);
  assert.ok(asked.includes('GET https://example.com/.well-known/mcp-registry-auth'));
  assert.is(scene.registry.servers.statusOf(listing.name, listing.version)?.status, 'active');
  const again = await scene.publish();
  assert.is(again.error?.exit, 'failure');
  assert.match(again.text, /cannot publish duplicate version[\s\S]*raise the version/);
});

test('[registry.dry-run] a dry run prints the listing and asks for nothing but its validation, without a key', async ({ scene }) => {
  const { asked, outcome } = await scene.publish({ 'dry-run': true, 'key-file': 'missing' });
  assert.equal(JSON.parse(outcome?.text ?? ''), listing);
  assert.equal(asked, [`POST ${scene.registry.url}/v0.1/validate`]);
  assert.equal(scene.registry.requests, ['POST /v0.1/validate']);
});

test('[registry.local-checks] a listing that the registry would refuse is named with each fault before any request', async ({ scene }) => {
  const bad: readonly (readonly [object, RegExp])[] = [
    [{ name: 'weather' }, /name must be <namespace>\/<name>/],
    [{ description: 'd'.repeat(101) }, /description must have 1 to 100 characters, and has 101/],
    [{ description: undefined }, /description is missing/],
    [{ version: '^1.2.3' }, /version must be one exact version/],
    [{ version: 'latest' }, /version must be one exact version/],
    [{ title: ' ' }, /title must have 1 to 100/],
    [{ websiteUrl: 'http://example.com' }, /websiteUrl must be an https address/],
    [
      { icons: [{ src: 'https://example.com/i.gif', mimeType: 'image/gif', sizes: ['large'] }] },
      /icons\[0\]\.mimeType[\s\S]*icons\[0\]\.sizes/,
    ],
    [{ icons: [{ src: 'http://example.com/i.png' }] }, /icons\[0\]\.src must be an https address/],
    [{ remotes: [{ type: 'streamable-http', url: 'http://example.com/mcp' }] }, /remotes\[0\]\.url must be an https address/],
    [{ remotes: [{ type: 'streamable-http', url: 'https://localhost/mcp' }] }, /remotes\[0\]\.url/],
    [{ remotes: [{ type: 'sse', url: 'https://ann:pw@example.com/mcp' }] }, /remotes\[0\]\.url must hold no user name/],
    [{ repository: { url: 'https://github.com/acme/weather/tree/main', source: 'github' } }, /repository\.url must be the address/],
    [
      { packages: [{ registryType: 'npm', identifier: 'a b', transport: { type: 'stdio' } }] },
      /packages\[0\]\.identifier[\s\S]*packages\[0\]\.version/,
    ],
    [
      { packages: [{ registryType: 'mcpb', identifier: 'https://github.com/a/b/mcp', transport: { type: 'stdio' } }] },
      /packages\[0\]\.fileSha256/,
    ],
    [{ $schema: undefined }, /\$schema must be the address of a schema/],
  ];
  for (const [change, message] of bad) {
    const { asked, error, text } = await scene.publish({ file: scene.listing(change) });
    assert.is(error?.exit, 'failure', JSON.stringify(change));
    assert.match(text, message);
    assert.equal(asked, []);
  }
  for (const file of ['none.json', 'key']) {
    const { asked, error } = await scene.publish({ file });
    assert.is(error?.exit, 'usage');
    assert.equal(asked, []);
  }
});

test('[registry.validation] errors of the registry end the command without a login, although the status is 200; warnings do not', async ({
  scene,
}) => {
  const says = (issues: object | null, valid: boolean) => scene.registry.faults.push({ status: 200, body: { valid, issues } });
  says(
    [{ type: 'semantic', path: 'remotes[0].url', message: 'invalid remote URL', severity: 'error', reference: 'invalid-remote-url' }],
    false,
  );
  const refused = await scene.publish();
  assert.is(refused.error?.exit, 'failure');
  assert.match(refused.text, /The registry says of remotes\[0\]\.url: invalid remote URL/);
  says(null, false);
  assert.match((await scene.publish()).text, /gives no reason/);
  scene.registry.faults.push({
    status: 422,
    body: {
      title: 'Unprocessable Entity',
      detail: 'validation failed',
      errors: [{ message: 'expected length <= 100', location: 'body.description' }],
    },
  });
  assert.match((await scene.publish()).text, /validation failed[\s\S]*body\.description: expected length <= 100/);
  assert.equal(new Set(scene.registry.requests), new Set(['POST /v0.1/validate']));
  says([{ type: 'schema', path: 'schema', message: 'deprecated schema version', severity: 'warning' }], true);
  const warned = await scene.publish();
  assert.is(warned.outcome?.exit, 'ok', warned.text);
  assert.match(JSON.stringify(warned.outcome?.diagnostics), /deprecated schema version/);
});

test('[registry.proof-ready] a proof that is not in place is named before the login, with the key to publish', async ({ scene }) => {
  const other = record.replace(publicKey, '/HdLK+RezTj4RdZI1kFPEUrY+zPNDL9eQ24aoA97lIo=');
  const states: readonly (readonly [Parameters<typeof scene.serve>[0], RegExp])[] = [
    [{ status: 404, body: '' }, /answers 404 instead of 200/],
    [
      { status: 301, body: '', headers: { location: 'https://www.example.com/' } },
      /redirects to https:\/\/www\.example\.com\/, and the registry follows no redirect/,
    ],
    [{ status: 200, body: '<html>hello</html>' }, /holds no record/],
    [{ status: 200, body: record + ' '.repeat(4096) }, /longer than 4096 bytes/],
    [{ status: 200, body: other }, /publishes \/HdLK\+Re.*and the key of .*key has the public key 11qYAYKx/],
  ];
  for (const [state, message] of states) {
    scene.serve(state);
    const { error, text } = await scene.publish();
    assert.is(error?.exit, 'authentication');
    assert.match(text, /^The HTTP proof is not ready: /);
    assert.match(text, message);
  }
  const away = await scene.publish({}, { hosts: { 'example.com': () => Promise.reject(new TypeError('fetch failed')) } });
  assert.match(away.text, /The HTTP proof is not ready: https:\/\/example\.com.* cannot be reached/);
  const dns = await scene.publish({ auth: 'dns' });
  assert.match(dns.text, /The DNS proof is not ready: example\.com holds no record[\s\S]*IN TXT "v=MCPv1; k=ed25519; p=11qYAYKx/);
  assert.equal(new Set(scene.registry.requests), new Set(['POST /v0.1/validate']));
});

test('[registry.namespaces] http proves one host, dns a domain and its subdomains; another domain is refused before any request', async ({
  scene,
}) => {
  const child = scene.listing({ name: 'com.example.api/weather' });
  const txt: Partial<Network> = { resolveTxt: async () => [record] };
  assert.is((await scene.publish({ file: child, auth: 'dns', domain: 'example.com' }, { network: txt })).outcome?.exit, 'ok');
  const refusals: readonly (readonly [object, RegExp])[] = [
    [
      { file: child, domain: 'example.com' },
      /Proving example\.com grants com\.example\/\*, not com\.example\.api\/weather[\s\S]*--domain api\.example\.com/,
    ],
    [{ domain: 'example.org', auth: 'dns' }, /Proving example\.org grants org\.example\/\* and org\.example\.\*/],
    [{ file: scene.listing({ name: 'Com.Example/weather' }) }, /lower case/],
    [{ auth: 'oidc' }, /--auth must be one of http, dns, ci-oidc/],
  ];
  for (const [flags, message] of refusals) {
    const { asked, error, text } = await scene.publish(flags);
    assert.is(error?.exit, 'usage');
    assert.match(text, message);
    assert.equal(asked, []);
  }
});

test('[registry.private-key] the key is of --key-file, then of the variable, then of the standard file: hex or PEM, readable by its owner alone', async ({
  scene,
}) => {
  const { folder } = scene;
  const pem = `-----BEGIN PRIVATE KEY-----\n${Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(seed, 'hex')]).toString('base64')}\n-----END PRIVATE KEY-----\n`;
  folder.write('key.pem', pem);
  const version = (at: number): string => scene.listing({ version: `2.0.${at}` });
  assert.is((await scene.publish({ file: version(1), 'key-file': 'key.pem' })).outcome?.exit, 'ok');
  assert.is(
    (
      await scene.publish(
        { file: version(2), 'key-file': undefined },
        { env: { HOME: '/nowhere', MCP_REGISTRY_PRIVATE_KEY: seed.toUpperCase() } },
      )
    ).outcome?.exit,
    'ok',
  );
  const home = { HOME: folder.root };
  assert.match(
    (await scene.publish({ 'key-file': undefined }, { env: home })).text,
    /There is no private key at .*\.service\/keys\/mcp-registry\.key/,
  );
  const before = scene.registry.requests.length;
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const bad: readonly (readonly [string, string, number, RegExp])[] = [
    ['open', seed, 0o644, /can be read by others[\s\S]*chmod 600 [^']*open`/],
    ['open $(id)', seed, 0o644, /chmod 600 '[^']*open \$\(id\)'`/],
    ['group', seed, 0o640, /can be read by others/],
    ['short', seed.slice(2), 0o600, /holds no Ed25519 private key/],
    ['rsa', rsa, 0o600, /holds no Ed25519 private key/],
    ['torn', pem.slice(0, 60), 0o600, /holds no Ed25519 private key/],
  ];
  for (const [name, text, mode, message] of bad) {
    folder.write(name, text, mode);
    const { error, text: said } = await scene.publish({ 'key-file': name });
    assert.is(error?.exit, 'usage');
    assert.match(said, message);
    assert.not.ok(said.includes(seed.slice(2, 40)) || said.includes('MC4CAQ'));
  }
  assert.is(scene.registry.requests.length, before);
});

test('[registry.ci-oidc] in CI the identity token for this registry proves the namespace of the owner', async ({ scene }) => {
  const env = {
    HOME: scene.folder.root,
    ACTIONS_ID_TOKEN_REQUEST_URL: 'https://ci.example/token?api=1',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-secret',
    GITHUB_REPOSITORY_OWNER: 'acme',
  };
  const flags = { file: scene.listing({ name: 'io.github.acme/weather' }), auth: 'ci-oidc', 'key-file': undefined };
  let authorization: string | null = '';
  const ci = (url: URL, init?: RequestInit): Response => {
    authorization = new Headers(init?.headers).get('authorization');
    return Response.json({ value: identityToken(scene.issuerKey, { aud: url.searchParams.get('audience') }) });
  };
  const published = await scene.publish(flags, { env, hosts: { 'ci.example': ci } });
  assert.is(published.outcome?.exit, 'ok', published.text);
  assert.is(authorization, 'bearer request-secret');
  assert.not.ok(published.text.includes('request-secret'));
  const outside = await scene.publish(flags, { env: { HOME: scene.folder.root } });
  assert.is(outside.error?.exit, 'authentication');
  assert.match(outside.text, /id-token: write/);
  const plain = await scene.publish(flags, { env: { ...env, ACTIONS_ID_TOKEN_REQUEST_URL: 'http://ci.example/token' } });
  assert.match(plain.text, 'ACTIONS_ID_TOKEN_REQUEST_URL is no https address');
  const foreign = await scene.publish({ ...flags, file: 'server.json' }, { env });
  assert.match(foreign.text, /A CI identity token grants io\.github\.acme\/\*, not com\.example\/weather/);
  const expired = (): Response => Response.json({ value: identityToken(scene.issuerKey, { aud: scene.registry.url, exp: 1 }) });
  const late = await scene.publish({ ...flags }, { env, hosts: { 'ci.example': expired } });
  assert.is(late.error?.exit, 'authentication');
  assert.match(late.text, /Token exchange failed[\s\S]*token is expired/);
  const refused = await scene.publish(flags, { env, hosts: { 'ci.example': () => new Response('no', { status: 403 }) } });
  assert.match(refused.text, /The CI gave no identity token: https:\/\/ci\.example answered 403/);
});

test('[registry.clock] a clock that is wrong is named as the reason of a refused login', async ({ scene }) => {
  const { registry } = scene;
  const at = Date.parse('2026-11-28T12:00:00Z');
  registry.now = () => at;
  const { error, text } = await scene.publish({}, { network: { now: () => at - 60_000 } }).finally(() => (registry.now = Date.now));
  assert.is(error?.exit, 'authentication');
  assert.match(text, /timestamp outside valid window[\s\S]*Set the clock of this machine by NTP: it is 60 s behind the registry's/);
});

test('[registry.retries] 429 and 5xx are tried again, at most three times, after the pause that the registry asks for', async ({
  scene,
}) => {
  const busy = (headers?: Record<string, string>) => ({
    status: 503,
    body: { title: 'busy' },
    ...(headers === undefined ? {} : { headers }),
  });
  scene.registry.faults.push(busy({ 'retry-after': '7' }), { ...busy(), status: 429 });
  const { outcome, pauses } = await scene.publish();
  assert.is(outcome?.exit, 'ok');
  assert.equal(pauses, [7000, 2000]);
  scene.registry.faults.push(busy(), busy(), busy());
  const failed = await scene.publish({ file: scene.listing({ version: '3.0.0' }) });
  assert.is(failed.error?.exit, 'network');
  assert.equal(failed.pauses, [500, 2000]);
  scene.registry.faults.push(busy({ 'retry-after': '3600' }));
  assert.equal((await scene.publish()).pauses, []);
});

test('[registry.publish] the registry of the config counts for --file too, and --registry wins', async ({ scene }) => {
  scene.folder.write('service.config.json', JSON.stringify({ name: 'weather', registry: { registryUrl: scene.registry.url } }));
  const { asked } = await scene.publish({ registry: undefined, 'dry-run': true });
  assert.equal(asked, [`POST ${scene.registry.url}/v0.1/validate`]);
});

test('[registry.token-expired] a token that expires between login and publishing is replaced once', async ({ scene }) => {
  scene.registry.faults.push(undefined, undefined, {
    status: 401,
    body: { title: 'Unauthorized', detail: 'Invalid or expired Registry JWT token' },
  });
  const { outcome } = await scene.publish();
  assert.is(outcome?.exit, 'ok');
  assert.equal(scene.registry.requests.slice(2), ['POST /v0.1/publish', 'POST /v0.1/auth/http', 'POST /v0.1/publish']);
});

test('[registry.unusable-answers] an address that is away, redirects, or answers HTML is exit 4 with what to look at', async ({
  scene,
}) => {
  const html = { status: 200, body: '<html>sign in to the proxy</html>', headers: { 'content-type': 'text/html' } };
  const answers: readonly (readonly [(typeof scene.registry.faults)[number], RegExp])[] = [
    [html, /answered 200 with text\/html that is no JSON object; a proxy may have answered/],
    [{ ...html, status: 403 }, /answered 403 with text\/html/],
    [
      { status: 302, body: '', headers: { location: 'https://elsewhere.example' } },
      /redirects to https:\/\/elsewhere\.example; redirects are not followed/,
    ],
    ['hang-up', /could not be reached/],
    [{ status: 200, body: `{"valid":true,"issues":[],"pad":"${'x'.repeat(1_000_001)}"}` }, /more than 1000000 bytes/],
    [{ status: 200, body: '{"valid":' }, /that is no JSON object/],
  ];
  for (const [fault, message] of answers) {
    scene.registry.faults.push(fault);
    const { error, text } = await scene.publish();
    assert.is(error?.exit, 'network');
    assert.match(text, message);
  }
  const slow = await scene.publish(
    {},
    { network: { fetch: () => Promise.reject(Object.assign(new Error('late'), { name: 'TimeoutError' })) } },
  );
  assert.match(slow.text, /has not answered within 30 s/);
  for (const registry of ['http://registry.example', 'ftp://x', 'nothing'])
    assert.is((await scene.publish({ registry })).error?.exit, 'usage');
  assert.equal(new Set(scene.registry.requests), new Set(['POST /v0.1/validate']));
});

test('[registry.unusable-answers] a 200 answer without the requested members is an error', async ({ scene }) => {
  const other = { server: { ...listing, version: '9.9.9' } };
  const answers: readonly (readonly [number, object, RegExp])[] = [
    [0, {}, /v0\.1\/validate answered 200 without the member "valid", so it is no answer of an MCP registry/],
    [0, { valid: 'true' }, /without the member "valid"/],
    [1, {}, /v0\.1\/auth\/http answered 200 without the member "registry_token"/],
    [2, {}, /v0\.1\/publish answered 200 without the published com\.example\/weather 1\.2\.3/],
    [2, other, /without the published com\.example\/weather 1\.2\.3/],
  ];
  for (const [step, body, message] of answers) {
    scene.registry.faults.push(...Array.from({ length: step }, () => undefined), { status: 200, body });
    const { error, text } = await scene.publish();
    assert.equal([error?.exit, error?.diagnostics[0]?.code], ['network', 'registry-unreachable']);
    assert.match(text, message);
  }
  assert.is(scene.registry.servers.statusOf(listing.name, listing.version), undefined);
});

test('[registry.secrets] neither the private key, nor a signature, nor a token of the registry is in anything that is said', async ({
  scene,
}) => {
  const tokens: string[] = [];
  const fetchAndKeep: Network['fetch'] = async (input, init) => {
    if (input instanceof URL || typeof input !== 'string') throw new TypeError('an address is a text');
    if (input.startsWith('https://example.com')) return scene.proof();
    const given = new Headers(init?.headers).get('authorization');
    if (given !== null) tokens.push(given.slice('Bearer '.length));
    return fetch(input, init);
  };
  scene.registry.faults.push(undefined, undefined, { status: 403, body: { title: 'Forbidden', detail: 'no' } });
  const { error, text } = await scene.publish({}, { network: { fetch: fetchAndKeep } });
  assert.is(error?.exit, 'authentication');
  assert.is(tokens.length, 1);
  for (const secret of [seed, ...tokens]) assert.not.ok(`${text}${error?.stack}${JSON.stringify(error)}`.includes(secret));
});

test('[registry.secrets] a gateway that quotes the request it refuses brings no token and no signature into the messages', async ({
  scene,
}) => {
  for (const path of ['/auth/http', '/publish'])
    for (const status of [400, 302]) {
      const quoted: string[] = [];
      const quoting: Network['fetch'] = async (input, init) => {
        if (typeof input !== 'string') throw new TypeError('an address is a text');
        if (input.startsWith('https://example.com')) return scene.proof();
        if (!input.endsWith(path)) return fetch(input, init);
        const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length);
        const signature = /"signed_timestamp":"([0-9a-f]+)"/.exec(typeof init?.body === 'string' ? init.body : '')?.[1];
        const secret = token ?? signature ?? '';
        quoted.push(secret);
        const headers = { 'content-type': 'application/problem+json', location: `https://x.example/?t=${secret}` };
        return new Response(JSON.stringify({ detail: `refused ${secret}`, errors: [{ message: secret }] }), { status, headers });
      };
      const { error, text } = await scene.publish({}, { network: { fetch: quoting } });
      assert.ok((quoted[0] ?? '').length > 100, path);
      assert.match(text, '[secret]');
      for (const secret of quoted) assert.not.ok(`${text}${error?.stack}${JSON.stringify(error)}`.includes(secret), path);
    }
});

test('[registry.packages] a package must be on npm and name the server there', async ({ scene }) => {
  const withPackage = (identifier: string, version: string): string =>
    scene.listing({ version, packages: [{ registryType: 'npm', identifier, version: '1.0.0', transport: { type: 'stdio' } }] });
  const npm = (answer: Response) => ({ 'registry.npmjs.org': () => answer });
  const ready = await scene.publish(
    { file: withPackage('@acme/weather', '4.0.0') },
    { hosts: npm(Response.json({ mcpName: listing.name })) },
  );
  assert.is(ready.outcome?.exit, 'ok', ready.text);
  assert.ok(ready.asked.includes('GET https://registry.npmjs.org/@acme%2Fweather/1.0.0'));
  const states: readonly (readonly [Response, RegExp])[] = [
    [new Response('{}', { status: 404 }), /npm has no @acme\/weather@1\.0\.0[\s\S]*npm publish/],
    [Response.json({}), /on npm has no mcpName[\s\S]*"mcpName": "com\.example\/weather"/],
    [Response.json({ mcpName: 'com.example/other' }), /on npm has the mcpName com\.example\/other/],
    [new Response('<html>', { status: 502 }), /npm answered 502/],
  ];
  for (const [answer, message] of states) {
    const { error, text } = await scene.publish({ file: withPackage('@acme/weather', '5.0.0') }, { hosts: npm(answer) });
    assert.is(error?.exit, 'failure');
    assert.match(text, message);
  }
  assert.is(scene.registry.servers.statusOf(listing.name, '5.0.0'), undefined);
});

test.run();
