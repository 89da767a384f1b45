import { isJsonObject, type JsonObject } from '../../model/index.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AskingServer } from '../../../../test/support/asking-server.ts';
import { serveSmall, type Served } from '../../../../test/support/serve-small.ts';
import { initializeBody, legacyBody, legacyHeaders, openStream, send, type WireMessage } from '../../../../test/support/wire-client.ts';
import { anonymousCaller } from '../../define/index.ts';
import { ProtocolError } from '../../errors/index.ts';
import { closedSink } from '../client-channel.ts';
import { revision20251125 } from '../revisions/2025-11-25.ts';
import { StreamConnection } from '../stream-connection.ts';
import { askClient } from './ask-client.ts';
import { Conversation } from './conversation.ts';
import { SessionQuestions } from './session-questions.ts';

const test = suite<{ served: Served }>('questions of sessions');

test.before(async (context) => {
  context.served = await serveSmall({}, { server: AskingServer });
});
test.after(async (context) => {
  await context.served.run.stop(0);
});

const able = { elicitation: {}, sampling: {}, roots: {} };
const accept = (content: JsonObject) => ({ action: 'accept', content });

async function open(served: Served, version: string, capabilities: Record<string, unknown> = able) {
  const answer = await send({ port: served.port, headers: legacyHeaders, body: initializeBody(version, capabilities) });
  const headers = { ...legacyHeaders, 'mcp-session-id': String(answer.headers['mcp-session-id']) };
  const post = (body: string) => send({ port: served.port, headers, body });
  return {
    call: (name: string, args: JsonObject = {}) =>
      openStream({ port: served.port, headers, body: legacyBody('tools/call', { name, arguments: args }, 'call') }),
    /** A call that is answered without a stream. */
    callPlainly: async (name: string) => {
      const answer = await post(legacyBody('tools/call', { name, arguments: {} }, 'call'));
      assert.is(answer.status, 200);
      return object(JSON.parse(answer.text));
    },
    answer: async (question: WireMessage | undefined, result: JsonObject) => {
      const { status } = await post(JSON.stringify({ jsonrpc: '2.0', id: question?.['id'], result }));
      assert.is(status, 202);
    },
    refuse: (question: WireMessage | undefined) =>
      post(JSON.stringify({ jsonrpc: '2.0', id: question?.['id'], error: { code: -1, message: 'User rejected sampling request' } })),
  };
}

function object(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new Error(`not an object: ${String(value)}`);
  return value;
}

function textOf(message: WireMessage | undefined): string {
  const { content } = object(message?.['result']);
  return Array.isArray(content) ? text(object(content[0])['text']) : '';
}

/** A value that must be a text. */
function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`not a text: ${JSON.stringify(value)}`);
  return value;
}

const paramsOf = (message: WireMessage | undefined): JsonObject => object(message?.['params']);

test('[P4.server-requests] a question is a request on the call’s own stream; a later POST answers it', async ({ served }) => {
  for (const version of ['2025-06-18', '2025-11-25']) {
    const session = await open(served, version);
    const stream = await session.call('greet');
    const question = await stream.next();
    assert.is(question?.['method'], 'elicitation/create');
    assert.is(paramsOf(question)['message'], 'What is your name?');
    await session.answer(question, accept({ name: 'Ada' }));
    const result = await stream.next();
    assert.is(result?.['id'], 'call');
    assert.match(textOf(result), 'Hello, Ada!');
    assert.is(object(result?.['result'])['resultType'], undefined);
    assert.is(await stream.next(), undefined, 'the stream ends with the answer');
  }
});

test('[P4.server-requests] parallel questions are matched by their ids, in any order of answers', async ({ served }) => {
  const session = await open(served, '2025-11-25');
  const stream = await session.call('three');
  const questions = [await stream.next(), await stream.next(), await stream.next()];
  const answers: Record<string, JsonObject> = {
    'elicitation/create': accept({ name: 'Ada' }),
    'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'Hi' }, model: 'm' },
    'roots/list': { roots: [{ uri: 'file:///a' }] },
  };
  for (const question of questions.toReversed()) await session.answer(question, answers[String(question?.['method'])] ?? {});
  assert.match(textOf(await stream.next()), /Ada.*Hi.*file:\/\/\/a/);
});

