import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AskingServer, SilentServer, traces } from '../../../../test/support/asking-server.ts';
import { serveSmall, type Served } from '../../../../test/support/serve-small.ts';
import { modernRequest, openStream, send } from '../../../../test/support/wire-client.ts';

const test = suite<{ served: Served }>('rounds over http');

test.before(async (context) => {
  context.served = await serveSmall({}, { server: AskingServer });
});
test.after(async (context) => {
  await context.served.run.stop(0);
});

const able = { elicitation: {}, sampling: {}, roots: {} };

interface Answered {
  readonly status: number;
  readonly type: string;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly result: {
    readonly resultType: string;
    readonly inputRequests: Readonly<Record<string, { readonly method: string; readonly params: Readonly<Record<string, unknown>> }>>;
    readonly requestState: string;
    readonly content: readonly { readonly text: string }[];
    readonly isError?: boolean;
    readonly _meta: Readonly<Record<string, unknown>>;
    readonly ttlMs?: number;
    readonly cacheScope?: string;
    readonly messages: readonly { readonly content: { readonly text: string } }[];
    readonly contents: readonly { readonly text: string }[];
  };
}

interface Sent extends Record<string, unknown> {
  /** What the client declares; everything when absent. */
  readonly capabilities?: Record<string, unknown>;
}

async function call(served: Served, method: string, { capabilities = able, ...params }: Sent): Promise<Answered> {
  const meta = { 'io.modelcontextprotocol/clientCapabilities': capabilities };
  const { headers, status, text } = await send({ port: served.port, ...modernRequest(method, params, { meta }) });
  return { status, type: headers['content-type'] ?? '', ...(JSON.parse(text) as Pick<Answered, 'error' | 'result'>) };
}

const callTool = (served: Served, name: string, more: Sent = {}) => call(served, 'tools/call', { name, arguments: {}, ...more });

const accept = (content: Record<string, unknown>) => ({ action: 'accept', content });

/** A returned text travels as `{"value": …}` beside its structured content. */
const textOf = ({ result }: Answered): string | undefined =>
  (JSON.parse(result.content[0]?.text ?? '{}') as { readonly value?: string }).value;

const sampled = { role: 'assistant', content: { type: 'text', text: 'Hi' }, model: 'm' };

test('[P7.shape] a question ends the round; the answer completes the call, which has run again', async ({ served }) => {
  traces.length = 0;
  const first = await callTool(served, 'greet');
  assert.is(first.status, 200);
  assert.match(first.type, 'application/json');
  assert.is(first.result.resultType, 'input_required');
  assert.equal(first.result.inputRequests, {
    user_name: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'What is your name?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string', minLength: 1 } }, required: ['name'] },
      },
    },
  });
  assert.type(first.result.requestState, 'string');
  assert.equal(traces, ['greet begins', 'greet ends'], 'the handler of an ended round is unwound');
  const { requestState } = first.result;
  const second = await callTool(served, 'greet', { requestState, inputResponses: { user_name: accept({ name: 'Ada' }) } });
  assert.is(second.result.resultType, 'complete');
  assert.is(textOf(second), 'Hello, Ada!');
  assert.is(second.result.requestState, undefined);
  assert.is(traces.filter((line) => line === 'greet begins').length, 2);
});

test('[P10.elicitation.answers] decline and cancel reach the handler', async ({ served }) => {
  for (const action of ['decline', 'cancel']) {
    const { requestState } = (await callTool(served, 'greet')).result;
    assert.is(textOf(await callTool(served, 'greet', { requestState, inputResponses: { user_name: { action } } })), `no name: ${action}`);
  }
});

test('[P7.parallel] questions asked together travel in one round, named by kind and order', async ({ served }) => {
  const first = await callTool(served, 'three');
  const { inputRequests, requestState } = first.result;
  assert.equal(
    Object.entries(inputRequests).map(([key, { method }]) => [key, method]),
    [
      ['elicitation-1', 'elicitation/create'],
      ['sampling-1', 'sampling/createMessage'],
      ['roots-1', 'roots/list'],
    ],
  );
  const inputResponses = {
    'elicitation-1': accept({ name: 'Ada' }),
    'sampling-1': sampled,
    'roots-1': { roots: [{ uri: 'file:///a' }] },
  };
  const second = await callTool(served, 'three', { requestState, inputResponses });
  assert.equal(JSON.parse(textOf(second) ?? ''), ['Ada', { type: 'text', text: 'Hi' }, ['file:///a']]);
});

