/* Spans of a built bundle, seen by a real OpenTelemetry SDK that the user's modules registered. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootHttp } from '../support/boot/node.ts';
import type { HttpBoot } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, parseMessage, send } from '../support/wire-client.ts';

interface Seen {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent?: string;
  readonly kind: number;
  readonly status: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
  readonly links: readonly string[];
}

const project = copyFixture('telemetry');
const folder = join(project.root, 'dist', 'node');
let inputs: readonly string[] = [];
const running: HttpBoot[] = [];

test.before(async () => {
  const request = requestOf(project.root, 'telemetry');
  const { report, result } = await bundleOf(request);
  inputs = report.inputs;
  await writeOutput(request, result, folder);
});
test.after(async () => {
  await Promise.all(running.map((boot) => boot.stop()));
  project.remove();
});

async function start(tracing: object = {}, variables: Record<string, string> = {}) {
  const boot = await bootHttp({ folder, name: 'telemetry', env: { GIVEN_TRACING: JSON.stringify(tracing), ...variables } });
  running.push(boot);
  const port = Number(new URL(boot.url).port);
  const spans = (): Seen[] =>
    [...boot.output.stderr.matchAll(/^SPAN (.*)$/gm)].map(([, json = '']) => parseMessage(json) as object as Seen);
  const ask = (method: string, params: Record<string, unknown>, more: Parameters<typeof modernRequest>[2] = {}) =>
    send({ port, path: '/mcp', ...modernRequest(method, params, more) });
  const call = (name: string, args: object = {}, more: Parameters<typeof modernRequest>[2] = {}) =>
    ask('tools/call', { name, arguments: args }, more);
  const named = (name: string): Promise<Seen> => boot.until(() => spans().find((span) => span.name === name));
  return { port, boot, spans, ask, call, named };
}

const caller = { id: '0af7651916cd43dd8448eb211c80319c', parent: 'b7ad6b7169203331' };
const traceparent = `00-${caller.id}-${caller.parent}-01`;

test('[S5.10.spans] a call is a span within its request, with what the handler adds within it', async () => {
  const server = await start();
  const answer = await server.call('work', {}, { headers: { traceparent } });
  const [http, call, inner, innermost] = await Promise.all(
    ['POST /mcp', 'tools/call work', 'inner work', 'innermost work'].map(server.named),
  );
  assert.is(http?.parent, caller.parent);
  assert.is(call?.parent, http?.spanId);
  assert.is(inner?.parent, call?.spanId);
  assert.is(innermost?.parent, inner?.spanId);
  assert.equal(new Set(server.spans().map(({ traceId }) => traceId)), new Set([caller.id]));
  assert.match(answer.text, caller.id);
  assert.equal(http?.attributes, {
    'http.request.method': 'POST',
    'url.scheme': 'http',
    'http.route': '/mcp',
    'http.response.status_code': 200,
  });
  assert.equal(call?.attributes, {
    'mcp.method.name': 'tools/call',
    'mcp.protocol.version': '2026-07-28',
    'mcp.component.type': 'tool',
    'mcp.component.key': 'tool:telemetry/work',
    'shop.size': 2,
  });
  assert.equal(call?.events, ['began']);
  assert.equal(innermost?.attributes, { depth: 2 });
});

test('[S5.10.log.trace] what a call logs carries the ids of its span, and nothing where nothing is traced', async () => {
  const server = await start({}, { NODE_ENV: 'production' });
  await server.call('work', {}, { headers: { traceparent } });
  const call = await server.named('tools/call work');
  const logged = await server.boot.until(() => /^\{.*"message":"working".*$/m.exec(server.boot.output.stderr)?.[0]);
  const { fields } = parseMessage(logged) as object as { fields: Readonly<Record<string, unknown>> };
  assert.is(fields['trace_id'], caller.id);
  assert.is(fields['span_id'], call.spanId);
  const untraced = await start({ executionSpans: false, httpSpans: false }, { NODE_ENV: 'production' });
  await untraced.call('work');
  assert.not.match(await untraced.boot.until(() => /^\{.*"message":"working".*$/m.exec(untraced.boot.output.stderr)?.[0]), 'trace_id');
});

test('[S5.10.spans.unmanaged] without a context manager spans still find their parents', async () => {
  const server = await start({}, { TRACER: 'unmanaged' });
  await server.call('work', {}, { headers: { traceparent } });
  const [http, call] = [await server.named('POST /mcp'), await server.named('tools/call work')];
  assert.is(http.parent, caller.parent);
  assert.is(call.parent, http.spanId);
  assert.is((await server.named('inner work')).parent, call.spanId);
});

test('[S5.10.meta] the trace context in _meta is the parent of the call, and the request is linked', async () => {
  const server = await start();
  await server.call('work', {}, { meta: { traceparent }, headers: { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` } });
  const [http, call] = [await server.named('POST /mcp'), await server.named('tools/call work')];
  assert.is(http.parent, '2'.repeat(16));
  assert.is(call.parent, caller.parent);
  assert.is(call.traceId, caller.id);
  assert.equal(call.links, [http.spanId]);
});

test('[S5.10.fetch] this.fetch is a span, and what it calls becomes its child; tracestate and baggage go along', async () => {
  const headers: Record<string, unknown> = {};
  const other = createServer((request, response) => {
    Object.assign(headers, request.headers);
    response.end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const server = await start();
  const meta = { traceparent, tracestate: 'a=1,b=2', baggage: 'tenant=red%20shoes' };
  await server.call('work', { url: `http://127.0.0.1:${port}/secret-path?token=1` }, { meta });
  const fetched = await server.named('GET');
  assert.is(headers['traceparent'], `00-${caller.id}-${fetched.spanId}-01`);
  assert.is(headers['tracestate'], 'a=1,b=2');
  assert.is(headers['baggage'], 'tenant=red%20shoes');
  assert.is(fetched.parent, (await server.named('inner work')).spanId);
  assert.equal(fetched.attributes, {
    'http.request.method': 'GET',
    'server.address': '127.0.0.1',
    'server.port': port,
    'url.scheme': 'http',
    'http.response.status_code': 200,
  });
  other.close();
});

test('[S5.10.component] resources, prompts and tools that entries call are named; what does not exist is not', async () => {
  const server = await start();
  await server.ask('resources/read', { uri: 'note://one' });
  await server.ask('prompts/get', { name: 'greet' });
  await server.call('outer');
  await server.call('made-up');
  const read = await server.named('resources/read note');
  assert.is(read.attributes['mcp.resource.uri'], 'note://one');
  assert.is(read.attributes['mcp.component.type'], 'resource');
  assert.is((await server.named('prompts/get greet')).attributes['mcp.component.key'], 'prompt:telemetry/greet');
  assert.is((await server.named('tool work')).parent, (await server.named('tools/call outer')).spanId);
  assert.is((await server.named('inner work')).parent, (await server.named('tool work')).spanId);
  const unknown = await server.named('tools/call');
  assert.is(unknown.status, 2);
  assert.is(unknown.attributes['error.type'], '-32602');
  assert.not.match(server.boot.output.stderr, 'made-up');
});

test('[S5.10.session] the id of a session is on its spans as a hash only', async () => {
  const server = await start();
  const opened = await send({ port: server.port, path: '/mcp', headers: legacyHeaders, body: initializeBody() });
  const id = String(opened.headers['mcp-session-id']);
  const body = legacyBody('tools/call', { name: 'work', arguments: {} }, 1);
  await send({ port: server.port, path: '/mcp', headers: { ...legacyHeaders, 'mcp-session-id': id }, body });
  assert.match(String((await server.named('tools/call work')).attributes['mcp.session.id']), /^[0-9a-f]{32}$/);
  assert.not.ok(server.boot.output.stderr.includes(id));
});

test('[S5.10.failure] a failure is on its span without tokens; a question to the client is not a failure', async () => {
  const server = await start();
  await server.call('failing');
  const call = await server.named('tools/call failing');
  assert.is(call.status, 2);
  assert.is(call.attributes['error.type'], 'tool_error');
  assert.equal((await server.named('fails')).events, ['exception']);
  assert.not.ok(server.boot.output.stderr.split('\n').some((line) => line.startsWith('SPAN') && line.includes('abc.def')));
  const capable = { meta: { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } } };
  await server.call('asking', {}, capable);
  const question = await server.named('elicitation/create');
  assert.is(question.status, 0);
  assert.is(question.parent, (await server.named('tools/call asking')).spanId);
  assert.is((await server.named('tools/call asking')).status, 0);
});

test('[S5.10.log.redaction.long] a stranger cannot keep a server busy with the redaction of a long name', async () => {
  const server = await start();
  const opened = await send({ port: server.port, path: '/mcp', headers: legacyHeaders, body: initializeBody() });
  const headers = { ...legacyHeaders, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const body = legacyBody('tools/call', { name: 'a'.repeat(1_000_000), arguments: {} }, 1);
  const answer = await send({ port: server.port, path: '/mcp', headers, body });
  assert.match(answer.text, '-32602');
  assert.is((await server.named('tools/call')).status, 2);
});

test('[S5.10.resource-uri] the password of an address is not on a span', async () => {
  const server = await start();
  await server.ask('resources/read', { uri: 'https://ada:hunter2@notes.example/one' });
  const read = await server.named('resources/read');
  assert.is(read.attributes['mcp.resource.uri'], 'https://ada:[redacted]@notes.example/one');
  assert.not.match(server.boot.output.stderr, 'hunter2');
});

test('[S5.10.tracing.options] each kind of span can be turned on and off', async () => {
  const off = Object.fromEntries(['http', 'execution', 'fetch', 'auth', 'oauth', 'elicitation'].map((kind) => [`${kind}Spans`, false]));
  const none = await start(off);
  await none.call('outer');
  await none.named('inner work');
  assert.equal(
    none.spans().map(({ name }) => name),
    ['innermost work', 'inner work'],
  );
  const all = await start({ hookSpans: true, flowStageSpans: true, transportSpans: true });
  await all.call('work');
  const call = await all.named('tools/call work');
  assert.is((await all.named('transport streamable-http')).parent, (await all.named('POST /mcp')).spanId);
  assert.is((await all.named('auth')).attributes['auth.outcome'], 'anonymous');
  for (const name of ['parseInput', 'watch aroundToolCall']) assert.is((await all.named(name)).parent, call.spanId, name);
  for (const name of ['execute', 'validateOutput'])
    assert.is((await all.named(name)).parent, (await all.named('watch aroundToolCall')).spanId, name);
});

test('[S5.10.startup-report] the start reports what is traced, and where spans go', async () => {
  const server = await start();
  assert.match(
    server.boot.output.stderr,
    'telemetry: spans of http, execution, fetch, auth, oauth, elicitation; a tracer provider is registered',
  );
  const nowhere = await start({}, { TRACER: 'none' });
  assert.match(nowhere.boot.output.stderr, 'no tracer provider is registered');
  assert.match((await nowhere.call('work')).text, 'none');
  const traced = await nowhere.call('work', {}, { headers: { traceparent } });
  assert.match(traced.text, caller.id);
  const quiet = await start({ startupReport: false });
  assert.not.match(quiet.boot.output.stderr, 'telemetry:');
});

test('[I4.telemetry.dropped] a bundle brings the API alone, and a server without observability not even that', async () => {
  assert.ok(inputs.some((input) => input.includes('@opentelemetry/api/')));
  const silent = copyFixture('calculator');
  const { code, report } = await bundleOf(requestOf(silent.root, 'calculator'));
  silent.remove();
  assert.not.ok(report.inputs.some((input) => input.includes('@opentelemetry') || input.includes('telemetry/call-spans')));
  assert.not.match(code, 'mcp.method.name');
});

test.run();
