/* Answers: their form, what is cut, and what is no answer. */
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OpenapiOptions } from '@service/adapters';
import { CodeCallPlugin } from '@service/plugin-codecall';
import { jsonObjectsIn } from '@service/sdk/model';
import { cutResult } from '../../../packages/adapters/src/run/cut-result.ts';
import { described, serve, type CalledTool } from './openapi-project.ts';
import { answerJson, recordingApi, type AnswerWith } from './recording-api.ts';

const paged = {
  parameters: [
    { name: 'page', in: 'query', schema: { type: 'integer' } },
    { name: 'per_page', in: 'query', schema: { type: 'integer' } },
    { name: 'q', in: 'query' },
  ],
};
const promisesJson = {
  responses: { 200: { content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } } } } },
};

async function answered(
  answer: AnswerWith,
  options: Partial<OpenapiOptions> = {},
  { args = {}, operation = {} }: { readonly operation?: object; readonly args?: object } = {},
): Promise<CalledTool> {
  const api = await recordingApi(answer);
  const server = await serve(described({ '/a': { get: { operationId: 'send', responses: {}, ...operation } } }), {
    baseUrl: api.url,
    ...options,
  });
  try {
    return await server.call('send', args);
  } finally {
    await server.close();
    await api.close();
  }
}

const sent =
  (body: string | Uint8Array, contentType: string | undefined, status = 200): AnswerWith =>
  (_request, response) => {
    response.writeHead(status, contentType === undefined ? {} : { 'content-type': contentType });
    response.end(body);
  };

test('[A11.result] an answer is its status and its data', async () => {
  const of = async (...args: Parameters<typeof sent>): Promise<unknown> => (await answered(sent(...args))).structuredContent;
  assert.equal(await of('{"a":1}', 'application/problem+json; charset=utf-8'), { status: 200, ok: true, data: { a: 1 } });
  assert.equal(await of('hello', 'text/plain', 201), { status: 201, ok: true, data: 'hello' });
  assert.equal(await of('', undefined, 204), { status: 204, ok: true });
  assert.equal(await of('[1]', undefined), { status: 200, ok: true, data: [1] });
  assert.equal(await of(new Uint8Array([0, 255]), 'image/png'), {
    status: 200,
    ok: true,
    data: { base64: 'AP8=', mediaType: 'image/png' },
  });
});

test('[A11.result] an HTTP error is an error result with its status', async () => {
  const result = await answered((_request, response) =>
    answerJson(response, { message: 'no such pet' }, { status: 404, headers: { 'retry-after': '7' } }),
  );
  assert.equal([result.isError, result.structuredContent], [true, { status: 404, ok: false, data: { message: 'no such pet' } }]);
  assert.equal(result._meta, { status: 404, errorCode: 'OPENAPI_ERROR', code: 'OPENAPI_ERROR', 'retry-after': '7' });
  const html = await answered(sent('<h1>Bad gateway</h1>', 'text/html', 502), {}, { operation: promisesJson });
  assert.equal(html.structuredContent, { status: 502, ok: false, data: '<h1>Bad gateway</h1>' });
});