test('[P7.rounds] answers are carried in a state that changes each round; only open questions are asked', async ({ served }) => {
  const first = await callTool(served, 'branches');
  assert.equal(Object.keys(first.result.inputRequests), ['a', 'b1']);
  const second = await callTool(served, 'branches', {
    requestState: first.result.requestState,
    inputResponses: { b1: accept({ name: 'one' }) },
  });
  assert.is(second.result.resultType, 'input_required');
  assert.equal(Object.keys(second.result.inputRequests).toSorted(), ['a', 'b2']);
  assert.is(second.result.inputRequests['b2']?.params['message'], 'B2 after one');
  assert.is.not(second.result.requestState, first.result.requestState);
  const third = await callTool(served, 'branches', {
    requestState: second.result.requestState,
    inputResponses: { a: accept({ name: 'A' }), b2: accept({ name: 'two' }) },
  });
  assert.is(textOf(third), 'A one-two');
});

test('[P7.ask-again] missing, wrong and malformed answers are asked for again; unknown keys are ignored', async ({ served }) => {
  const unfit: Record<string, unknown>[] = [
    {},
    { wrong_key: accept({ name: 'x' }) },
    { user_name: 12345 },
    { user_name: null },
    { user_name: 'Ada' },
    { user_name: [accept({ name: 'x' })] },
    { user_name: {} },
    { user_name: { action: 'perhaps' } },
    { user_name: accept({}) },
    { user_name: accept({ name: '' }) },
    { user_name: accept({ name: 7 }) },
    { user_name: { action: 'accept', content: 'Ada' } },
    { __proto__: null, constructor: accept({ name: 'x' }) },
  ];
  for (const inputResponses of unfit) {
    const { requestState } = (await callTool(served, 'greet')).result;
    const again = await callTool(served, 'greet', { requestState, inputResponses });
    assert.is(again.result?.resultType, 'input_required', JSON.stringify(inputResponses));
    assert.equal(Object.keys(again.result.inputRequests), ['user_name']);
    const good = { user_name: accept({ name: 'Ada' }), unknown: accept({ x: 1 }), other: 5 };
    const done = await callTool(served, 'greet', { requestState: again.result.requestState, inputResponses: good });
    assert.is(textOf(done), 'Hello, Ada!');
  }
  for (const inputResponses of [null, 7, 'x', []]) {
    const refused = await callTool(served, 'greet', { inputResponses });
    assert.equal([refused.status, refused.error?.code], [200, -32602]);
  }
});

test('[P7.unasked] an answer under the author’s own key needs no earlier round; one under a name by order does', async ({ served }) => {
  assert.is(textOf(await callTool(served, 'greet', { inputResponses: { user_name: accept({ name: 'Ada' }) } })), 'Hello, Ada!');
  const guessed = await callTool(served, 'steps', {
    arguments: { count: 1 },
    inputResponses: { 'elicitation-1': accept({ name: 'Ada' }) },
  });
  assert.is(guessed.result.resultType, 'input_required');
});

test('[P7.other-question] an answer is not taken for another question than the one that was asked', async ({ served }) => {
  const first = await callTool(served, 'changing');
  const answered = { requestState: first.result.requestState, inputResponses: { sure: accept({ sure: true }) } };
  const second = await callTool(served, 'changing', answered);
  assert.is(second.result.resultType, 'input_required');
  assert.is.not(second.result.inputRequests['sure']?.params['message'], first.result.inputRequests['sure']?.params['message']);
});

test('[P7.bounded] the rounds of a call are bounded', async ({ served }) => {
  let { result } = await callTool(served, 'changing');
  for (let round = 1; round < 16; round++) ({ result } = await callTool(served, 'changing', { requestState: result.requestState }));
  assert.is(result.resultType, 'input_required');
  const over = await callTool(served, 'changing', { requestState: result.requestState });
  assert.is(over.error.code, -32603);
  assert.match(over.error.message, /asked in 16 rounds.*sure/);
});

test('a handler that catches everything cannot complete the call without an answer', async ({ served }) => {
  const first = await callTool(served, 'careless');
  assert.is(first.result.resultType, 'input_required');
  assert.equal(Object.keys(first.result.inputRequests), ['first', 'second']);
  const inputResponses = { first: accept({ name: 'a' }), second: accept({ name: 'b' }) };
  assert.is(textOf(await callTool(served, 'careless', { requestState: first.result.requestState, inputResponses })), 'first a, second b');
});

