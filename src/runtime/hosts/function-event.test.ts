import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEvent } from './function-event.ts';

const { signal } = new AbortController();
const host = 'abc.lambda-url.eu-west-1.on.aws';
const http = { method: 'POST', path: '/mcp', sourceIp: '203.0.113.7' };
const second = {
  version: '2.0',
  rawPath: '/mcp',
  rawQueryString: '',
  headers: { host, 'content-type': 'application/json' },
  requestContext: { domainName: host, stage: '$default', http },
  body: '{}',
  isBase64Encoded: false,
};
const first = {
  httpMethod: 'POST',
  path: '/mcp',
  headers: { Host: 'api.example', 'Content-Type': 'application/json' },
  multiValueHeaders: { Host: ['api.example'], 'Content-Type': ['application/json'] },
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  requestContext: { identity: { sourceIp: '203.0.113.8' }, stage: 'prod', domainName: 'api.example' },
  body: '{}',
  isBase64Encoded: false,
};
const balancer = {
  httpMethod: 'POST',
  path: '/mcp',
  headers: { host: 'lb.example', 'x-forwarded-for': '198.51.100.1, 203.0.113.9', 'x-forwarded-proto': 'http' },
  queryStringParameters: {},
  requestContext: { elb: { targetGroupArn: 'arn' } },
  body: '',
  isBase64Encoded: false,
};

function read(event: unknown): { readonly request: Request; readonly address: string | undefined } {
  const { address, request } = readEvent(event, signal);
  assert.ok(request);
  return { request, address };
}
const urlOf = (event: unknown): string => read(event).request.url;

test('[serverless.events] every kind of HTTP event is a request with its method, address, headers and body', async () => {
  for (const [event, url, address] of [
    [second, `https://${host}/mcp`, '203.0.113.7'],
    [first, 'https://api.example/mcp', '203.0.113.8'],
    [balancer, 'http://lb.example/mcp', '203.0.113.9'],
  ] as const) {
    const found = read(event);
    assert.is(found.request.url, url);
    assert.is(found.request.method, 'POST');
    assert.is(found.address, address);
    assert.is(await found.request.text(), event.body);
  }
});

test('[serverless.events] the name of a stage is no part of the path', () => {
  const staged = (rawPath: string) => urlOf({ ...second, rawPath, requestContext: { ...second.requestContext, stage: 'prod' } });
  assert.is(staged('/prod/mcp'), `https://${host}/mcp`);
  assert.is(staged('/prod'), `https://${host}/`);
  assert.is(staged('/product/mcp'), `https://${host}/product/mcp`);
  assert.is(urlOf({ ...second, rawPath: '/$default/mcp' }), `https://${host}/$default/mcp`);
});

test('[serverless.events] queries arrive as they were sent, repeated values and encoded ones too', () => {
  assert.is(urlOf({ ...second, rawQueryString: 'a=1&a=2&b=%26' }), `https://${host}/mcp?a=1&a=2&b=%26`);
  const decoded = { multiValueQueryStringParameters: { a: ['1', '2'], b: ['&'] } };
  assert.is(urlOf({ ...first, ...decoded }), 'https://api.example/mcp?a=1&a=2&b=%26');
  assert.is(urlOf({ ...first, queryStringParameters: { 'a b': 'c+d' } }), 'https://api.example/mcp?a%20b=c%2Bd');
  assert.is(urlOf({ ...balancer, queryStringParameters: { a: '%26' } }), 'http://lb.example/mcp?a=%26');
});

test('[serverless.events] a path that a gateway has decoded stays a path', () => {
  for (const event of [
    { ...second, rawPath: '/mcp?a=1#b' },
    { ...first, path: '/mcp?a=1#b' },
    { ...balancer, path: '/mcp?a=1#b' },
  ])
    assert.match(urlOf(event), /\/mcp%3Fa=1%23b$/);
});

test('[serverless.events] bodies of bytes are decoded; a GET has none', async () => {
  const bytes = Buffer.from([0, 255, 128]);
  const { request } = read({ ...second, body: bytes.toString('base64'), isBase64Encoded: true });
  assert.equal(Buffer.from(await request.arrayBuffer()), bytes);
  const get = { ...second, requestContext: { ...second.requestContext, http: { ...http, method: 'GET' } } };
  assert.is(read(get).request.body, null);
});

test('[serverless.events] cookies of a list are one header, and repeated headers are joined for the guards to judge', () => {
  assert.is(read({ ...second, cookies: ['a=1', 'b=2'] }).request.headers.get('cookie'), 'a=1; b=2');
  const repeated = { ...first, multiValueHeaders: { Host: ['api.example', 'evil.example'] } };
  assert.is(read(repeated).request.headers.get('host'), 'api.example, evil.example');
});

test('[serverless.events] an address before the one that the balancer adds is what a client wrote', () => {
  const forged = { ...balancer, headers: { ...balancer.headers, 'x-forwarded-for': '10.0.0.1, 10.0.0.2, 203.0.113.10' } };
  assert.is(read(forged).address, '203.0.113.10');
  assert.is(read({ ...second, headers: { ...second.headers, 'x-forwarded-for': '10.0.0.1' } }).address, '203.0.113.7');
});

test('[serverless.events] what cannot be a request is none; events of other services are refused by name', () => {
  assert.is(readEvent({ ...second, headers: { 'x-a': 'line\nbreak' } }, signal).request, undefined);
  assert.is(readEvent({ ...second, requestContext: { ...second.requestContext, domainName: 'a b' } }, signal).request, undefined);
  assert.is(
    readEvent({ ...second, requestContext: { ...second.requestContext, http: { ...http, method: 'TRACE' } } }, signal).request,
    undefined,
  );
  for (const event of [{ Records: [] }, {}, null, 'text', 7])
    assert.throws(() => readEvent(event, signal), /answers HTTP events of API gateways, function URLs and load balancers/);
  assert.throws(() => readEvent({ Records: [], source: 'aws.s3' }, signal), /its members: Records, source\.$/);
});

test.run();
