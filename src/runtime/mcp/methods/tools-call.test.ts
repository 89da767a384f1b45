import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as z from 'zod';
import { anonymousCaller, Service, tool, type AnyClass, type InnerCallOptions, type ToolItem } from '../../define/index.ts';
import { noRequestHeaders } from '../call/request-headers.ts';
import { ProtocolError, PublicMcpError, ServiceError } from '../../errors/index.ts';
import { createLogger, type LogFields, silentLogger } from '../../std/index.ts';
import type { JsonObject, ToolResult } from '../../model/index.ts';
import type { CallRequest } from '../call/call-request.ts';
import { listEntries } from '../call/list-entries.ts';
import { callTool } from './tools-call.ts';
import { createUncompiledRuntime } from '../../../../test/support/uncompiled-runtime.ts';

const environment = { os: 'linux', runtime: 'node', deployment: 'standalone', surface: 'mcp', env: 'production' };

function serverOf(tools: readonly ToolItem[], more: object = {}): AnyClass {
  class Server {}
  Service({ info: { name: 'test', version: '1.0.0' }, tools, ...more })(Server);
  return Server;
}

export function requestOf(signal: AbortSignal = new AbortController().signal): CallRequest {
  const channel = { signal, notify: () => true, ask: () => Promise.reject(new Error('nobody answers here')) };
  return {
    revision: { version: '2026-07-28' },
    requestId: { text: 'r1' },
    auth: anonymousCaller,
    clientCapabilities: {},
    meta: {},
    http: noRequestHeaders,
    channel,
  };
}

async function call(entry: ToolItem, args: JsonObject = {}, more: object = {}): Promise<ToolResult> {
  const runtime = await createUncompiledRuntime(serverOf([entry], more), { logger: silentLogger, environment });
  return callTool({ runtime, request: requestOf(), origin: 'client' }, { name: 't', arguments: args });
}

const textOf = (value: unknown): string => {
  assert.type(value, 'string');
  return typeof value === 'string' ? value : '';
};
const errorIdOf = (result: ToolResult): string => textOf(result._meta?.['errorId']);

const returning = (value: unknown, more: object = {}) => tool({ name: 't', ...more })(() => value as never);

const resultTable: readonly (readonly [what: string, entry: ToolItem, expected: object])[] = [
  [
    '[D4.results.full] a full result as it is',
    returning({ content: [{ type: 'text', text: 'x' }] }),
    { content: [{ type: 'text', text: 'x' }] },
  ],
  [
    '[D4.results.object] an object',
    returning({ a: new Date(0) }),
    { content: [{ type: 'text', text: '{"a":"1970-01-01T00:00:00.000Z"}' }], structuredContent: { a: '1970-01-01T00:00:00.000Z' } },
  ],
  [
    '[D4.results.value] a plain value',
    returning([1]),
    { content: [{ type: 'text', text: '{"value":[1]}' }], structuredContent: { value: [1] } },
  ],
  ['[D4.results.nothing] nothing', returning(null), { content: [] }],
  [
    '[D4.results.schema-object] a value parsed by its schema',
    returning({ a: 'x', b: 2 }, { outputSchema: { a: z.string() } }),
    { content: [{ type: 'text', text: '{"a":"x"}' }], structuredContent: { a: 'x' } },
  ],
  [
    '[D4.results.schema-array] an array schema is wrapped',
    returning([1], { outputSchema: z.array(z.number()) }),
    { content: [{ type: 'text', text: '{"value":[1]}' }], structuredContent: { value: [1] } },
  ],
  [
    '[D4.results.primitive] a literal kind',
    returning(5, { outputSchema: 'number' }),
    { content: [{ type: 'text', text: '5' }], structuredContent: { content: 5 } },
  ],
  [
    '[D4.results.primitive] a zod primitive',
    returning('a', { outputSchema: z.string() }),
    { content: [{ type: 'text', text: 'a' }], structuredContent: { content: 'a' } },
  ],
  [
    '[D4.results.date] a date',
    returning(new Date(0), { outputSchema: 'date' }),
    {
      content: [{ type: 'text', text: '1970-01-01T00:00:00.000Z' }],
      structuredContent: { iso: '1970-01-01T00:00:00.000Z', timeInMilli: 0 },
    },
  ],
  [
    '[D4.results.media] an image block',
    returning({ data: 'AA==', mimeType: 'image/png' }, { outputSchema: 'image' }),
    { content: [{ data: 'AA==', mimeType: 'image/png', type: 'image' }] },
  ],
  [
    '[D4.results.list] several kinds in order',
    returning(['a', 1], { outputSchema: ['string', 'number'] }),
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: '1' },
      ],
      structuredContent: { 0: 'a', 1: 1 },
    },
  ],
  [
    '[D4.results.meta] _meta moves to the result',
    returning({ a: 1, _meta: { k: 'v' } }),
    { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 }, _meta: { k: 'v' } },
  ],
];