test('a call that a call makes asks through it', async ({ served }) => {
  const { requestState, inputRequests } = (await callTool(served, 'outer')).result;
  assert.equal(Object.keys(inputRequests), ['user_name']);
  const done = await callTool(served, 'outer', { requestState, inputResponses: { user_name: accept({ name: 'Ada' }) } });
  assert.match(textOf(done) ?? '', 'Hello, Ada!');
});

test('[P7.withdrawn] a question of a call that its caller has ended or refuses is not asked', async ({ served }) => {
  for (const refuses of [false, true]) {
    const { result } = await callTool(served, 'goes-on', { arguments: { refuses } });
    assert.is(result.resultType, 'complete', String(refuses));
    assert.match(textOf({ result } as Answered) ?? '', /^without: /);
  }
});

test('[P7.methods] prompts and resources ask too, without cache hints; lists, completion and discovery never', async ({ served }) => {
  const prompt = await call(served, 'prompts/get', { name: 'asked-prompt' });
  assert.is(prompt.result.resultType, 'input_required');
  const context = { user_context: accept({ context: 'tests' }) };
  const got = await call(served, 'prompts/get', {
    name: 'asked-prompt',
    requestState: prompt.result.requestState,
    inputResponses: context,
  });
  assert.is(got.result.messages[0]?.content.text, 'Context: tests');
  for (const uri of ['test://asked', 'test://asked/7']) {
    const first = await call(served, 'resources/read', { uri });
    assert.is(first.result.resultType, 'input_required');
    assert.equal([first.result.ttlMs, first.result.cacheScope], [undefined, undefined]);
    const { requestState } = first.result;
    const read = await call(served, 'resources/read', { uri, requestState, inputResponses: { part: accept({ name: 'two' }) } });
    assert.match(read.result.contents[0]?.text ?? '', 'part two');
  }
  for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'server/discover']) {
    const listed = await call(served, method, { requestState: 'anything', inputResponses: { x: 1 } });
    assert.is(listed.result.resultType, 'complete', method);
  }
});

test('[P7.capabilities] only what the client declared is asked; the rest is -32021 and 400 before a stream opens', async ({ served }) => {
  const missing = await callTool(served, 'greet', { capabilities: {} });
  assert.equal([missing.status, missing.error.code, missing.error.data], [400, -32021, { requiredCapabilities: { elicitation: {} } }]);
  assert.match(missing.type, 'application/json');
  assert.equal((await callTool(served, 'page', { capabilities: { elicitation: {} } })).error.data, {
    requiredCapabilities: { elicitation: { url: {} } },
  });
  assert.is((await callTool(served, 'greet', { capabilities: { elicitation: { url: {} } } })).error.code, -32021);
  assert.is((await callTool(served, 'three', { capabilities: { elicitation: {}, roots: {} } })).error.code, -32021);
  assert.equal(Object.keys((await callTool(served, 'able', { capabilities: { sampling: {} } })).result.inputRequests), ['model']);
  assert.equal(Object.keys((await callTool(served, 'able', { capabilities: { sampling: {}, elicitation: {} } })).result.inputRequests), [
    'name',
  ]);
  assert.is(textOf(await callTool(served, 'able', { capabilities: {} })), 'nobody');
});

test('[P10.elicitation.url] a page is asked for by its address alone; accept means consent', async ({ served }) => {
  const capabilities = { elicitation: { url: {} } };
  const first = await callTool(served, 'page', { capabilities });
  const params = first.result.inputRequests['page']?.params;
  assert.equal(params, { mode: 'url', message: 'Please sign in', url: 'https://example.com/connect' });
  const answered = { requestState: first.result.requestState, inputResponses: { page: { action: 'accept' } } };
  assert.is(
    textOf(await callTool(served, 'page', { ...answered, capabilities })),
    'accept false',
    'this revision has no message of completion',
  );
});

