/* Requests: parameters in their styles, bodies of every kind, and what no argument can do. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OpenapiOptions } from '@service/adapters';
import { described, serve, type ApiServer, type CalledTool } from './openapi-project.ts';
import { recordingApi, type Recorded, type RecordingApi } from './recording-api.ts';

interface Exchange {
  readonly result: CalledTool;
  readonly request: Recorded | undefined;
}

/** One call of one operation, and the request that reached the API. */
const exchangeWith =
  (options: Partial<OpenapiOptions>) =>
  async (path: string, operation: object, args: object): Promise<Exchange> => {
    const api = await recordingApi();
    const method = 'requestBody' in operation ? 'post' : 'get';
    const document = described({ [path]: { [method]: { operationId: 'send', responses: {}, ...operation } } });
    const server = await serve(document, { baseUrl: `${api.url}/v1`, ...options });
    try {
      const result = await server.call('send', args);
      return { result, request: api.requests[0] };
    } finally {
      await server.close();
      await api.close();
    }
  };

const exchange = exchangeWith({});

async function targetOf(parameter: object, value: unknown, path = '/a'): Promise<string | undefined> {
  const { request } = await exchange(path, { parameters: [{ name: 'x', in: 'query', schema: {}, ...parameter }] }, { x: value });
  return request?.target;
}

const list = ['a b', 'c&d', 'é'];
const record = { r: 1, 'g=': 'x,y' };

test('[A14.parameters] queries are written in their style', async () => {
  const rows: readonly (readonly [object, unknown, string])[] = [
    [{}, 'a b&c=d#e', 'x=a%20b%26c%3Dd%23e'],
    [{}, list, 'x=a%20b&x=c%26d&x=%C3%A9'],
    [{ explode: false }, list, 'x=a%20b,c%26d,%C3%A9'],
    [{ style: 'spaceDelimited' }, list, 'x=a%20b%20c%26d%20%C3%A9'],
    [{ style: 'pipeDelimited' }, list, 'x=a%20b%7Cc%26d%7C%C3%A9'],
    [{ style: 'pipeDelimited', explode: true }, ['a', 'b'], 'x=a&x=b'],
    [{}, record, 'r=1&g%3D=x%2Cy'],
    [{ explode: false }, record, 'x=r,1,g%3D,x%2Cy'],
    [{ style: 'deepObject' }, { a: { b: [1, true] } }, 'x%5Ba%5D%5Bb%5D%5B0%5D=1&x%5Ba%5D%5Bb%5D%5B1%5D=true'],
    [{ allowReserved: true }, 'a/b?c&d=e#f', 'x=a/b?c%26d%3De%23f'],
    [{ schema: undefined, content: { 'application/json': { schema: {} } } }, { a: [1] }, 'x=%7B%22a%22%3A%5B1%5D%7D'],
    [{}, [], ''],
    [{}, 0, 'x=0'],
    [{}, false, 'x=false'],
  ];
  for (const [parameter, value, query] of rows)
    assert.is(await targetOf(parameter, value), `/v1/a${query === '' ? '' : `?${query}`}`, JSON.stringify([parameter, value]));
});

test('[A14.parameters] paths are written in their style', async () => {
  const rows: readonly (readonly [object, unknown, string])[] = [
    [{}, 'a b/c?d#e', 'a%20b%2Fc%3Fd%23e'],
    [{}, ['a', 'b,c'], 'a,b%2Cc'],
    [{}, { r: 1, g: 2 }, 'r,1,g,2'],
    [{ explode: true }, { r: 1, g: 2 }, 'r=1,g=2'],
    [{ style: 'label' }, 'a', '.a'],
    [{ style: 'label', explode: true }, ['a', 'b'], '.a.b'],
    [{ style: 'label' }, ['a', 'b'], '.a,b'],
    [{ style: 'matrix' }, 'a', ';x=a'],
    [{ style: 'matrix' }, ['a', 'b'], ';x=a,b'],
    [{ style: 'matrix', explode: true }, ['a', 'b'], ';x=a;x=b'],
    [{ style: 'matrix', explode: true }, { r: 1 }, ';r=1'],
  ];
  for (const [parameter, value, step] of rows)
    assert.is(
      await targetOf({ in: 'path', required: true, ...parameter }, value, '/p/{x}/q'),
      `/v1/p/${step}/q`,
      JSON.stringify([parameter, value]),
    );
});

