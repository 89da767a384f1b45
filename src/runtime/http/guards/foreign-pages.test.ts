import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnvironment } from '../../options/env.ts';
import { listeningCapabilities } from '../http-settings.ts';
import type { HttpExchange } from '../../web/exchange.ts';
import { findRefusedHost, hostPolicy, isAllowedHost } from './foreign-pages.ts';

const ownHosts = (bindAddress: string) => {
  const security = { bindAddress, strict: false, dnsRebindingProtection: {} };
  return listeningCapabilities.listen?.({ bodyLimit: 1, urlencodedLimit: 1, routes: [], security }, readEnvironment({}), false).ownHosts;
};
const loopback = hostPolicy(ownHosts('127.0.0.1')).hosts ?? new Set<string>();

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

test('hosts that were found allowed are remembered, and no more of them than clients of a server write', () => {
  const policy = hostPolicy(['localhost']);
  const exchangeOf = (host: string) => ({ header: (name: string) => (name === 'host' ? host : undefined) }) as HttpExchange;
  assert.is(findRefusedHost(policy, exchangeOf('evil.example')), 'Host');
  assert.is(policy.passed.size, 0);
  for (let port = 1; port <= 100; port++) assert.is(findRefusedHost(policy, exchangeOf(`localhost:${port}`)), undefined);
  assert.equal([policy.passed.size, policy.passed.has('localhost:1')], [32, true]);
});

test('[D2.host.all-interfaces] on 0.0.0.0 nothing is enforced until hosts are listed', () => {
  assert.is(hostPolicy(ownHosts('0.0.0.0')).hosts, undefined);
  const listed = hostPolicy(['API.example', 'b.example:8443']).hosts ?? new Set<string>();
  assert.ok(isAllowedHost(listed, 'api.example:443'));
  assert.ok(isAllowedHost(listed, 'b.example:8443'));
  assert.not.ok(isAllowedHost(listed, 'b.example:443'), 'an entry with a port matches only that port');
  assert.not.ok(isAllowedHost(listed, 'localhost'));
});

test('[D2.hosts.bound-address] the loopback address that is listened on is answered', () => {
  for (const [address, host] of [
    ['127.0.0.2', '127.0.0.2:3000'],
    ['::1', '[::1]:3000'],
  ] as const)
    assert.ok(isAllowedHost(hostPolicy(ownHosts(address)).hosts ?? new Set<string>(), host), address);
  assert.not.ok(isAllowedHost(loopback, '127.0.0.2'));
});

test.run();