for (const [what, entry, expected] of resultTable) test(what, async () => assert.equal(await call(entry), expected));

test('[D4.results.output-checked] a value that breaks its schema is INVALID_OUTPUT', async () => {
  const result = await call(returning({ a: 1 }, { outputSchema: { a: z.string() } }));
  assert.is(result.isError, true);
  assert.is(result._meta?.['code'], 'INVALID_OUTPUT');
});

test('[D4.results.non-finite] NaN is refused unless allowed, and the log says what to do', async () => {
  const logged: LogFields[] = [];
  const runtime = await createUncompiledRuntime(serverOf([returning({ a: [Number.NaN] })]), {
    logger: createLogger(({ fields }) => void logged.push(fields), 'error'),
    environment: { ...environment, env: 'development', tellsFailures: true },
  });
  const refused = await callTool({ runtime, request: requestOf(), origin: 'client' }, { name: 't', arguments: {} });
  assert.equal(refused.content[0], { type: 'text', text: 'Tool output validation failed (non-finite-number at a[0]: NaN)' });
  assert.equal(logged[0]?.['data'], { hint: 'Return null there, or set output: { allowNonFinite: true }, which sends null.' });
  const allowed = await call(returning({ a: Number.NaN }, { output: { allowNonFinite: true } }));
  assert.equal(allowed.structuredContent, { a: null });
});

test('[features.left-out] what the build left out fails where it is used, and the log names the feature', async () => {
  const logged: LogFields[] = [];
  const uses: readonly (readonly [feature: string, entry: ToolItem])[] = [
    ['request-context', tool({ name: 't' })((_given, context) => context.runId)],
    ['request-context', tool({ name: 't' })(async (_given, context) => (await context.fetch('http://127.0.0.1:1')).status)],
    ['inner-calls', tool({ name: 't' })(async (_given, context) => context.callTool('t'))],
    ['content-results', tool({ name: 't', outputSchema: 'string' })(() => 'text')],
  ];
  for (const [feature, entry] of uses) {
    const logger = createLogger(({ fields }) => void logged.push(fields), 'error');
    const runtime = await createUncompiledRuntime(serverOf([entry]), { logger, environment });
    for (const name of Object.keys(runtime.pipeline.services)) Reflect.deleteProperty(runtime.pipeline.services, name);
    const { isError } = await callTool({ runtime, request: requestOf(), origin: 'client' }, { name: 't', arguments: {} });
    assert.is(isError, true, feature);
    assert.match(
      JSON.stringify(logged.at(-1)),
      `built without the feature ${JSON.stringify(JSON.stringify(feature)).slice(1, -1)}: build it again`,
    );
  }
});

test('[D4.results.non-finite-schema] where it is allowed, a schema for numbers takes NaN and Infinity, and the result holds null', async () => {
  const open = { output: { allowNonFinite: true } };
  const structured = async (value: unknown, outputSchema: object, more: object = open): Promise<unknown> => {
    const { _meta, structuredContent } = await call(returning(value, { outputSchema, ...more }));
    return structuredContent ?? _meta?.['code'];
  };
  const rates = { rate: z.number().min(0).max(1), list: z.array(z.number().int()), name: z.string() };
  const odd = { rate: Number.NaN, list: [1, Number.POSITIVE_INFINITY, 3], name: 'a', secret: 's' };
  assert.equal(await structured(odd, rates), { rate: null, list: [1, null, 3], name: 'a' }, 'what the schema drops stays dropped');
  assert.is(await structured(odd, rates, {}), 'INVALID_OUTPUT', 'unless allowed');
  assert.is(await structured({ ...odd, name: 1 }, rates), 'INVALID_OUTPUT', 'everything else is checked as before');
  assert.is(await structured({ ...odd, list: [1, 2.5] }, rates), 'INVALID_OUTPUT');
  const doubled = { n: z.number().overwrite((n) => n * 2), at: z.any(), five: z.number().default(5) };
  assert.equal(await structured({ n: Number.NaN, at: new Date(0) }, doubled), { n: null, at: '1970-01-01T00:00:00.000Z', five: 5 });
  const list = { list: z.array(z.number()).overwrite((numbers) => numbers.filter((one) => one > 0)) };
  assert.equal(await structured({ list: [Number.NaN, 5] }, list), { list: null }, 'a list whose length depends on it');
  const either = z.union([z.object({ kind: z.literal('a'), n: z.number() }), z.object({ kind: z.literal('b') })]);
  assert.equal(await structured({ kind: 'a', n: Number.NEGATIVE_INFINITY }, either), { kind: 'a', n: null });
  assert.is(await structured({ n: Number.NaN }, { n: z.literal(7) }), 'INVALID_OUTPUT', 'no other number would do either');
  assert.is(await structured({ n: 1 }, { n: z.string() }), 'INVALID_OUTPUT', 'nothing of it is not finite');
  const later = z.object({ n: z.number().refine((n) => Promise.resolve(n >= 0)) });
  assert.equal(await structured({ n: Number.NaN }, later), { n: null });
  const full = { content: [{ type: 'text', text: 'x' }], structuredContent: { n: Number.NaN } };
  assert.equal(await structured(full, { n: z.number() }), { n: null });
  const cyclic: Record<string, unknown> = { n: Number.NaN };
  cyclic['self'] = cyclic;
  assert.is(await structured(cyclic, { n: z.string(), self: z.any() }), 'INVALID_OUTPUT');
});

