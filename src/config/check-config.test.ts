import { defaultNodeVersion } from '@service/sdk/options';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodePlatforms } from '../std/node-platforms.ts';
import { checkConfig, printPath } from './check-config.ts';
import { mcpbSettings, settings } from './generated.ts';

const messages = (value: unknown): readonly string[] =>
  checkConfig(value).map((fault) => `${fault.severity} ${fault.message}${fault.suggestion === undefined ? '' : ` [${fault.suggestion}]`}`);

test('[S4.config.strict] refuses unknown keys at every depth, all at once, with the nearest name', () => {
  const found = messages({
    name: 'a',
    deploymnts: [],
    transport: { http: { prt: 1 } },
    deployments: [{ target: 'node', server: { csp: { enable: true } } }],
  });
  assert.equal(found, [
    'error deploymnts is not a setting [deployments]',
    'error transport.http.prt is not a setting [port]',
    'error deployments[0].server.csp.enable is not a setting [enabled]',
  ]);
});

test('[S4.2.wrangler.refused] a variable of a worker that is named like a secret is refused at its place', () => {
  const deployments = [{ target: 'node' }, { target: 'worker', wrangler: { vars: { REGION: 'eu', API_TOKEN: 'hunter22' } } }];
  const [fault, ...others] = checkConfig({ name: 'a', deployments });
  assert.equal(others, []);
  assert.equal(fault?.path, ['deployments', 1, 'wrangler', 'vars', 'API_TOKEN']);
  assert.not.match(JSON.stringify(fault), 'hunter22');
});

test('says what a value must be', () => {
  assert.equal(messages({ name: 'a b' }), [
    'error name must be text that may hold up to 200 letters, digits, dots, hyphens and underscores',
  ]);
  assert.equal(messages({ name: 'a', transport: { http: { port: 70000, path: 'mcp' } } }), [
    'error transport.http.port must be a whole number from 0 to 65535',
    'error transport.http.path must be text that must begin with /',
  ]);
  const taken = 'the server itself answers there: it is a health check; choose another path, such as /mcp';
  assert.equal(
    messages({
      name: 'a',
      transport: { http: { path: '/healthz/' } },
      deployments: [{ target: 'node', server: { http: { entryPath: '/a b' } } }],
    }),
    [
      `error transport.http.path: ${taken}`,
      "error deployments[0].server.http.entryPath: expected a path of letters, digits and -._~!$&'()+,;=@%/, without query, fragment and patterns",
    ],
  );
  assert.equal(messages({ name: 'a', deployments: [] }), ['error deployments must be a list with at least 1 item']);
  assert.equal(messages([]), ['error the config must be an object']);
});

test('[cli.target-names] tells deployments apart by target', () => {
  assert.equal(messages({ name: 'a', deployments: [{ target: 'nod' }] }), [
    'error deployments[0].target must be one of node, distributed, cli, worker, serverless_a, serverless_b, browser, sdk, mcpb [node]',
  ]);
  assert.equal(messages({ name: 'a', deployments: [{ target: 'browser', server: {} }] }), ['error deployments[0].server is not a setting']);
});

test('[S4.2.wrangler.refused] what the worker platform or a bundle cannot take is refused', () => {
  const says = (wrangler: object): readonly string[] => messages({ name: 'a', deployments: [{ target: 'worker', wrangler }] });
  const at = 'error deployments[0].wrangler';
  assert.equal(says({ name: 'edge-1', compatibilityDate: '2025-06-01', compatibilityFlags: ['nodejs_compat'], vars: { A: 'b' } }), []);
  assert.equal(says({ name: 'Edge_1' }), [`${at}.name must be text that may hold up to 63 lower-case letters, digits and hyphens`]);
  assert.equal(says({ compatibilityDate: '2025-6-1' }), [`${at}.compatibilityDate must be text that is a date such as 2024-11-11`]);
  assert.equal(says({ compatibilityDate: '2025-13-01' }), [`${at}.compatibilityDate: expected a day of the calendar`]);
  assert.equal(says({ compatibilityFlags: ['no_nodejs_compat'] }), [
    `${at}.compatibilityFlags[0]: no_nodejs_compat takes away what every worker bundle is built for`,
  ]);
  assert.equal(says({ vars: { A: 1 } }), [`${at}.vars.A must be text`]);
  assert.equal(says({ triggers: { crons: [] } }), [`${at}.triggers is not built`]);
});

test('names a missing key', () => {
  assert.equal(messages({}), ['error name is missing. Name of the server and of its output files']);
});

test('[S4.config.no-dead-option] a setting that does nothing is refused by name, a value warns', () => {
  const [refused, ...others] = checkConfig({ name: 'a', skills: { provider: 'claude' } });
  assert.equal([refused?.message, refused?.severity, others], ['skills is not built', 'error', []]);
  assert.match(refused?.hint ?? '', /^No command installs or exports skills for assistants\. Leave it out; /);
  const says = (nodeVersion: string): readonly string[] => messages({ name: 'a', nodeVersion });
  assert.equal(says('>=18'), ['warning nodeVersion >=18 is older than >=20.19.0, which bundles need: that is checked instead']);
  for (const followed of ['>=20.19.0', '>=20.19', '>=22', '>=24.1.0']) assert.equal(says(followed), [], followed);
});

test('the types of the config name the oldest Node and the platforms that the code knows', () => {
  assert.is(settings['nodeVersion']?.standard, defaultNodeVersion);
  assert.equal(mcpbSettings['nativePlatforms']?.rule, { kind: 'list', of: { kind: 'text', choices: nodePlatforms }, atLeast: 1 });
});

test('never repeats a value, which may be a secret', () => {
  assert.not.match(messages({ name: 'a', env: { shared: { KEY: 42 } }, version: { token: 'hunter22' } }).join('\n'), /hunter22|42/);
});

test('keys that objects inherit are unknown', () => {
  assert.equal(messages(JSON.parse('{"name":"a","__proto__":{}}')), ['error __proto__ is not a setting']);
  assert.equal(messages({ name: 'a', constructor: 1 }), ['error constructor is not a setting']);
});

test('prints paths as people write them', () => {
  assert.is(printPath(['deployments', 0, 'target']), 'deployments[0].target');
});

test('[foreign.bounded] of ten thousand faults the first hundred of each kind are told', () => {
  const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key${at}`, at]));
  const faults = checkConfig({ name: 'calc', nodeVersion: '>=18', ...unknown });
  assert.is(faults.length, 101);
  assert.is(faults.filter(({ severity }) => severity === 'error').length, 100);
  assert.equal(faults[1]?.path, ['key0']);
});

test.run();