test('[A11.result] the next page is in the arguments that fetch it, retry-after and etag in the meta', async () => {
  const link =
    (query: string): AnswerWith =>
    (_request, response) =>
      answerJson(response, [], {
        headers: { link: `<http://${_request.headers['host'] as string}/a?${query}>; rel="next", <x>; rel="last"`, etag: '"v1"' },
      });
  const first = await answered(link('q=a&page=2&per_page=5'), {}, { operation: paged, args: { q: 'a', per_page: 5 } });
  assert.equal(first.structuredContent?.['next'], { page: 2 });
  assert.is(first._meta?.['etag'], '"v1"');
  assert.match(JSON.stringify(first._meta?.['next']), /\/a\?q=a&page=2&per_page=5"$/);
  const elsewhere = await answered(
    (_request, response) => answerJson(response, [], { headers: { link: '<https://evil.example/a?page=2>; rel=next' } }),
    {},
    { operation: paged },
  );
  assert.is(elsewhere.structuredContent?.['next'], undefined);
});

test('[A8.cut] a long list is cut at its items, and the result says what is left out and how to get it', async () => {
  const items = Array.from({ length: 500 }, (_item, id) => ({ id, name: 'x'.repeat(100) }));
  const { structuredContent = {} } = await answered(
    (_request, response) => answerJson(response, { total: 500, items }),
    { maxResultTokens: 1000 },
    { operation: paged },
  );
  const { items: shown } = structuredContent['data'] as unknown as { items: readonly { id: number }[] };
  assert.ok(shown.length > 20 && shown.length < 40, String(shown.length));
  assert.equal(shown.at(-1), items[shown.length - 1]);
  assert.equal(structuredContent['truncated'], {
    cuts: [{ at: '/items', shown: shown.length, omitted: 500 - shown.length }],
    fetchTheRestWith: ['page', 'per_page'],
  });
  assert.ok(JSON.stringify(structuredContent['data']).length <= 4000);
});

test('[A8.cut] lists inside lists, lists of lists and texts are cut too', () => {
  const nested = { a: [{ b: Array.from({ length: 1000 }, (_item, at) => at) }], c: 'y'.repeat(5000), d: 1 };
  const { cuts, data } = cutResult(structuredClone(nested), 2000);
  assert.ok(JSON.stringify(data).length <= 2000);
  assert.equal(
    cuts.map(({ at }) => at),
    ['/a/0/b', '/c'],
  );
  for (const { at, omitted, shown } of cuts) assert.is(shown + omitted, at === '/c' ? 5000 : 1000, at);
  assert.equal(cutResult([1, 2, 3], 2000), { data: [1, 2, 3], cuts: [] });
  assert.equal(cutResult('z'.repeat(1000), 500).cuts, [{ at: '', shown: 497, omitted: 503 }]);
  assert.equal(cutResult(undefined, 10), { data: undefined, cuts: [] });
});

test('[A8.limits] an answer above maxResponseSize is an error, also where it hides its length', async () => {
  const big = 'x'.repeat(200_000);
  const options = { maxResponseSize: 100_000 };
  const endless: AnswerWith = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const more = (): void => {
      while (!response.destroyed && response.write(big));
    };
    response.on('drain', more);
    more();
  };
  const zipped: AnswerWith = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(50_000_000)));
  for (const answer of [sent(big, 'text/plain'), endless, zipped]) {
    const result = await answered(answer, options);
    assert.is(result.isError, true);
    assert.is(result.content[0]?.text, 'The API answered with more than 100000 bytes, the maxResponseSize of this server: ask for less');
  }
});