test('[A14.parameters] headers and cookies are written in their style', async () => {
  const { request } = await exchange(
    '/a',
    {
      parameters: [
        { name: 'X-List', in: 'header', schema: {} },
        { name: 'X-Record', in: 'header', explode: true, schema: {} },
        { name: 'Authorization', in: 'header', schema: {} },
        { name: 'c', in: 'cookie', schema: {} },
        { name: 'd', in: 'cookie', explode: false, schema: {} },
      ],
    },
    { 'X-List': ['a', 'b c'], 'X-Record': { r: 1 }, c: 'x; y=z', d: ['1', '2'] },
  );
  assert.is(request?.headers['x-list'], 'a,b c');
  assert.is(request?.headers['x-record'], 'r=1');
  assert.is(request?.headers['cookie'], 'c=x%3B%20y%3Dz; d=1,2');
});

test('[A14.path] a value that is another step of the path is refused, and nothing is sent', async () => {
  for (const value of ['.', '..', '', '../admin', 'a/../../b', 'a\\..\\b', '%2e%2e', '%2E', '\ud800']) {
    const { request, result } = await exchange('/p/{x}/q', {}, { x: value });
    assert.is(result.isError, true, JSON.stringify(value));
    assert.is(request, undefined, JSON.stringify(value));
  }
  for (const path of ['/p/{x}{y}', '/../{x}{y}', '/../v1{x}{y}', '/./../{x}/{y}']) {
    const { request } = await exchange(path, {}, { x: path === '/p/{x}{y}' ? '.' : 'a', y: '.b' });
    assert.is(request, undefined, path);
  }
  for (const value of ['...', '.git', 'a..b', 'src/index.ts'])
    assert.is((await exchange('/p/{x}/q', {}, { x: value })).request?.target, `/v1/p/${encodeURIComponent(value)}/q`);
});

test('[A14.injection] no argument adds a header, a cookie, a parameter or a step', async () => {
  const header = await exchange('/a', { parameters: [{ name: 'X-A', in: 'header', schema: {} }] }, { 'X-A': 'v\r\nX-Evil: 1' });
  assert.equal([header.request, header.result.isError], [undefined, true]);
  assert.match(header.result.content[0]?.text ?? '', /the text for the header "X-A" has characters that a header cannot hold/);
  const query = await exchange('/a', { parameters: [{ name: 'q', in: 'query', schema: {} }] }, { q: '1&admin=true#x' });
  assert.is(query.request?.target, '/v1/a?q=1%26admin%3Dtrue%23x');
  const unknown = await exchange('/a', { parameters: [{ name: 'q', in: 'query', schema: {} }] }, { q: '1', admin: true });
  assert.equal([unknown.request, unknown.result.isError], [undefined, true]);
});

const bodyOf = (mediaType: string, schema: object, more: object = {}): object => ({
  requestBody: { required: true, content: { [mediaType]: { schema, ...more } } },
});

test('[A14.bodies] JSON, forms, text and bytes are written as the description says', async () => {
  const object = { type: 'object', properties: { a: {}, b: {}, c: {} } };
  const json = await exchange('/a', bodyOf('application/json', object), { a: null, b: [1, { x: 'é' }] });
  assert.equal(
    [json.request?.body, json.request?.headers['content-type']],
    [Buffer.from('{"a":null,"b":[1,{"x":"é"}]}').toString('latin1'), 'application/json'],
  );
  const vendor = await exchange('/a', bodyOf('application/vnd.api+json; version=1', { type: 'array' }), { body: [1] });
  assert.equal([vendor.request?.body, vendor.request?.headers['content-type']], ['[1]', 'application/vnd.api+json; version=1']);
  const form = await exchange(
    '/a',
    bodyOf('application/x-www-form-urlencoded', object, { encoding: { c: { style: 'deepObject', explode: true } } }),
    { a: 'x y&z', b: [1, 2], c: { d: { e: 1 } } },
  );
  assert.is(form.request?.body, 'a=x%20y%26z&b=1&b=2&c%5Bd%5D%5Be%5D=1');
  const text = await exchange('/a', bodyOf('text/plain', { type: 'string' }), { body: 'hello\nworld' });
  assert.equal([text.request?.body, text.request?.headers['content-type']], ['hello\nworld', 'text/plain']);
  const bytes = await exchange('/a', bodyOf('application/octet-stream', { type: 'string', format: 'binary' }), {
    body: Buffer.from([0, 255, 10]).toString('base64'),
  });
  assert.equal([bytes.request?.body, bytes.request?.headers['content-type']], ['\u0000\u00ff\n', 'application/octet-stream']);
  const none = await exchange('/a', { requestBody: { content: { 'application/json': { schema: object } } } }, {});
  assert.equal([none.request?.body, none.request?.headers['content-type']], ['', undefined]);
});

