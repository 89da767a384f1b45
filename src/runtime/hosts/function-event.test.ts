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
  const lists = { ...first.multiValueHeaders, Origin: ['https://a.example', 'https://evil.example'] };
  assert.is(read({ ...first, multiValueHeaders: lists }).request.headers.get('origin'), 'https://a.example, https://evil.example');
  // Of one value each, but in two spellings.
  const spellings = { ...second.headers, authorization: 'Bearer a', Authorization: 'Bearer b' };
  assert.is(read({ ...second, headers: spellings }).request.headers.get('authorization'), 'Bearer a, Bearer b');
});

test('[serverless.events] an address before the one that the balancer adds is what a client wrote', () => {
  const forged = { ...balancer, headers: { ...balancer.headers, 'x-forwarded-for': '10.0.0.1, 10.0.0.2, 203.0.113.10' } };
  assert.is(read(forged).address, '203.0.113.10');
  assert.is(read({ ...second, headers: { ...second.headers, 'x-forwarded-for': '10.0.0.1' } }).address, '203.0.113.7');
});

const refuses = (what: string, event: object): void => assert.is(readEvent(event, signal).request, undefined, what);
const inContext = <Event extends { readonly requestContext: object }>(event: Event, more: object): object => ({
  ...event,
  requestContext: { ...event.requestContext, ...more },
});

test('[serverless.malformed] a host with anything around it, in another spelling or of several values is refused', () => {
  const hosts = [
    'evil.example/mcp',
    'user@evil.example',
    'good.example@evil.example',
    'good.example, evil.example',
    'a b',
    'ex\tample.com',
    'evil.example?x',
    'evil.example#x',
    'evil.example\\x',
    'evil%2eexample',
    'é.example',
    'a!b',
    'host:99999',
    '0x7f.1',
    '2130706433',
    '[0:0:0:0:0:0:0:1]',
    '',
  ];
  for (const one of hosts) {
    refuses(`domainName ${one}`, inContext(second, { domainName: one }));
    refuses(`host of 2.0 ${one}`, { ...second, headers: { ...second.headers, host: one } });
    refuses(`host of 1.0 ${one}`, { ...first, headers: { ...first.headers, Host: one }, multiValueHeaders: { Host: [one] } });
    refuses(`host of a balancer ${one}`, { ...balancer, headers: { ...balancer.headers, host: one } });
  }
  refuses('two hosts', { ...first, multiValueHeaders: { Host: ['api.example', 'api.example'] } });
  refuses('two spellings', { ...balancer, headers: { ...balancer.headers, Host: 'evil.example' } });
  refuses('no host', { ...balancer, headers: {} });
  for (const one of ['lb.example:8443', '[::1]:80', 'LB.example', 'xn--e1afmkfd.example', 'a_b.example'])
    assert.is(new URL(urlOf({ ...balancer, headers: { host: one } })).hostname, one.replace(/:\d+$/, '').toLowerCase());
});

test('[serverless.malformed] a path that would lead elsewhere is refused', () => {
  const paths = [
    '',
    'mcp',
    '@evil.example/',
    '.evil.example/mcp',
    ':8080/mcp',
    'https://evil.example/mcp',
    '/m\tcp',
    '/mcp\n',
    '/\u007f',
    '/\0',
  ];
  const dots = ['/..', '/a/../mcp', '/./mcp', '/a/%2e%2E/mcp', '/a/.%2e', '/%2e/mcp'];
  for (const path of [...paths, ...dots, undefined, 7, ['/mcp']]) {
    refuses(`2.0 ${String(path)}`, { ...second, rawPath: path });
    refuses(`1.0 ${String(path)}`, { ...first, path });
    refuses(`balancer ${String(path)}`, { ...balancer, path });
  }
  refuses('behind a stage', { ...inContext(second, { stage: 'prod' }), rawPath: '/prod/../mcp' });
});