test('[A8.limits] a slow answer ends after requestTimeoutMs, before and within its body', async () => {
  const silent: AnswerWith = () => undefined;
  const slow: AnswerWith = (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
  for (const answer of [silent, slow]) {
    const result = await answered(answer, { requestTimeoutMs: 200 });
    assert.equal([result.isError, result.content[0]?.text], [true, 'The API did not answer within 200 ms']);
  }
});

test('[A14.content] what is not what it says is an error', async () => {
  const html = await answered(sent('<html>sign in</html>', 'text/html'), {}, { operation: promisesJson });
  assert.is(html.content[0]?.text, 'The API answered 200 with text/html, and its description promises JSON: check baseUrl');
  const broken = await answered(sent('{"a":', 'application/json'));
  assert.is(broken.content[0]?.text, 'The API answered 200 with the content type of JSON and a body that is not JSON');
  const deep = await answered(sent(`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'application/json'));
  assert.is(deep.content[0]?.text, 'The API answered with JSON that is nested more than 200 levels deep');
  const proto = await answered(sent('{"__proto__":{"polluted":1},"a":1}', 'application/json'));
  assert.is(({} as Record<string, unknown>)['polluted'], undefined);
  assert.is(proto.isError, undefined);
  assert.equal(
    [html, broken, deep].map(({ isError, _meta }) => [isError, _meta?.['errorCode']]),
    Array.from({ length: 3 }, () => [true, 'OPENAPI_ERROR']),
  );
});

test('[A7.output] the schema of the answer is listed, told in the text, both, or neither', async () => {
  const api = await recordingApi((_request, response) => answerJson(response, { id: 'x' }));
  const tool = async (outputSchema: OpenapiOptions['outputSchema']): Promise<{ readonly listed: object; readonly result: CalledTool }> => {
    const server = await serve(described({ '/a': { get: { operationId: 'send', summary: 'Sends', ...promisesJson } } }), {
      baseUrl: api.url,
      ...(outputSchema === undefined ? {} : { outputSchema }),
    });
    try {
      const [listed = {}] = await server.list();
      return { listed, result: await server.call('send') };
    } finally {
      await server.close();
    }
  };
  try {
    const none = await tool(undefined);
    assert.equal(
      [Reflect.get(none.listed, 'outputSchema'), Reflect.get(none.listed, 'description'), none.result.isError],
      [undefined, 'Sends', undefined],
    );
    const definition = await tool({ mode: 'definition' });
    assert.equal(Reflect.get(definition.listed, 'outputSchema'), {
      type: 'object',
      properties: {
        status: { type: 'integer' },
        ok: { type: 'boolean' },
        data: { type: 'object', properties: { id: { type: 'integer' } } },
      },
      required: ['status', 'ok'],
    });
    assert.is(definition.result.isError, true);
    assert.is(Reflect.get((await tool({ mode: 'description' })).listed, 'description'), 'Sends\n\nAnswers `data`: { id: integer }');
    assert.match(
      String(Reflect.get((await tool({ mode: 'both', descriptionFormat: 'jsonSchema' })).listed, 'description')),
      /^Sends\n\nAnswers `data` as JSON Schema: \{"type":"object"/,
    );
    assert.is(
      Reflect.get((await tool({ mode: 'description', descriptionFormatter: () => 'a pet' })).listed, 'description'),
      'Sends\n\na pet',
    );
  } finally {
    await api.close();
  }
});

test('[A12.extension] x-service gives fields of the tool', async () => {
  const api = await recordingApi();
  const extension = {
    annotations: { destructiveHint: false },
    tags: ['pets'],
    hideFromDiscovery: false,
    examples: [{ description: 'd', input: {} }],
    cache: true,
    codecall: true,
  };
  const server = await serve(
    described({
      '/a': { get: { operationId: 'send', 'x-service': extension, responses: {} } },
      '/b': { get: { operationId: 'hidden', 'x-service': { hideFromDiscovery: true }, responses: {} } },
    }),
    { baseUrl: api.url },
  );
  try {
    const tools = await server.list();
    assert.equal(
      tools.map(({ name }) => name),
      ['send'],
    );
    assert.equal(tools[0]?.['annotations'], { readOnlyHint: true, destructiveHint: false });
    assert.is((await server.call('hidden')).isError, undefined);
  } finally {
    await server.close();
    await api.close();
  }
});

test('[A12.extension] [K6.words] an operation is found by its tags, or by those of x-service', async () => {
  const server = await serve(
    described({
      '/a': { get: { operationId: 'send', tags: ['pets'], responses: {} } },
      '/b': { get: { operationId: 'take', tags: ['pets'], 'x-service': { tags: ['parcels'] }, responses: {} } },
    }),
    { baseUrl: 'http://127.0.0.1:1' },
    { plugins: [CodeCallPlugin.init({})] },
  );
  try {
    for (const [query, name] of [
      ['pets', 'send'],
      ['parcels', 'take'],
    ] as const) {
      const { structuredContent } = await server.call('codecall:search', { queries: [query], minRelevanceScore: 0 });
      assert.equal(
        jsonObjectsIn(structuredContent?.['tools']).map((found) => found['name']),
        [name],
      );
    }
  } finally {
    await server.close();
  }
});

test.run();
