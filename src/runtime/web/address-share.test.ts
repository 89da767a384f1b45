import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addressShareOf } from './address-share.ts';
import { trustForwardedHeaders } from './request-origin.ts';
import { emptyExchange } from '../../../test/support/step-scene.ts';

const from = (peerAddress: string | undefined, headers: Readonly<Record<string, string>> = {}) =>
  addressShareOf({ peerAddress, header: (name) => headers[name] });

test('[I15.totals.proxies] a share belongs to an address; of IPv6 to its network', () => {
  assert.is(from('192.0.2.1'), '192.0.2.1');
  assert.is(from('2001:db8:1:2:3::4'), from('2001:db8:1:2::9'));
  assert.is.not(from('2001:db8:1:2::9'), from('2001:db8:1:3::9'));
  assert.is(from('127.0.0.1'), '127.0.0.1');
});

test('[I15.totals.proxies] behind a proxy that is not trusted, and without an address, there is no share', () => {
  assert.is(from(undefined), undefined);
  for (const proxy of ['127.0.0.1', '10.1.2.3', '192.168.0.1', '172.16.0.1', '172.31.0.1', '::1', '::ffff:10.0.0.1', 'fd00::1'])
    for (const header of ['x-forwarded-for', 'forwarded']) assert.is(from(proxy, { [header]: 'x' }), undefined, proxy);
});

test('[I15.totals.proxies] a client of a private network behind a trusted proxy has a share', () => {
  const behindProxy = (forwarded: string, proxies = 1): string | undefined => {
    const headers: Readonly<Record<string, string>> = { 'x-forwarded-for': forwarded };
    const exchange = emptyExchange({ peerAddress: '10.0.0.9', header: (name) => headers[name] });
    trustForwardedHeaders(exchange, proxies);
    return addressShareOf(exchange);
  };
  for (const forwarded of ['10.1.2.3', '198.51.100.1, 10.1.2.3', '10.1.2.3:4711']) assert.is(behindProxy(forwarded), '10.1.2.3', forwarded);
  assert.is(behindProxy('10.1.2.3, 10.0.0.8', 2), '10.1.2.3');
  assert.is(behindProxy('[fd00::1]:4711'), behindProxy('fd00::1'));
  assert.is.not(behindProxy('fd00::1'), undefined);
});

test('[I15.totals.proxies] a header that a stranger sends does not take them out of their share', () => {
  for (const stranger of ['192.0.2.1', '172.32.0.1', '11.0.0.1', '2001:db8::1', '::ffff:192.0.2.1'])
    assert.is.not(from(stranger, { 'x-forwarded-for': '198.51.100.1' }), undefined, stranger);
});

test.run();
