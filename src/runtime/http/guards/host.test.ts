import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { derivePolicy, isAllowedHost } from './host.ts';

const loopback = derivePolicy({ enabled: true, bindAddress: '127.0.0.1', allowedHosts: undefined }).hosts ?? new Set<string>();

test('[D2.host.derived] loopback answers its three names with any port and in any case', () => {
  for (const value of ['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:1', '[::1]', '[::1]:65535'])
    assert.ok(isAllowedHost(loopback, value), value);
});

test('[D2.host.attacks] spellings that other parsers read differently are refused', () => {
  const attacks = [
    'evil.example',
    'localhost.',
    'localhost.evil.example',
    'user@localhost',
    'localhost:80@evil.example',
    'localhost/evil',
    'localhost:port',
    'localhost:65536',
    'localhost:',
    '',
    '::1',
    '[::1',
    '[::1%25lo]',
    '[0:0:0:0:0:0:0:1]',
    '127.1',
    '0.0.0.0',
    'localhost, evil.example',
    ' localhost',
    'localhost:1:2',
    'http://localhost',
    'localhoſt',
  ];
  for (const value of attacks) assert.not.ok(isAllowedHost(loopback, value), value);
});

test('[D2.host.all-interfaces] on 0.0.0.0 nothing is enforced until hosts are listed', () => {
  assert.is(derivePolicy({ enabled: true, bindAddress: '0.0.0.0', allowedHosts: undefined }).hosts, undefined);
  const listed =
    derivePolicy({ enabled: true, bindAddress: '0.0.0.0', allowedHosts: ['API.example', 'b.example:8443'] }).hosts ?? new Set<string>();
  assert.ok(isAllowedHost(listed, 'api.example:443'));
  assert.ok(isAllowedHost(listed, 'b.example:8443'));
  assert.not.ok(isAllowedHost(listed, 'b.example:443'), 'an entry with a port matches only that port');
  assert.not.ok(isAllowedHost(listed, 'localhost'));
});

test('[D2.host.disabled] enabled: false turns the check off', () => {
  assert.is(derivePolicy({ enabled: false, bindAddress: '127.0.0.1', allowedHosts: ['a'] }).hosts, undefined);
});

test.run();
