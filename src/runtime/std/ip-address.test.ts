import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isInBlock, parseIpAddress, parseIpBlock } from './ip-address.ts';

const inside = (address: string, block: string): boolean => {
  const bytes = parseIpAddress(address);
  const range = parseIpBlock(block);
  assert.ok(bytes !== undefined && range !== undefined, `${address} ${block}`);
  return isInBlock(bytes, range);
};

test('[S5.8.ip.cidr] addresses of both families are in their blocks and in no other', () => {
  for (const [address, block] of [
    ['10.1.2.3', '10.0.0.0/8'],
    ['10.1.2.3', '10.1.2.3'],
    ['192.168.1.129', '192.168.1.128/25'],
    ['1.2.3.4', '0.0.0.0/0'],
    ['2001:db8::1', '2001:db8::/32'],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['::1', '::/0'],
    ['fe80::1%eth0', 'fe80::/10'],
    ['::ffff:10.0.0.1', '10.0.0.0/8'],
    ['::ffff:a00:1', '10.0.0.1'],
    ['10.0.0.1', '::ffff:10.0.0.0/104'],
  ] as const)
    assert.ok(inside(address, block), `${address} in ${block}`);
  for (const [address, block] of [
    ['11.0.0.0', '10.0.0.0/8'],
    ['192.168.1.127', '192.168.1.128/25'],
    ['2001:db9::1', '2001:db8::/32'],
    ['::1', '0.0.0.0/0'],
    ['1.2.3.4', '::/0'],
  ] as const)
    assert.not.ok(inside(address, block), `${address} in ${block}`);
});

test('malformed addresses and blocks are refused', () => {
  for (const text of [
    '',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '010.0.0.1',
    '0x7f.0.0.1',
    '2130706433',
    ':::',
    '1::2::3',
    '12345::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '::1.2.3',
    'localhost',
  ])
    assert.is(parseIpAddress(text), undefined, text);
  for (const text of ['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8/8', '::/129', '10.0.0.0/0x8'])
    assert.is(parseIpBlock(text), undefined, text);
});

test.run();