test('[serverless.malformed] a path stays on its host, and every character of it in its place', () => {
  assert.is(urlOf({ ...balancer, path: '//evil.example/mcp' }), 'http://lb.example//evil.example/mcp');
  assert.is(urlOf({ ...inContext(second, { stage: 'prod' }), rawPath: '/prod//evil.example' }), `https://${host}//evil.example`);
  assert.is(urlOf({ ...second, rawPath: '/\\evil.example\\..\\mcp' }), `https://${host}/%5Cevil.example%5C..%5Cmcp`);
  assert.is(urlOf({ ...second, rawPath: '/mcp ' }), `https://${host}/mcp%20`);
  assert.is(urlOf({ ...second, rawPath: '/a..b/...' }), `https://${host}/a..b/...`);
});

test('[serverless.malformed] a query has no end before its end', () => {
  assert.is(urlOf({ ...second, rawQueryString: 'a=1#&b=2 ' }), `https://${host}/mcp?a=1%23&b=2%20`);
  refuses('a line break', { ...second, rawQueryString: 'a=\r\n1' });
  refuses('no text', { ...second, rawQueryString: { a: '1' } });
  refuses('half a character', { ...first, queryStringParameters: { a: '\ud800' } });
  for (const bad of ['a=1', ['a'], { a: { b: '1' } }, { a: 1 }, { a: [1] }, { a: null }]) {
    refuses(JSON.stringify(bad), { ...first, queryStringParameters: bad });
    refuses(JSON.stringify(bad), { ...first, multiValueQueryStringParameters: bad });
  }
});

test('[serverless.malformed] bytes that are no base64 are refused, and so is a body that is no text', async () => {
  const bytes = Buffer.alloc(6_000_000, 0xfb).toString('base64');
  assert.is((await read({ ...second, body: bytes, isBase64Encoded: true }).request.arrayBuffer()).byteLength, 6_000_000);
  assert.is(await read({ ...second, body: '', isBase64Encoded: true }).request.text(), '');
  for (const body of ['{}', '{"a":1}=', 'e30', 'e3 0', 'e30=\n', 'e30==', '=e30', 'e-_0', `${bytes}=`])
    refuses(body.slice(0, 20), { ...second, body, isBase64Encoded: true });
  for (const body of [{}, 7, ['x'], true]) refuses(JSON.stringify(body), { ...second, body });
  for (const isBase64Encoded of ['true', 'false', 1, {}])
    refuses(JSON.stringify(isBase64Encoded), { ...second, body: 'e30=', isBase64Encoded });
  // A GET has no body, but what it was sent is judged.
  refuses('a GET', { ...inContext(second, { http: { ...http, method: 'GET' } }), body: '{}', isBase64Encoded: true });
  assert.is(await read({ ...first, body: null, isBase64Encoded: null }).request.text(), '');
});

test('[serverless.malformed] headers, cookies and a method that no client can send are refused', () => {
  refuses('a line break', { ...second, headers: { host, 'x-a': 'line\nbreak' } });
  refuses('a name', { ...second, headers: { host, 'a b': 'c' } });
  for (const headers of ['host: x', [host], { host, a: 7 }, { host, a: null }, { host, a: {} }])
    refuses(JSON.stringify(headers), { ...second, headers });
  refuses('lists', { ...first, multiValueHeaders: { Host: ['api.example'], a: [7] } });
  for (const cookies of ['a=1', { a: '1' }, [1], ['a=1\r\nx: y']]) refuses(JSON.stringify(cookies), { ...second, cookies });
  for (const method of ['TRACE', 'CONNECT', '', 'GET / HTTP/1.1\r\nx: y', 'PO ST']) {
    refuses(method, inContext(second, { http: { ...http, method } }));
    refuses(method, { ...first, httpMethod: method });
  }
});

test('[serverless.events] events of other services are refused by name', () => {
  for (const event of [{ Records: [] }, {}, null, 'text', 7, [], { ...second, routeArn: 'arn' }, { ...first, methodArn: 'arn' }])
    assert.throws(() => readEvent(event, signal), /answers HTTP events of API gateways, function URLs and load balancers/);
  assert.throws(() => readEvent({ Records: [], source: 'aws.s3' }, signal), /its members: Records, source\.$/);
});

test.run();