test('[D4.results.input] bad input names every place and never reaches the handler', async () => {
  let ran = false;
  const entry = tool({ name: 't', inputSchema: { a: z.string(), b: z.number() } })(() => {
    ran = true;
    return 1;
  });
  const result = await call(entry, { a: 1 });
  const [block] = result.content;
  assert.ok(block?.type === 'text' && block.text.startsWith('Invalid tool input: a: ') && block.text.includes('b: '));
  assert.is(result._meta?.['code'], 'INVALID_INPUT');
  assert.is(ran, false);
});

test('[D4.results.public-error] a public error is a result with its text, id and code', async () => {
  const result = await call(
    tool({ name: 't' })(() => {
      throw new PublicMcpError('no such city', 'CITY_UNKNOWN', 404);
    }),
  );
  assert.equal(result.content, [{ type: 'text', text: 'no such city' }]);
  assert.match(errorIdOf(result), /^err_[0-9a-f]{16}$/);
  assert.is(result._meta?.['code'], 'CITY_UNKNOWN');
  assert.is(result._meta?.['stack'], undefined);
});

test('[D4.results.internal-error] in production an internal failure says only its id', async () => {
  const result = await call(tool({ name: 't' })(() => Promise.reject(new Error('db password is hunter2'))));
  assert.not.match(JSON.stringify(result), /hunter2/);
  assert.is(result._meta?.['code'], 'TOOL_EXECUTION_ERROR');
  assert.ok(JSON.stringify(result.content).includes(errorIdOf(result)));
});

test('[D4.results.respond] respond ends the call with a checked value', async () => {
  const result = await call(tool({ name: 't', outputSchema: 'string' })((_input, ctx): string => ctx.respond('early')));
  assert.equal(result.structuredContent, { content: 'early' });
});

test('[D4.results.timeout] a tool that never ends is ended by its time limit, and its signal says so', async () => {
  let signal: AbortSignal | undefined;
  const entry = tool({ name: 't', timeout: { executeMs: 5 } })((_input, ctx) => {
    ({ signal } = ctx);
    return new Promise(() => undefined);
  });
  const result = await call(entry);
  assert.equal(result.content, [{ type: 'text', text: 'Execution of "t" timed out after 5ms' }]);
  assert.is(signal?.aborted, true);
});

test('a cancelled call ends although its tool does not', async () => {
  const controller = new AbortController();
  const runtime = await createUncompiledRuntime(serverOf([tool({ name: 't' })(() => new Promise(() => undefined))]), {
    logger: silentLogger,
    environment,
  });
  const running = callTool({ runtime, request: requestOf(controller.signal), origin: 'client' }, { name: 't', arguments: {} });
  controller.abort();
  assert.is((await running)._meta?.['code'], 'REQUEST_CANCELLED');
});

test('a synchronous tool answers synchronously', async () => {
  const runtime = await createUncompiledRuntime(serverOf([returning({ a: 1 })]), { logger: silentLogger, environment });
  assert.not.instance(callTool({ runtime, request: requestOf(), origin: 'client' }, { name: 't', arguments: {} }), Promise);
});

