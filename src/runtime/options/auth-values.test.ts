import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkOptionRules } from './index.ts';

const problems = (auth: object): string =>
  checkOptionRules('service', { auth })
    .map(({ message }) => message)
    .join('\n');

test('[modes.options] an option that the mode does not read, or that it needs, is named', () => {
  const rows: readonly (readonly [object, string])[] = [
    [{ mode: 'static', tokensEnv: 'K', provider: 'https://a.test' }, '"provider" is not read in mode "static"'],
    [{ mode: 'static' }, 'needs tokensEnv'],
    [{ mode: 'static', tokens: [{ token: 'a' }] }, 'item 1: expected a key'],
    [{ mode: 'public', authenticate: () => undefined }, '"authenticate" is not read in mode "public"'],
    [{ mode: 'local', requiredScopes: ['a'] }, '"requiredScopes" is not read in mode "local"'],
    [{ mode: 'local', provider: 'https://a.test' }, '"provider" is not read in mode "local"'],
    [{ mode: 'remote', provider: 'https://a.test', login: {} }, '"login" is not read in mode "remote"'],
    [{ mode: 'transparent' }, 'needs provider'],
    [{ mode: 'transparent', provider: 'http://a.test' }, 'provider: expected an https URL'],
    [{ mode: 'transparent', provider: 'https://u:p@a.test' }, 'provider: expected an https URL'],
    [{ mode: 'transparent', provider: 'https://a.test', providerConfig: { jwksUri: 'http://a.test/k' } }, 'providerConfig.jwksUri'],
    [{ mode: 'transparent', provider: 'https://a.test', consent: {} }, '"consent" is not read in mode "transparent"'],
  ];
  for (const [auth, problem] of rows) assert.match(problems(auth), problem);
  for (const auth of [
    { mode: 'static', tokensEnv: 'K' },
    { mode: 'public', publicAccess: { tools: [] } },
    { mode: 'transparent', provider: 'http://localhost:9000', allowAnonymous: true, publicAccess: {} },
    { mode: 'local', consent: {}, anonymousScopes: [], publicAccess: {}, expectedAudience: 'a', dcr: {}, local: {} },
    { mode: 'remote', provider: 'https://a.test', clientId: 'a', scopes: [], consent: {}, tokenStorage: 'memory', local: {} },
  ])
    assert.is(problems(auth), '');
});

test('[I6.options.checked] a field of the page, the subject made from it and numbers are held to their rules', () => {
  const rows: readonly (readonly [object, string])[] = [
    [{ login: { fields: { pin: { lable: 'PIN' } } } }, '"pin": "lable" is no member of a field; did you mean "label"?'],
    [{ login: { fields: { pin: 'PIN' } } }, '"pin": expected { type?, label?, required?, placeholder?, options? }'],
    [{ login: { fields: { pin: { label: 7 } } } }, '"pin": label and placeholder must be texts'],
    [{ login: { fields: { pin: { required: 'yes' } } } }, '"pin": required must be true or false'],
    [{ login: { fields: { team: { type: 'select' } } } }, '"team": a select needs options'],
    [{ login: { fields: { team: { options: [] } } } }, '"team": only a select has options'],
    [{ login: { fields: { team: { type: 'select', options: ['red'] } } } }, '"team": options must be a list of { value, label }'],
    [{ login: { fields: { state: {} } } }, '"state": is a parameter of OAuth, which authenticate never gets'],
    [{ login: { subject: { strategy: 'per-account' } } }, 'subject.fromField is required'],
    [{ login: { fields: { user: {} }, subject: { strategy: 'per-account', fromField: 'usr' } } }, 'subject.fromField names "usr"'],
    [{ dcr: { clients: [{ clientId: 'a', redirectUris: [], scope: 5 }] } }, 'item 1: clientName and scope must be texts'],
    [{ dcr: { clients: [{ clientId: 'a', redirectUris: [], grantTypes: 'x' }] } }, 'item 1: grantTypes and responseTypes must be lists'],
    [{ secureStore: { redis: { host: 'a' }, backend: {} } }, 'choose one of redis and backend'],
    [{ secureStore: { redis: { hots: 'a', host: 'b' } } }, 'redis.hots is no member of this table; did you mean "host"?'],
    [{ secureStore: { backend: { get: () => undefined } } }, 'it lacks set, delete, list'],
    [{ secureStore: { ttlMs: 0 } }, 'auth.secureStore.ttlMs'],
    [{ cimd: { cache: { redis: { hots: 'a', host: 'b' } } } }, 'hots is no member of this table'],
    [{ cimd: { network: { timeoutMs: -1 } } }, 'auth.cimd.network.timeoutMs'],
    [{ refresh: { skewSeconds: -1 } }, 'auth.refresh.skewSeconds'],
    [{ federatedAuth: { minProviders: 0 } }, 'auth.federatedAuth.minProviders'],
    [{ publicAccess: { rateLimit: 0 } }, 'auth.publicAccess.rateLimit'],
    [{ anonymousSubject: '' }, 'auth.anonymousSubject'],
    [{ mode: 'static', tokensEnv: 'not a name' }, 'auth.tokensEnv'],
    [{ mode: 'static', tokensEnv: 'K', realm: 'a"b' }, 'auth.realm'],
    [{ mode: 'public', sessionTtl: -1 }, 'auth.sessionTtl'],
    [{ mode: 'public', issuer: 'me' }, 'auth.issuer'],
    [{ mode: 'transparent', provider: 'https://a.test', requiredScopes: ['a b'] }, 'auth.requiredScopes'],
  ];
  for (const [auth, problem] of rows)
    for (const owner of ['service', 'app'] as const) {
      const found = checkOptionRules(owner, { auth: { mode: 'local', ...auth } });
      assert.match(found.map(({ message }) => message).join('\n'), problem, problem);
    }
  const fields = { user: { label: 'User', required: true }, team: { type: 'select', options: [{ value: 'r', label: 'Red' }] } };
  const backend = { get: () => undefined, set: () => undefined, delete: () => false, list: () => [] };
  for (const auth of [
    { login: { fields, subject: { strategy: 'per-account', fromField: 'user' } } },
    { login: { subject: { strategy: 'per-account', fromField: 'email' } } },
    { login: { subject: { strategy: 'per-session' } } },
    { secureStore: { backend, scope: 'global', ttlMs: 1 } },
    { secureStore: { scope: 'session' } },
    { secureStore: 'memory' },
  ])
    assert.is(problems({ mode: 'local', ...auth }), '', JSON.stringify(auth));
});

test('[ui.options] pages are component files of known slots, extras are functions', () => {
  const run = (): void => {};
  const rows: readonly (readonly [object, string])[] = [
    [{ ui: { signin: './a.ts' } }, '"signin" is no page; expected login, consent, incremental, federated, error'],
    [{ ui: { login: './a.css' } }, '"login" must be the path of a component file'],
    [{ ui: { login: 7 } }, '"login" must be the path of a component file'],
    [{ extras: { run: 'x' } }, '"run" must be a function'],
  ];
  for (const [auth, problem] of rows) assert.match(problems({ mode: 'local', ...auth }), problem);
  assert.is(problems({ mode: 'local', ui: { login: './a.tsx', error: 'b.mjs' }, extras: { run } }), '');
  assert.match(problems({ mode: 'remote', provider: 'https://a.test', ui: {} }), '"ui" is not read in mode "remote"');
});

test.run();
