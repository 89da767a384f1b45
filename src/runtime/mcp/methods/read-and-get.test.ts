import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  anonymousCaller,
  prompt,
  Prompt,
  PromptContext,
  resource,
  resourceTemplate,
  ResourceTemplate,
  ResourceTemplateContext,
  Service,
  type AnyClass,
} from '../../define/index.ts';
import { ProtocolError, ResourceNotFound, ServiceError } from '../../errors/index.ts';
import { noRequestHeaders } from '../call/request-headers.ts';
import { silentLogger } from '../../std/index.ts';
import type { CallRequest } from '../call/call-request.ts';
import { listEntries } from '../call/list-entries.ts';
import { complete } from './completion-complete.ts';
import { getPrompt } from './prompts-get.ts';
import { readResource } from './resources-read.ts';
import { createUncompiledRuntime } from '../../../../test/support/uncompiled-runtime.ts';

const request: CallRequest = {
  revision: { version: '2026-07-28' },
  requestId: { text: 'r1' },
  auth: anonymousCaller,
  clientCapabilities: {},
  meta: {},
  http: noRequestHeaders,
  channel: { signal: new AbortController().signal, notify: () => true, ask: () => Promise.reject(new Error('nobody answers here')) },
};

const runtimeOf = (options: object) => {
  const Server: AnyClass = class {};
  Service({ info: { name: 's', version: '1' }, ...options })(Server);
  return createUncompiledRuntime(Server, { logger: silentLogger });
};

test('[D4.resources.contents] text, bytes and values become contents', async () => {
  const returning = (name: string, value: unknown) => resource({ name, uri: `x://${name}` })(() => value);
  const runtime = await runtimeOf({
    resources: [
      returning('a.md', 'hi'),
      returning('b', new Uint8Array([1])),
      returning('c', { k: 1 }),
      returning('d', { text: 't' }),
      returning('e', '{"j":1}'),
    ],
  });
  const read = async (uri: string) => (await readResource(runtime, request, { uri })).contents[0];
  assert.equal(await read('x://a.md'), { uri: 'x://a.md', mimeType: 'text/markdown', text: 'hi' });
  assert.equal(await read('x://b'), { uri: 'x://b', mimeType: 'application/octet-stream', blob: 'AQ==' });
  assert.equal(await read('x://c'), { uri: 'x://c', mimeType: 'application/json', text: '{"k":1}' });
  assert.equal(await read('x://d'), { uri: 'x://d', text: 't' });
  assert.is((await read('x://e'))?.mimeType, 'application/json');
});

test('[D4.resources.templates] {x} holds no separator, {+x} does; an unknown URI is not found', async () => {
  const one = resourceTemplate({ name: 'one', uriTemplate: 'x://items/{id}' })((_uri, params) => params.id);
  const deep = resourceTemplate({ name: 'deep', uriTemplate: 'x://files/{+path}.md' })((_uri, params) => params.path);
  const runtime = await runtimeOf({ resources: [one, deep] });
  const read = async (uri: string) => (await readResource(runtime, request, { uri })).contents[0]?.text;
  assert.is(await read('x://items/a%20b'), 'a b');
  assert.is(await read('x://files/a/b.md.md'), 'a/b.md');
  for (const uri of ['x://items/a/b', 'x://items/', 'x://items/%zz', 'x://files/.md', 'y://'])
    assert.throws(
      () => readResource(runtime, request, { uri }),
      (error: unknown) => error instanceof ResourceNotFound,
    );
});

test('[D4.resources.failure] what an author throws while reading stays inside', async () => {
  const runtime = await runtimeOf({
    resources: [
      resource({ name: 'r', uri: 'x://r' })(() => {
        throw new Error('disk /dev/sda1');
      }),
    ],
  });
  assert.throws(
    () => readResource(runtime, request, { uri: 'x://r' }),
    (error: unknown) => error instanceof ServiceError && error.code === 'RESOURCE_READ_ERROR' && !error.expose,
  );
});

test('[D4.prompts.results] a string, messages and a value become messages; a missing argument is named', async () => {
  const hello = prompt({ name: 'hello', description: 'Greets', arguments: [{ name: 'who', required: true }] })(
    (args) => `Hello ${args.who}`,
  );
  const runtime = await runtimeOf({ prompts: [hello] });
  assert.equal(await getPrompt(runtime, request, { name: 'hello', arguments: { who: 'you', other: 'x' } }), {
    description: 'Greets',
    messages: [{ role: 'user', content: { type: 'text', text: 'Hello you' } }],
  });
  assert.throws(() => getPrompt(runtime, request, { name: 'hello', arguments: {} }), /Missing required argument: who/);
  assert.throws(
    () => getPrompt(runtime, request, { name: 'nope', arguments: {} }),
    (error: unknown) => error instanceof ProtocolError && error.message === 'Prompt not found: nope',
  );
});

@ResourceTemplate({ name: 'city', uriTemplate: 'x://city/{name}' })
class City extends ResourceTemplateContext<{ name: string }> {
  override execute(_uri: string, params: { name: string }) {
    return params.name;
  }
  nameCompleter(partial: string) {
    return { values: Array.from({ length: 150 }, (_, index) => `${partial}${index}`) };
  }
}

@Prompt({ name: 'p', arguments: [{ name: 'a' }, { name: 'b' }] })
class Completing extends PromptContext {
  override execute() {
    return 'x';
  }
  aCompleter(partial: string, { arguments: chosen }: { arguments: Record<string, string> }) {
    return { values: [partial + (chosen['b'] ?? '')], hasMore: false };
  }
}

test('[MCP.completion.empty] an argument without a completer has no values; an unknown one is refused', async () => {
  const plain = resourceTemplate({ name: 'plain', uriTemplate: 'x://plain/{a}/{+rest}' })((uri) => uri);
  const runtime = await runtimeOf({ resources: [City, plain], prompts: [Completing] });
  const ask = (ref: { type: 'ref/resource'; uri: string } | { type: 'ref/prompt'; name: string }, name: string) =>
    complete(runtime, request, { ref, argument: { name, value: 'v' }, context: {} });
  const template = { type: 'ref/resource', uri: 'x://plain/{a}/{+rest}' } as const;
  for (const name of ['a', 'rest']) assert.equal(await ask(template, name), { completion: { values: [] } }, name);
  assert.equal(await ask({ type: 'ref/prompt', name: 'p' }, 'b'), { completion: { values: [] } });
  for (const name of ['b', '+rest', 'a}/{+rest', '']) {
    const failure = await ask(template, name).then(
      () => undefined,
      (error: unknown) => error,
    );
    assert.instance(failure, ProtocolError, name);
    assert.is((failure as ProtocolError).rpcCode, -32602);
  }
});

test('[D4.completion.cut] completions hold at most 100 values and say that there are more', async () => {
  const runtime = await runtimeOf({ resources: [City], prompts: [Completing] });
  const { completion } = await complete(runtime, request, {
    ref: { type: 'ref/resource', uri: 'x://city/{name}' },
    argument: { name: 'name', value: 'v' },
    context: {},
  });
  assert.equal([completion.values.length, completion.total, completion.hasMore], [100, 150, true]);
  const chosen = await complete(runtime, request, {
    ref: { type: 'ref/prompt', name: 'p' },
    argument: { name: 'a', value: 'v' },
    context: { b: '!' },
  });
  assert.equal(chosen.completion, { values: ['v!'], hasMore: false });
  assert.equal(await listEntries(runtime, request, { key: 'resourceTemplates' }), {
    resourceTemplates: [{ name: 'city', uriTemplate: 'x://city/{name}' }],
  });
});

test.run();