test('[D4.tools.visibility] hidden is callable but not listed; internal is only for other entries', async () => {
  const hidden = tool({ name: 'hidden', visibility: 'hidden' })(() => 1);
  const internal = tool({ name: 'internal', visibility: 'internal' })(() => 2);
  const outer = tool({ name: 'outer' })((_input, ctx) => ctx.callTool('internal'));
  const runtime = await createUncompiledRuntime(serverOf([hidden, internal, outer]), { logger: silentLogger, environment });
  const { tools } = await listEntries(runtime, requestOf(), { key: 'tools' });
  assert.is(Array.isArray(tools) && tools.length, 1);
  assert.match(JSON.stringify(tools), '"name":"outer"');
  assert.equal((await callTool({ runtime, request: requestOf(), origin: 'client' }, { name: 'hidden', arguments: {} })).structuredContent, {
    value: 1,
  });
  assert.throws(
    () => callTool({ runtime, request: requestOf(), origin: 'client' }, { name: 'internal', arguments: {} }),
    (error: unknown) => error instanceof ProtocolError && error.message === 'Tool "internal" not found',
  );
  assert.equal((await callTool({ runtime, request: requestOf(), origin: 'client' }, { name: 'outer', arguments: {} })).structuredContent, {
    value: 2,
  });
});

test('[D4.context.call-tool-token] a called tool reports under the token of the call, and another token is refused', async () => {
  const inner = tool({ name: 'inner' })((_input, ctx) => (ctx.progress(1) ? 'told' : 'not told'));
  const failures: string[] = [];
  const calling = (name: string, options: InnerCallOptions) =>
    tool({ name })(async (_input, ctx) =>
      ctx.callTool('inner', {}, options).catch((failure: Error) => {
        failures.push(failure.message);
        throw failure;
      }),
    );
  const tools = [inner, calling('plain', {}), calling('given', { progressToken: 'p1' }), calling('other', { progressToken: 'p2' })];
  const runtime = await createUncompiledRuntime(serverOf(tools), { logger: silentLogger, environment });
  const sent: JsonObject[] = [];
  const request = requestOf();
  const channel = { ...request.channel, progressToken: 'p1', notify: (_method: string, params: JsonObject) => sent.push(params) > 0 };
  const resultOf = async (name: string): Promise<ToolResult> =>
    callTool({ runtime, request: { ...request, channel }, origin: 'client' }, { name, arguments: {} });
  assert.match(JSON.stringify(await resultOf('plain')), 'told');
  assert.match(JSON.stringify(await resultOf('given')), 'told');
  assert.equal(
    sent.map(({ progressToken }) => progressToken),
    ['p1', 'p1'],
  );
  assert.is((await resultOf('other')).isError, true);
  assert.is(sent.length, 2);
  assert.match(
    failures.join(),
    'this.callTool("inner"): progressToken "p2" is not the token that the client sent with this call; leave it out',
  );
});

test('[D4.tools.lookup] lookups treat - and _ as the same', async () => {
  const runtime = await createUncompiledRuntime(serverOf([tool({ name: 'my-tool' })(() => 1)]), { logger: silentLogger, environment });
  assert.equal(
    (await callTool({ runtime, request: requestOf(), origin: 'client' }, { name: 'my_tool', arguments: {} })).structuredContent,
    { value: 1 },
  );
});

test('[D4.tools.unavailable] an entry that is not for this environment is not listed and answers ENTRY_UNAVAILABLE', async () => {
  const entry = tool({ name: 't', availableWhen: { runtime: ['edge'], os: [] } })(() => 1);
  const runtime = await createUncompiledRuntime(serverOf([entry]), { logger: silentLogger, environment });
  assert.equal(await listEntries(runtime, requestOf(), { key: 'tools' }), { tools: [] });
  assert.throws(
    () => callTool({ runtime, request: requestOf(), origin: 'client' }, { name: 't', arguments: {} }),
    (error: unknown) =>
      error instanceof ServiceError &&
      error.code === 'ENTRY_UNAVAILABLE' &&
      JSON.stringify(error.data?.['missingAxes']) === '["os","runtime"]',
  );
});

test('[D4.tools.pages] 41 tools make two pages; a made-up cursor is invalid params', async () => {
  const tools = Array.from({ length: 41 }, (_, index) => tool({ name: `t${index}` })(() => index));
  const runtime = await createUncompiledRuntime(serverOf(tools), { logger: silentLogger, environment });
  const first = await listEntries(runtime, requestOf(), { key: 'tools' });
  assert.is(Array.isArray(first['tools']) && first['tools'].length, 40);
  const second = await listEntries(runtime, requestOf(), { key: 'tools', cursor: textOf(first['nextCursor']) });
  assert.equal([Array.isArray(second['tools']) && second['tools'].length, second['nextCursor']], [1, undefined]);
  for (const cursor of ['', 'x', 'eyJvZmZzZXQiOi0xfQ==', 'eyJvZmZzZXQiOjQxfQ==']) {
    assert.throws(
      () => listEntries(runtime, requestOf(), { key: 'tools', cursor }),
      (error: unknown) => error instanceof ProtocolError && error.rpcCode === -32602,
    );
  }
});

test.run();
