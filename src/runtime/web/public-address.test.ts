import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isAddressLiteral, isPublicAddress } from './public-address.ts';

test('[cimd.ssrf.addresses] addresses of special use are not public, however they are written', () => {
  for (const address of ['1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001:81b::200e'])
    assert.ok(isPublicAddress(address), address);
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
    '127.1',
  ])
    assert.not.ok(isPublicAddress(address), address);
});

test('an address in place of a name is seen in every spelling that URLs allow', () => {
  for (const url of [
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://[::1]/',
    'https://127.1/',
  ])
    assert.ok(isAddressLiteral(new URL(url).hostname), url);
  assert.not.ok(isAddressLiteral('example.com'));
});

test.run();
