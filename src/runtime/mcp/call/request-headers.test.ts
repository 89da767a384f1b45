import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { copyRequestHeaders, metadataOf, noRequestHeaders, type RequestHeaders } from './request-headers.ts';

function carrierOf(headers: Readonly<Record<string, string>>, peerAddress?: string): RequestHeaders {
  const all = new Map(Object.entries(headers));
  return { peerAddress, header: (name) => all.get(name), eachHeader: (visit) => all.forEach((value, name) => visit(name, value)) };
}

const sent = {
  authorization: 'Bearer t',
  cookie: 'c=1',
  'user-agent': 'u/1',
  accept: '*/*',
  baggage: 'a=1',
  'x-service-a': '1',
  'x-other': '2',
};

test('calls see what of their request they may, and nothing that was not sent', () => {
  assert.equal(metadataOf(carrierOf(sent, '10.0.0.1')), {
    userAgent: 'u/1',
    accept: '*/*',
    clientIp: '10.0.0.1',
    customHeaders: { 'x-service-a': '1' },
  });
  assert.equal(metadataOf(noRequestHeaders), { customHeaders: {} });
  assert.equal(metadataOf({ ...noRequestHeaders, customHeaders: { Any: '1' } }), { customHeaders: { Any: '1' } });
});

test('request headers kept after the request hold no credentials', () => {
  const kept = copyRequestHeaders(carrierOf(sent, '10.0.0.1'));
  assert.equal(metadataOf(kept), metadataOf(carrierOf(sent, '10.0.0.1')));
  assert.is(kept.header('baggage'), 'a=1');
  for (const name of ['authorization', 'cookie', 'x-other']) assert.is(kept.header(name), undefined);
  const names: string[] = [];
  kept.eachHeader((name) => names.push(name));
  assert.equal(names.sort(), ['accept', 'baggage', 'user-agent', 'x-service-a']);
});

test.run();