test('[A14.bodies] files of a multipart body are base64, in a schema that is a reference too', async () => {
  const upload = {
    type: 'object',
    required: ['file'],
    properties: {
      file: { type: 'string', format: 'binary' },
      more: { type: 'array', items: { type: 'string', format: 'binary' } },
      note: { type: 'string' },
      tags: { type: 'object' },
    },
  };
  const base64 = Buffer.from('hello').toString('base64');
  const { request, result } = await exchange('/a', bodyOf('multipart/form-data', upload), {
    file: { base64, filename: 'a"b\r\n.txt', mediaType: 'text/plain' },
    more: [{ base64 }, { base64 }],
    note: 'x',
    tags: { a: 1 },
  });
  assert.is(result.isError, undefined, JSON.stringify(result));
  assert.match(String(request?.headers['content-type']), /^multipart\/form-data; boundary=/);
  const parts = request?.body.split(/\r\n--|--\r\n/).filter((part) => part.includes('Content-Disposition')) ?? [];
  assert.is(parts.length, 5, request?.body ?? '');
  assert.match(parts[0] ?? '', /name="file"; filename="a%22b%0D%0A\.txt"\r\nContent-Type: text\/plain\r\n\r\nhello/);
  assert.match(parts[4] ?? '', /name="tags"; filename="[^"]*"\r\nContent-Type: application\/json\r\n\r\n\{"a":1\}/);
  const wrong = await exchange('/a', bodyOf('multipart/form-data', upload), { file: { base64: '§' } });
  assert.match(wrong.result.content[0]?.text ?? '', /"file" is not base64/);
});

test('[A8.limits] a body above maxRequestSize is not sent', async () => {
  const body = bodyOf('application/json', { type: 'object', properties: { a: {} } });
  const { request, result } = await exchangeWith({ maxRequestSize: 100 })('/a', body, { a: 'x'.repeat(100) });
  assert.equal([request, result.isError], [undefined, true]);
  assert.match(result.content[0]?.text ?? '', /the body has 108 bytes, and maxRequestSize is 100/);
});

test('[A6.transforms] arguments that the server gives are no part of the schema', async () => {
  const api: RecordingApi = await recordingApi();
  const parameters = ['tenant', 'trace', 'q'].map((name) => ({
    name,
    in: 'query',
    required: name === 'tenant',
    schema: { type: 'string' },
  }));
  const server: ApiServer = await serve(described({ '/a': { get: { operationId: 'send', parameters, responses: {} } } }), {
    baseUrl: api.url,
    inputTransforms: {
      global: [{ inputKey: 'tenant', inject: (ctx) => `of-${ctx.toolName}` }],
      perTool: { send: [{ inputKey: 'trace', inject: () => undefined }] },
    },
    toolTransforms: {
      generator: ({ method }) => [{ description: `Sends by ${method}` }],
      perTool: { send: [(tool) => ({ name: `my_${tool.name ?? ''}` })] },
    },
    dataTransforms: {
      preToolTransforms: { global: [(_ctx, data) => ({ ...(data as object), q: 'changed' })] },
      postToolTransforms: { perTool: { send: [(_ctx, data) => ({ wrapped: data ?? null })] } },
    },
    headersMapper: (_ctx, headers, { name }) => headers.set('x-operation', name),
    additionalHeaders: { 'X-Api': 'one' },
  });
  try {
    const [tool] = await server.list();
    assert.equal([tool?.['name'], tool?.['description']], ['my_send', 'Sends by get']);
    assert.equal(Reflect.get(tool?.['inputSchema'] as object, 'properties'), { q: { type: 'string' } });
    const { structuredContent } = await server.call('my_send', { q: 'given' });
    assert.equal(structuredContent?.['data'], { wrapped: { method: 'GET', target: '/a?tenant=of-my_send&q=changed' } });
    assert.equal([api.requests[0]?.headers['x-operation'], api.requests[0]?.headers['x-api']], ['send', 'one']);
  } finally {
    await server.close();
    await api.close();
  }
});

test('[A3.headers] bodyMapper gives the body that is sent', async () => {
  const body = bodyOf('application/json', { type: 'object', properties: { a: {} } });
  const { request } = await exchangeWith({ bodyMapper: (_ctx, given) => ({ envelope: given ?? null }) })('/a', body, { a: 1 });
  assert.is(request?.body, '{"envelope":{"a":1}}');
});

test.run();
