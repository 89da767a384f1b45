import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DashboardOptions } from './dashboard-options.ts';
import { DashboardPlugin } from './dashboard-plugin.ts';
import { processSettings, resetDashboardOptions, takeWarnings } from './process-options.ts';

const test = suite('options of the dashboard');
test.before.each(resetDashboardOptions);
test.after.each(resetDashboardOptions);

const problemOf = (options: object): string => {
  try {
    DashboardPlugin.init(options as DashboardOptions);
    return 'none';
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
};

const auth = { enabled: true, token: 'a-token-0123456789abcdef' };

test('[D2.dashboard.token] a token that is asked for has to be there', () => {
  for (const token of [undefined, ''])
    assert.is(problemOf({ auth: { enabled: true, token } }), 'dashboard auth.enabled requires auth.token to be set');
  assert.is(problemOf({ auth }), 'none');
  assert.equal(processSettings().auth, { token: auth.token });
});

test('[D2.dashboard.token] a token that is off protects nothing, and one that only seems to is refused', () => {
  assert.is(problemOf({ auth: { enabled: false, token: 'off' } }), 'none');
  assert.is(processSettings().auth, undefined);
  for (const seeming of [{ token: 'a-token' }, { tokenEnv: 'A_TOKEN' }])
    assert.match(problemOf({ auth: seeming }), 'auth.enabled must be true');
  assert.match(problemOf({ auth: { ...auth, tokenEnv: 'A_TOKEN' } }), '"auth.tokenEnv": must be left out');
});

test('[D2.dashboard.process] a second init with another auth throws, and the first stays', () => {
  DashboardPlugin.init({ auth, basePath: '/admin' });
  const problem = problemOf({ auth: { ...auth, token: 'another-token' } });
  assert.match(problem, 'auth is another than that of an earlier init');
  assert.not.match(problem, 'another-token');
  assert.match(problemOf({}), 'auth is another');
  assert.equal([processSettings().basePath, processSettings().auth], ['/admin', { token: auth.token }]);
});

test('[D2.dashboard.process] another difference is told, and the later one wins; equal options are none', () => {
  DashboardPlugin.init({ auth, basePath: '/admin', cdn: { react: 'https://a.example/r', dagre: 'https://a.example/d' } });
  DashboardPlugin.init({ auth, basePath: '/admin', cdn: { dagre: 'https://a.example/d', react: 'https://a.example/r' } });
  assert.equal(takeWarnings(), []);
  DashboardPlugin.init({ auth, basePath: '/other' });
  assert.is(processSettings().basePath, '/other');
  assert.is(takeWarnings().length, 1);
  assert.equal(takeWarnings(), []);
});

test('[D2.dashboard.process] a factory is asked at the start, and the bare class says nothing', () => {
  DashboardPlugin.init({ useFactory: () => ({ basePath: '/later' }) });
  assert.is(processSettings().basePath, '/dashboard');
  DashboardPlugin.init({ basePath: '/first' });
  void new DashboardPlugin();
  assert.equal([processSettings().basePath, takeWarnings()], ['/first', []]);
  void new DashboardPlugin({ basePath: '/later' });
  assert.is(processSettings().basePath, '/later');
});

test('[D2.dashboard.cdn] [D2.dashboard.path] wrong options are refused with their place', () => {
  for (const [options, told] of [
    [{ enabled: 'yes' }, '"enabled": must be true or false'],
    [{ basePath: 'admin' }, '"basePath": must be a path'],
    [{ basePath: '/admin/' }, '"basePath": must be a path'],
    [{ basePath: '/ad;min' }, '"basePath": must be a path'],
    [{ auth: 'token' }, '"auth": must be { enabled, token }'],
    [{ auth: { enabled: true, token: 'two words' } }, '"auth.token": must be'],
    [{ auth: { enabled: true, token: 'tökén' } }, '"auth.token": must be'],
    [{ auth: { enabeld: true } }, 'did you mean "auth.enabled"?'],
    [{ cdn: 'other' }, '"cdn": must be "self"'],
    [{ cdn: { reakt: 'https://a.example' } }, 'did you mean "cdn.react"?'],
    ...[
      'javascript:alert(1)',
      'http://a.example/r',
      'data:text/javascript,1',
      'https://u:p@a.example/r',
      "https://a.example/'; script-src *",
      'r.js',
    ].map((address) => [{ cdn: { react: address } }, '"cdn.react": must be an address of https'] as const),
  ] as const)
    assert.match(problemOf(options), told, JSON.stringify(options));
  assert.is(problemOf({ cdn: { react: 'http://localhost:4000/react.js' } }), 'none');
});

test.run();
