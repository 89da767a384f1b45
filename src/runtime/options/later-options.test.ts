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
  assert.equal(ofProtocol({ preset: 'modern', sse: false, json: true }), ['transport.protocol.sse', 'transport.protocol.json']);
  assert.equal(ofProtocol({ json: false }), ['transport.protocol.json']);
  assert.equal(ofProtocol({ sse: true, streamable: true, legacy: false, strictSession: false }), []);
  assert.equal(ofProtocol({ stateless: true, streamable: false, sse: false, legacy: false }), []);
});

test('[D4.authoring.unserved-option] what another option of sign-in turns off is named, with that option beside it not', () => {
  const authenticate = (): void => {};
  const rows: readonly (readonly [named: string, without: object, withIt: object])[] = [
    ['auth.local.signKey', { mode: 'remote', local: { signKey: 'k' } }, { mode: 'remote', local: { issuer: 'https://a.example' } }],
    ['auth.local.jwks', { mode: 'local', local: { jwks: {} } }, { mode: 'local', local: {} }],
    ['auth.clientId', { mode: 'transparent', clientId: 'c' }, { mode: 'remote', clientId: 'c' }],
    ['auth.clientSecret', { mode: 'transparent', clientSecret: 'c' }, { mode: 'remote', clientSecret: 'c' }],
    ['auth.requireAudience', { mode: 'transparent', requireAudience: false }, { mode: 'transparent', requireAudience: true }],
    ['auth.providerConfig.dcrEnabled', { mode: 'remote', providerConfig: { dcrEnabled: true } }, { mode: 'remote', providerConfig: {} }],
    [
      'auth.anonymousScopes',
      { mode: 'local', anonymousScopes: ['a'] },
      { mode: 'local', anonymousScopes: ['a'], allowDefaultPublic: true },
    ],
    ['auth.publicAccess', { mode: 'transparent', publicAccess: {} }, { mode: 'transparent', publicAccess: {}, allowAnonymous: true }],
    ['auth.publicAccess', { mode: 'remote', publicAccess: {}, allowDefaultPublic: false }, { mode: 'public', publicAccess: {} }],
    ['auth.anonymousSubject', { mode: 'local', anonymousSubject: 'a' }, { mode: 'local', anonymousSubject: 'a', requireEmail: false }],
    ['auth.login.subject', { mode: 'local', login: { subject: {} } }, { mode: 'local', login: { subject: {} }, authenticate }],
    [
      'auth.login.subject.fromField',
      { mode: 'local', authenticate, login: { subject: { fromField: 'a', strategy: 'per-session' } } },
      { mode: 'local', authenticate, login: { subject: { fromField: 'a', strategy: 'per-account' } } },
    ],
    [
      'auth.requireEmail',
      { mode: 'local', authenticate, login: { fields: {} }, requireEmail: false },
      { mode: 'local', login: { fields: {} }, requireEmail: false },
    ],
    ['auth.login.logoUri', { mode: 'local', login: { logo: 'a', logoUri: 'b' } }, { mode: 'local', login: { logoUri: 'b' } }],
    ['auth.login.title', { mode: 'local', login: { title: 'a', render: authenticate } }, { mode: 'local', login: { title: 'a' } }],
    [
      'auth.consent',
      { mode: 'local', consent: { excludedTools: ['a'] } },
      { mode: 'local', consent: { enabled: false, excludedTools: ['a'] } },
    ],
    ['auth.federatedAuth', { mode: 'local', federatedAuth: {} }, { mode: 'local', federatedAuth: {}, providers: [{}] }],
    ['auth.refresh', { mode: 'local', refresh: {}, providers: [] }, { mode: 'remote', refresh: {} }],
    [
      'auth.cimd.network.maxRedirects',
      { mode: 'local', cimd: { network: { maxRedirects: 2 } } },
      { mode: 'local', cimd: { network: { maxRedirects: 2, redirectPolicy: 'same-origin' } } },
    ],
  ];
  for (const owner of ['service', 'app'] as const)
    for (const [named, without, withIt] of rows) {
      assert.equal(paths(owner, { auth: without }), [named], named);
      assert.equal(paths(owner, { auth: withIt }), [], named);
    }
});

test('[D4.authoring.unserved-option] what another option of the server turns off is named, with that option beside it not', () => {
  const rows: readonly (readonly [named: string, without: object, withIt: object])[] = [
    [
      'throttle.ipFilter.allowList',
      { throttle: { ipFilter: { allowList: ['::1'] } } },
      { throttle: { ipFilter: { allowList: ['::1'], defaultAction: 'deny' } } },
    ],
    ['metrics', { metrics: { path: '/m' } }, { metrics: { path: '/m', enabled: false } }],
    [
      'transport.eventStore',
      { transport: { eventStore: { maxEvents: 5 } } },
      { transport: { eventStore: { maxEvents: 5, enabled: true } } },
    ],
    [
      'http.securityHeaders.csp',
      { http: { securityHeaders: { csp: { directives: { 'default-src': "'self'" } } } } },
      { http: { securityHeaders: { csp: { enabled: false, directives: { 'default-src': "'self'" } } } } },
    ],
    [
      'http.securityHeaders.csp.enabled',
      { http: { securityHeaders: { csp: { enabled: true } } } },
      { http: { securityHeaders: { csp: { enabled: true, directives: { 'default-src': "'self'" } } } } },
    ],
    ['http.cors.maxAge', { http: { cors: { origin: false, maxAge: 5 } } }, { http: { cors: { origin: 'https://a.example', maxAge: 5 } } }],
    ['http.port', { http: { socketPath: '/tmp/s', port: 80 } }, { http: { port: 80 } }],
    [
      'http.security.bindAddress',
      { http: { socketPath: '/tmp/s', security: { bindAddress: 'all' } } },
      { http: { security: { bindAddress: 'all' } } },
    ],
    [
      'pagination.tools.pageSize',
      { pagination: { tools: { mode: false, pageSize: 5 } } },
      { pagination: { tools: { mode: true, pageSize: 5 } } },
    ],
    [
      'pagination.tools.autoThreshold',
      { pagination: { tools: { mode: true, autoThreshold: 5 } } },
      { pagination: { tools: { autoThreshold: 5 } } },
    ],
  ];
  for (const [named, without, withIt] of rows) {
    assert.equal(paths('service', without), [named], named);
    assert.equal(paths('service', withIt), [], named);
  }
});

test('[D4.authoring.unserved-option] what another option of a tool turns off is named', () => {
  assert.equal(paths('tool', { execution: { taskStart: 'manual' } }), ['execution.taskStart']);
  assert.equal(paths('tool', { execution: { taskStart: 'manual', taskSupport: 'optional' } }), []);
  assert.equal(paths('tool', { hideFromDiscovery: true, visibility: 'internal' }), ['hideFromDiscovery']);
  assert.equal(paths('tool', { hideFromDiscovery: true }), []);
  assert.equal(paths('tool', { rawInputSchema: {}, inputSchema: {} }), ['rawInputSchema']);
  assert.equal(paths('tool', { rawInputSchema: {} }), []);
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