test('[P4.timeout] a question without an answer in time is cancelled and ends as ELICITATION_TIMEOUT', async ({ served }) => {
  const session = await open(served, '2025-11-25');
  const stream = await session.call('late', { ttl: 1 });
  const question = await stream.next();
  const cancelled = await stream.next();
  assert.is(cancelled?.['method'], 'notifications/cancelled');
  assert.is(paramsOf(cancelled)['requestId'], question?.['id']);
  const result = object((await stream.next())?.['result']);
  assert.is(object(result['_meta'])['code'], 'ELICITATION_TIMEOUT');
  assert.is(result['isError'], true);
});

test('[P7.withdrawn] a question of a call that its caller has ended is cancelled', async ({ served }) => {
  const session = await open(served, '2025-11-25');
  const stream = await session.call('goes-on', { refuses: false });
  const question = await stream.next();
  const cancelled = await stream.next();
  assert.equal([question?.['method'], cancelled?.['method']], ['elicitation/create', 'notifications/cancelled']);
  assert.is(paramsOf(cancelled)['requestId'], question?.['id']);
  assert.match(textOf(await stream.next()), /without: /);
});

test('[P7.validate-content] an answer that does not fit is the client’s error', async ({ served }) => {
  const session = await open(served, '2025-11-25');
  for (const bad of [accept({ name: '' }), accept({}), { action: 'perhaps' }, {}]) {
    const stream = await session.call('greet');
    await session.answer(await stream.next(), bad);
    assert.is(object((await stream.next())?.['error'])['code'], -32602);
  }
});

test('a client that refuses is an error that the handler can read', async ({ served }) => {
  const session = await open(served, '2025-11-25', { sampling: {} });
  const stream = await session.call('able');
  await session.refuse(await stream.next());
  const result = await stream.next();
  assert.is(object(result?.['result'])['isError'], true);
  assert.match(textOf(result), /error -1: User rejected/);
});

test('[P4.capabilities] [MCP.codes.era] only what the client declared and its revision has is asked', async ({ served }) => {
  const cases: [string, Record<string, unknown>, JsonObject][] = [
    ['2025-11-25', {}, { elicitation: {} }],
    ['2025-11-25', { elicitation: { url: {} } }, { elicitation: {} }],
    ['2025-03-26', able, { elicitation: {} }],
  ];
  for (const [version, declared, requiredCapabilities] of cases) {
    const session = await open(served, version, declared);
    const error = object((await session.callPlainly('greet'))['error']);
    assert.equal([error['code'], error['data']], [-32602, { requiredCapabilities }], version);
  }
  const old = await open(served, '2025-03-26');
  const stream = await old.call('able');
  assert.is((await stream.next())?.['method'], 'sampling/createMessage', 'a handler that looks before it asks goes another way');
  stream.close();
  const withoutPages = await open(served, '2025-06-18', { elicitation: { url: {} } });
  assert.is(object((await withoutPages.callPlainly('page'))['error'])['code'], -32602);
});

test('[P10.elicitation.2025-06-18] forms are projected to what 2025-06-18 has', async ({ served }) => {
  const session = await open(served, '2025-06-18');
  const stream = await session.call('choices');
  const question = await stream.next();
  assert.equal(paramsOf(question), {
    message: 'Choose',
    requestedSchema: {
      type: 'object',
      properties: {
        color: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
        size: { type: 'number' },
        sure: { type: 'boolean', default: true },
      },
    },
  });
  await session.answer(question, accept({ color: 'g' }));
  const answered = object(JSON.parse(textOf(await stream.next())));
  assert.equal(JSON.parse(text(answered['value'])), { status: 'accept', content: { color: 'g', size: 2, sure: true } });
  const several = object((await session.callPlainly('several'))['result']);
  assert.is(object(several['_meta'])['code'], 'ELICITATION_NOT_SUPPORTED');
});

