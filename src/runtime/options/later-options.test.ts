import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { laterOptions, optionRows, unservedOptions } from './index.ts';

const paths = (owner: 'service' | 'app' | 'tool' | 'prompt', options: object): readonly string[] =>
  unservedOptions(owner, options).map(({ path }) => path);

test('[D4.authoring.unserved-guard] an access option without effect is refused', () => {
  const guards: readonly (readonly ['service' | 'app' | 'tool' | 'prompt', object])[] = [
    ['service', { auth: { mode: 'local' } }],
    ['app', { auth: {} }],
  ];
  for (const [owner, options] of guards)
    assert.ok(
      unservedOptions(owner, options).every(({ refused }) => refused),
      JSON.stringify(options),
    );
});

test('[D4.authoring.unserved-option] options without effect are named, absent and disabled ones are not', () => {
  assert.equal(paths('service', { redis: { host: 'a' }, transport: { providerCaching: true }, ui: {} }), [
    'transport.providerCaching',
    'ui',
  ]);
  assert.equal(
    paths('service', { extApps: false, output: { schemaMode: 'definition' }, splitByApp: false, jobs: [], agents: undefined }),
    [],
  );
  assert.equal(paths('tool', { output: { schemaMode: 'definition' } }), []);
});

test('[D4.authoring.unserved-option] what sign-in has no use for is named in the mode that has none', () => {
  const providerConfig = { id: 'main', name: 'Main', authEndpoint: 'https://id.example/authorize', jwksUri: 'https://id.example/jwks' };
  for (const owner of ['service', 'app'] as const) {
    assert.equal(paths(owner, { auth: { mode: 'public', jwks: {}, signKey: 'k' } }), ['auth.jwks', 'auth.signKey']);
    assert.equal(paths(owner, { auth: { mode: 'remote', providerConfig } }), ['auth.providerConfig.name']);
    assert.equal(paths(owner, { auth: { mode: 'transparent', providerConfig } }), [
      'auth.providerConfig.name',
      'auth.providerConfig.id',
      'auth.providerConfig.authEndpoint',
    ]);
  }
  assert.equal(paths('service', { throttle: { ipFilter: { trustedProxyDepth: 1 } } }), []);
  assert.equal(paths('service', { throttle: { ipFilter: { trustedProxyDepth: 2 } } }), ['throttle.ipFilter.trustedProxyDepth']);
});

test('[D4.authoring.unserved-option] options of registry that others turn off are named', () => {
  assert.equal(paths('service', { registry: { publicKey: 'k', publicKeyEnv: 'KEY', serverCard: false, aiCatalog: true } }), [
    'registry.publicKeyEnv',
    'registry.aiCatalog',
  ]);
  assert.equal(paths('service', { registry: { publicKeyEnv: 'KEY', serverCard: true, aiCatalog: true } }), []);
  const listing = { description: 'Sums', repository: { url: 'https://github.com/a/b' } };
  assert.equal(paths('service', { registry: listing }), ['registry.description', 'registry.repository']);
  assert.equal(paths('service', { registry: { name: 'com.example/sums', ...listing } }), []);
});

test('[D4.authoring.unserved-option] a file beside a Redis server is no store of the server', () => {
  assert.equal(paths('service', { redis: { host: 'a' }, sqlite: { path: 'a.db' } }), ['sqlite']);
  assert.equal(paths('service', { sqlite: { path: 'a.db' } }), []);
});

test('[D4.authoring.unserved-option] flags of the transport that change nothing are named', () => {
  const ofProtocol = (protocol: object): readonly string[] => paths('service', { transport: { protocol } });
  assert.equal(ofProtocol({ preset: 'modern', sse: false, json: true }), ['transport.protocol.json', 'transport.protocol.sse']);
  assert.equal(ofProtocol({ sse: true, streamable: true, json: false, legacy: false, strictSession: false }), []);
  assert.equal(ofProtocol({ stateless: true, streamable: false, sse: false, legacy: false }), []);
});

test('[D4.authoring.unserved-option] every one of them is an option', () => {
  // The members of an app's `auth` are those of the server's.
  const known = new Set(
    optionRows.flatMap(({ owner, path }) => [`${owner} ${path}`, ...(path.startsWith('auth.') ? [`app ${path}`] : [])]),
  );
  const strange = laterOptions.map(({ owner, path }) => `${owner} ${path}`).filter((name) => !known.has(name));
  assert.equal(strange, []);
});

test.run();
