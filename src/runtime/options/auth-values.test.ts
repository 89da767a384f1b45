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