test('[P10.elicitation.url-2025-11-25] a page has an id, and its completion is announced', async ({ served }) => {
  const session = await open(served, '2025-11-25', { elicitation: { url: {} } });
  const stream = await session.call('page');
  const question = await stream.next();
  const params = { mode: 'url', message: 'Please sign in', url: 'https://example.com/connect', elicitationId: 'page-1' };
  assert.equal(paramsOf(question), params);
  await session.answer(question, { action: 'accept' });
  const told = await stream.next();
  assert.is(told?.['method'], 'notifications/elicitation/complete');
  assert.equal(paramsOf(told), { elicitationId: 'page-1' });
  assert.match(textOf(await stream.next()), 'accept true');
});

test('[P10.elicitation.url-2025-11-25] without a stream a page is -32042; a form says that it cannot reach anybody', async ({ served }) => {
  const conversation = new Conversation({
    revision: revision20251125,
    clientCapabilities: { elicitation: { url: {}, form: {} } },
    principal: '',
  });
  const ask = askClient(served.application.runtime.model, conversation, { sink: closedSink, signal: new AbortController().signal });
  const page = { method: 'elicitation/create', params: { mode: 'url', message: 'Open', url: 'https://example.com/' } };
  const failure: unknown = await ask(page).catch((error: unknown) => error);
  if (!(failure instanceof ProtocolError)) throw new Error('no protocol error');
  assert.is(failure.rpcCode, -32042);
  const elicitations: unknown = failure.data?.['elicitations'];
  const elicitation: unknown = Array.isArray(elicitations) ? elicitations[0] : undefined;
  assert.match(text(object(elicitation)['elicitationId']), /^[\w-]{10,}$/);
  const form: unknown = await ask({ method: 'elicitation/create', params: { mode: 'form' } }).catch((error: unknown) => error);
  assert.is(Reflect.get(Object(form), 'code'), 'ELICITATION_NOT_SUPPORTED');
  assert.is(conversation.questions?.count, 0);
});

test('[P4.server-requests] over a byte stream both eras are asked by the same tool', async ({ served }) => {
  const sent: WireMessage[] = [];
  let arrived = (): void => undefined;
  const take = (text: string): boolean => {
    sent.push(object(JSON.parse(text)));
    arrived();
    return true;
  };
  const next = async (): Promise<WireMessage> => {
    while (sent.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
    return object(sent.shift());
  };
  const { mcp: server, handshakeProtocol } = served.application;
  const connection = new StreamConnection({ server, handshakeProtocol, auth: anonymousCaller, sink: { send: take }, answer: take });
  connection.receive(initializeBody('2025-11-25', able));
  await next();
  connection.receive(legacyBody('tools/call', { name: 'greet', arguments: {} }, 1));
  const question = await next();
  connection.receive(JSON.stringify({ jsonrpc: '2.0', id: question['id'], result: accept({ name: 'Ada' }) }));
  assert.match(textOf(await next()), 'Hello, Ada!');
  const modern = (more: JsonObject): string => {
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': able };
    return legacyBody('tools/call', { name: 'greet', arguments: {}, ...more, _meta }, 2);
  };
  connection.receive(modern({}));
  const { requestState = null } = object((await next())['result']);
  connection.receive(modern({ requestState, inputResponses: { user_name: accept({ name: 'Ada' }) } }));
  assert.match(textOf(await next()), 'Hello, Ada!');
  connection.close('test');
});

test('[P4.timeout] questions end with their session', async () => {
  const conversation = new Conversation({ revision: revision20251125, clientCapabilities: {}, principal: '' });
  const questions = (conversation.questions = new SessionQuestions());
  const asked = questions.ask(
    { method: 'roots/list', params: {} },
    { sink: { send: () => true }, signal: new AbortController().signal, ttlMs: 60_000 },
  );
  const failed = asked.catch((error: Error) => error.message);
  assert.is(questions.count, 1);
  conversation.end('over');
  assert.is(await failed, 'over');
  assert.is(questions.count, 0);
});

test.run();