test('[P7.sealed] a changed, foreign, replayed or oversized state is -32602 and runs nothing', async ({ served }) => {
  const { requestState } = (await callTool(served, 'greet')).result;
  const inputResponses = { user_name: accept({ name: 'Ada' }) };
  const other = (await callTool(served, 'three')).result.requestState;
  traces.length = 0;
  const states: unknown[] = [`${requestState}-TAMPERED`, requestState.slice(1), requestState.slice(0, -1), '', 'x', 7, null, {}, other];
  for (const state of [...states, 'A'.repeat(300_000)]) {
    const refused = await callTool(served, 'greet', { requestState: state, inputResponses });
    assert.equal([refused.status, refused.error?.code], [200, -32602], String(state).slice(0, 50));
  }
  const otherParams = await callTool(served, 'greet', { requestState, inputResponses, arguments: { x: 1 } });
  assert.is(otherParams.error.code, -32602);
  const otherMethod = await call(served, 'prompts/get', { name: 'asked-prompt', requestState, inputResponses });
  assert.is(otherMethod.error.code, -32602);
  assert.equal(traces, []);
  assert.is(textOf(await callTool(served, 'greet', { requestState, inputResponses })), 'Hello, Ada!');
  const replayed = await callTool(served, 'greet', { requestState, inputResponses });
  assert.equal([replayed.status, replayed.error.code], [200, -32602]);
  assert.match(replayed.error.message, /used already/);
});

test('[P7.same-params] the same call may be written in another order', async ({ served }) => {
  const sent = { arguments: { count: 1, note: { a: 1, b: [1, 2] } } };
  const { requestState } = (await callTool(served, 'steps', sent)).result;
  const reordered = {
    arguments: { note: { b: [1, 2], a: 1 }, count: 1 },
    requestState,
    inputResponses: { 'elicitation-1': accept({ name: 'x' }) },
  };
  assert.is(textOf(await callTool(served, 'steps', reordered)), 'x');
});

test('two questions of one name are an error of the author’s', async ({ served }) => {
  const { requestState } = (await callTool(served, 'twice')).result;
  const second = await callTool(served, 'twice', { requestState, inputResponses: { same: accept({ name: 'x' }) } });
  assert.ok(second.result.isError);
});

test('[S5.5.disabled] elicitation.enabled false refuses to ask', async () => {
  const silent = await serveSmall({}, { server: SilentServer });
  const answer = await callTool(silent, 'greet');
  assert.ok(answer.result.isError);
  assert.is(answer.result._meta['code'], 'ELICITATION_DISABLED');
  await silent.run.stop(0);
});

test('without the feature a server says that it cannot ask', async () => {
  const bare = await serveSmall({}, { server: AskingServer, features: [], revisions: [...(await modernOnly())] });
  const answer = await callTool(bare, 'greet');
  assert.is(answer.error.code, -32603);
  assert.match(answer.error.message, /feature "rounds"/);
  assert.is(textOf(await callTool(bare, 'plain')), 'plain');
  await bare.run.stop(0);
});

async function modernOnly() {
  const { revision20260728 } = await import('../revisions/2026-07-28.ts');
  return [revision20260728];
}

test('[R16.request-state] a shared secret is enough for another instance; another secret, name or address is not', async () => {
  const secret = { MCP_SESSION_SECRET: 'a secret of thirty-two characters' };
  const environments: Record<string, string>[] = [
    secret,
    secret,
    { JWT_SECRET: secret.MCP_SESSION_SECRET },
    {},
    { ...secret, SERVICE_PUBLIC_URL: 'https://b.example' },
  ];
  const servers = await Promise.all(environments.map((variables) => serveSmall(variables, { server: AskingServer })));
  const [first, ...others] = servers;
  if (first === undefined) throw new Error('no server');
  const accepted = await Promise.all(
    others.map(async (server) => {
      const { requestState } = (await callTool(first, 'greet')).result;
      const answer = await callTool(server, 'greet', { requestState, inputResponses: { user_name: accept({ name: 'Ada' }) } });
      return answer.error?.code ?? textOf(answer);
    }),
  );
  assert.equal(accepted, ['Hello, Ada!', 'Hello, Ada!', -32602, -32602]);
  await Promise.all(servers.map((server) => server.run.stop(0)));
});

test('[P5.no-requests] on a stream there is nothing but notifications and the answer, which asks', async ({ served }) => {
  const meta = { 'io.modelcontextprotocol/clientCapabilities': able, progressToken: 'p' };
  const stream = await openStream({ port: served.port, ...modernRequest('tools/call', { name: 'reporting', arguments: {} }, { meta }) });
  assert.is(stream.headers['content-type'], 'text/event-stream; charset=utf-8');
  assert.is((await stream.next())?.['method'], 'notifications/progress');
  const last = await stream.next();
  assert.equal([last?.['id'], last?.['method']], [1, undefined]);
  assert.match(JSON.stringify(last), '"resultType":"input_required"');
  assert.is(await stream.next(), undefined);
});

test.run();
