/* Questions by way of the model, for clients that cannot be asked: on Node and on workerd. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connectOfficial } from '../../scripts/clients/official-client.ts';
import { changeCharacter } from '../support/change-character.ts';
import { projectOf, type BuiltProject, type BuiltServer } from '../support/built-servers.ts';
import { openSession } from '../support/shared-session.ts';
import { legacyBody, modernRequest, send } from '../support/wire-client.ts';

const main = (options: string): string => `
  import { Service, tool } from '@service/sdk';
  import { z } from 'zod';
  const outputSchema = { text: z.string() };
  const book = tool({ name: 'book', description: 'Books a table.', inputSchema: { day: z.string() }, outputSchema })(async ({ day }, ctx) => {
    const answer = await ctx.elicit('For how many?', { seats: z.int().min(1) });
    return { text: [day, answer.status, answer.content?.seats, answer.fromModel].join(' ') };
  });
  const two = tool({ name: 'two', description: 'Asks two things.' })(async (_input, ctx) => {
    const form = (name: string) => ctx.elicit(name + '?', { [name]: z.string() }, { key: name }).then(({ content }) => content?.[name]);
    return (await Promise.all([form('first'), form('second')])).join(' and ');
  });
  const careless = tool({ name: 'careless', description: 'Catches the end.' })(async (_input, ctx) => {
    try { return JSON.stringify((await ctx.elicit('Who?', { who: z.string() })).content); } catch { return 'completed unasked'; }
  });
  const late = tool({ name: 'late', description: 'Waits for no time.' })(async (_input, ctx) =>
    (await ctx.elicit('Quick?', { who: z.string() }, { ttl: -1 })).status);
  const mixed = tool({ name: 'mixed', description: 'Asks the person, then the model.' })(async (_input, ctx) => {
    const { content } = await ctx.elicit('Who?', { who: z.string() });
    const sample = await ctx.sample({ messages: [], maxTokens: 5 });
    return content?.who + ' ' + JSON.stringify(sample.content);
  });
  const approve = tool({ name: 'approve', description: 'Asks for yes.' })(async (_input, ctx) => (await ctx.elicit('Sure?', { sure: z.boolean() })).status);
  const empty = tool({ name: 'empty', description: 'Asks for consent.' })(async (_input, ctx) => (await ctx.elicit('May we?', {})).status);
  const kept = tool({ name: 'kept', description: 'Asks the person alone.' })(async (_input, ctx) =>
    (await ctx.elicit('Which?', { which: z.string() }, { onlyPerson: true })).status);
  const secret = tool({ name: 'secret', description: 'Asks for a key.' })(async (_input, ctx) =>
    (await ctx.elicit('Key?', { name: z.string(), api_key: z.string() })).status);
  const page = tool({ name: 'page', description: 'Opens a page.' })(async (_input, ctx) =>
    (await ctx.elicit('Sign in', {}, { mode: 'url', url: 'https://example.com/', elicitationId: 'e' })).status);
  @Service({ info: { name: 'fallback', version: '1.0.0' }, tools: [book, two, careless, late, mixed, approve, empty, kept, secret, page]${options} })
  export class Server {}
`;

const test = suite<{ project: BuiltProject; node: BuiltServer; worker: BuiltServer }>('questions by way of the model');

test.before(async (context) => {
  const project = projectOf('fallback', { 'src/main.ts': main(', elicitation: { fallbackTool: true }') });
  const [node, worker] = await Promise.all([project.start('node'), project.start('worker')]);
  Object.assign(context, { project, node, worker });
});
test.after(async ({ node, project, worker }) => {
  await Promise.all([node.stop(), worker.stop()]);
  project.remove();
});

interface Result {
  readonly content: readonly [{ readonly text: string }];
  readonly isError?: boolean;
  readonly structuredContent?: { readonly elicitationRequired: Asked };
  readonly inputRequests?: object;
  readonly requestState?: string;
}
interface Asked {
  readonly elicitId: string;
  readonly message: string;
  readonly requestedSchema: { readonly properties: object };
}

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

async function call({ port }: BuiltServer, params: Record<string, unknown>, capabilities: object = {}) {
  const { headers, body } = modernRequest('tools/call', params, { meta: { [capabilitiesKey]: capabilities } });
  const { text } = await send({ port, path: '/mcp', headers: { host: `localhost:${port}`, ...headers }, body });
  return JSON.parse(text) as { readonly result: Result; readonly error: { readonly code: number; readonly message: string } };
}

const ask = async (server: BuiltServer, name: string, args: object = {}): Promise<Asked> => {
  const { result } = await call(server, { name, arguments: args });
  assert.ok(result?.structuredContent?.elicitationRequired, JSON.stringify(result));
  return result.structuredContent.elicitationRequired;
};
const answering = (elicitId: string, content: object) => ({
  name: 'sendElicitationResult',
  arguments: { elicitId, action: 'accept', content },
});
const answer = async (server: BuiltServer, elicitId: string, content: object) => (await call(server, answering(elicitId, content))).result;

for (const target of ['node', 'worker'] as const) {
  test(`[ask.model.asks] [ask.model.runs-again] [ask.model.marked] on ${target}: the model gets the question, and its answer completes the call`, async (context) => {
    const server = context[target];
    const { result } = await call(server, { name: 'book', arguments: { day: 'Friday' } });
    const { elicitId, message, requestedSchema } = result.structuredContent?.elicitationRequired ?? (await ask(server, 'book'));
    assert.is(message, 'For how many?');
    assert.equal(Object.keys(requestedSchema.properties), ['seats']);
    for (const part of [elicitId, message, 'sendElicitationResult', '"seats"']) assert.ok(result.content[0].text.includes(part), part);
    assert.is((await answer(server, elicitId, { seats: 4 })).content[0].text, '{"text":"Friday accept 4 true"}');
    const declined = await ask(server, 'book', { day: 'Monday' });
    const params = { name: 'sendElicitationResult', arguments: { elicitId: declined.elicitId, action: 'decline' } };
    assert.is((await call(server, params)).result.content[0].text, '{"text":"Monday decline  true"}');
  });

  test(`[ask.model.several] on ${target}: one question after the other, and again where the answer does not fit`, async (context) => {
    const server = context[target];
    const first = await ask(server, 'two');
    const second = (await answer(server, first.elicitId, { first: 'a' })).structuredContent?.elicitationRequired;
    assert.is(second?.message, 'second?');
    const wrong = await answer(server, second?.elicitId ?? '', { second: 7 });
    assert.match(wrong.content[0].text, 'The last answer was not accepted: second');
    const again = wrong.structuredContent?.elicitationRequired.elicitId ?? '';
    assert.is((await answer(server, again, { second: 'b' })).content[0].text, '{"value":"a and b"}');
    const { elicitId } = await ask(server, 'careless');
    assert.is((await answer(server, elicitId, { who: 'Ada' })).content[0].text, JSON.stringify({ value: '{"who":"Ada"}' }));
  });

  test(`[ask.model.sealed] on ${target}: an id is good once, for its caller, and is not a requestState`, async (context) => {
    const server = context[target];
    const { elicitId } = await ask(server, 'two');
    const refused = async (id: unknown, pattern: string) => {
      const { result } = await call(server, answering(String(id), { first: 'x' }));
      assert.is(result.isError, true);
      assert.match(result.content[0].text, pattern);
    };
    await refused(changeCharacter(elicitId, -3), 'not one of this conversation');
    const other = await openSession({ url: `http://127.0.0.1:${server.port}` });
    const stolen = await other.call({ url: `http://127.0.0.1:${server.port}` }, 'sendElicitationResult', {
      ...answering(elicitId, { first: 'x' }).arguments,
    });
    assert.match(stolen.text, 'not one of this conversation');
    const asState = await call(server, { name: 'two', arguments: {}, requestState: elicitId });
    assert.is(asState.error.code, -32602);
    assert.is((await answer(server, elicitId, { first: 'a' })).structuredContent?.elicitationRequired.message, 'second?');
    await refused(elicitId, 'has been used already');
  });

  test(`[ask.model.refused] on ${target}: permissions, secrets and pages are refused as without the option`, async (context) => {
    for (const name of ['approve', 'empty', 'kept', 'secret', 'page']) {
      const { error } = await call(context[target], { name, arguments: {} });
      assert.is(error?.code, -32021, name);
    }
  });

  test(`[ask.model.late] on ${target}: an answer after its time limit`, async (context) => {
    const { elicitId } = await ask(context[target], 'late');
    const result = await answer(context[target], elicitId, { who: 'Ada' });
    assert.is(result.isError, true);
    assert.match(result.content[0].text, 'did not answer elicitation/create in time');
  });

  test(`[ask.model.runs-again] on ${target}: sealed rounds go on within the answer`, async (context) => {
    const server = context[target];
    const { elicitId } = await ask(server, 'mixed');
    const params = answering(elicitId, { who: 'Ada' });
    const { requestState } = (await call(server, params, { sampling: {} })).result;
    const inputResponses = { 'sampling-1': { role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'm' } };
    const { result } = await call(server, { ...params, requestState, inputResponses }, { sampling: {} });
    assert.match(result.content[0].text, 'Ada {\\"type\\":\\"text');
    assert.is((await call(server, { ...params, requestState, inputResponses }, { sampling: {} })).error.code, -32602);
  });

  test(`[ask.model.listed] on ${target}: the tool is there for clients that cannot be asked, and only for them`, async (context) => {
    const server = context[target];
    const at = { url: `http://127.0.0.1:${server.port}` };
    const unable = await openSession(at);
    const list = async (session: typeof unable) => (await session.post(at, legacyBody('tools/list', {}, 2))).text;
    assert.match(await list(unable), '"name":"sendElicitationResult"');
    assert.match(await list(unable), '"anyOf":[{"type":"object","properties":{"text"');
    const able = await openSession(at, { elicitation: {} });
    const text = await list(able);
    assert.not.match(text, 'sendElicitationResult');
    assert.not.match(text, 'elicitationRequired');
    assert.match((await able.call(at, 'sendElicitationResult')).text, 'Tool \\"sendElicitationResult\\" not found');
    const page = await server.ask('tools/list');
    assert.match(page, '"name":"sendElicitationResult"');
  });

  test(`[ask.model.asks] on ${target}: an official client takes the question for the tool's output`, async (context) => {
    const client = await connectOfficial('sdk 1.x', { kind: 'http', url: `http://127.0.0.1:${context[target].port}/mcp` });
    await client.listTools();
    const asked = await client.callTool({ name: 'book', arguments: { day: 'Sunday' } });
    const { elicitationRequired } = asked.structuredContent as { elicitationRequired: Asked };
    const result = await client.callTool(answering(elicitationRequired.elicitId, { seats: 2 }));
    assert.equal(result.structuredContent, { text: 'Sunday accept 2 true' });
    await client.close();
  });
}

test('[ask.model.off] without the option nothing is added, to the server or to its bundle', async ({ node }) => {
  const project = projectOf('fallback', { 'src/main.ts': main('') });
  const server = await project.start('node');
  try {
    assert.not.match(await server.ask('tools/list'), 'sendElicitationResult');
    assert.is((await call(server, { name: 'book', arguments: { day: 'Friday' } })).error.code, -32021);
    const holds = ({ folder }: BuiltServer) => readFileSync(join(folder, 'fallback.bundle.js'), 'utf8').includes('sendElicitationResult');
    assert.equal([holds(node), holds(server)], [true, false]);
  } finally {
    await server.stop();
    project.remove();
  }
});

test.run();
