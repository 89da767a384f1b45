import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkOptions, type UseOptions } from './server-options.ts';

/** As a spec without types has them. */
const given = (name: string, value: unknown): UseOptions => Object.fromEntries([[name, value]]);

test('[testing.use-options] every option is taken, absent ones too', () => {
  checkOptions({ server: './a.ts', baseUrl: 'https://a.test/mcp', port: 0, project: 'p', entryPath: '/', transport: 'sse' });
  checkOptions({ publicMode: true, env: {}, startupTimeout: 1, logLevel: 'debug', auth: { mode: 'public' } });
  checkOptions(given('server', undefined));
});

const bad: readonly (readonly [name: string, value: unknown, message: RegExp])[] = [
  ['sever', './a.ts', /^test\.use\(\) has no option sever\. Options: server, baseUrl/],
  ['port', 80_000, /port must be a whole number from 0 to 65535, not 80000\.$/],
  ['port', '1', /not '1'\.$/],
  ['transport', 'stdio', /transport must be one of streamable-http, sse, not 'stdio'/],
  ['logLevel', 'trace', /logLevel must be one of/],
  ['baseUrl', 'localhost:3000', /baseUrl must be an address/],
  ['startupTimeout', 0, /startupTimeout must be a number of milliseconds/],
  ['publicMode', 'no', /publicMode must be true or false/],
  ['env', null, /env must be an object/],
];

for (const [name, value, message] of bad)
  test(`[testing.use-options] ${name}: ${String(value)} is refused`, () => {
    assert.throws(() => checkOptions(given(name, value)), message);
  });

test.run();
