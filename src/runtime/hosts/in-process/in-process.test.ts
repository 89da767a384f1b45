import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import {
  clearCreateCache,
  connect,
  connectClaude,
  connectLangChain,
  connectOpenAI,
  connectVercelAI,
  create,
  prompt,
  ProtocolError,
  resource,
  resourceTemplate,
  tool,
  type CreateConfig,
  type DirectServer,
  type InProcessClient,
} from '@service/sdk';
import type { JsonObject } from '@service/sdk/model';
import { AskingServer } from '../../../../test/support/asking-server.ts';

const add = tool({
  name: 'add',
  description: 'Adds.',
  inputSchema: { a: z.number(), b: z.number(), options: z.object({ round: z.boolean().optional() }).optional() },
  outputSchema: { sum: z.number() },
})((input) => ({ sum: input.a + input.b }));
const says = (...texts: string[]) => ({ content: texts.map((text) => ({ type: 'text' as const, text })) });
const bare = tool({ name: 'bare' })(() => says('just', 'text'));
const quoted = tool({ name: 'quoted', description: 'A JSON text.' })(() => says('"in quotes"'));
const listed = tool({ name: 'listed', description: 'A JSON list.' })(() => says('[1,2]'));
const picture = tool({ name: 'picture', description: 'An image.' })(() => ({
  content: [
    { type: 'text', text: 'look' },
    { type: 'image', data: 'aGk=', mimeType: 'image/png' },
  ],
}));
const whoami = tool({ name: 'whoami', description: 'Tells who calls.' })((_input, ctx) =>
  says(
    JSON.stringify({
      sub: ctx.auth.user.sub,
      anonymous: ctx.auth.isAnonymous,
      claims: ctx.auth.claims,
      session: ctx.auth.sessionId,
      agent: ctx.context.metadata.userAgent,
      ip: ctx.context.metadata.clientIp,
      headers: ctx.context.metadata.customHeaders,
    }),
  ),
);
const touch = tool({ name: 'touch', description: 'Changes a resource.' })((_input, ctx) => {
  ctx.notify('touched', 'warning');
  return 'touched';
});
const wait = tool({ name: 'wait', description: 'Waits to be cancelled.' })(
  (_input, ctx) => new Promise((resolve) => ctx.signal.addEventListener('abort', () => resolve('cancelled'))),
);

const many = Array.from({ length: 100 }, (_, index) => tool({ name: `tool-${index}`, description: 'One of many.' })(() => index));

const config: CreateConfig = {
  info: { name: 'inside', version: '1.0.0' },
  tools: [add, bare, quoted, listed, picture, whoami, touch, wait],
  resources: [
    resource({ name: 'about', uri: 'test://about', description: 'About.', mimeType: 'text/plain' })(() => 'about'),
    resourceTemplate({ name: 'item', uriTemplate: 'test://item/{id}', description: 'An item.', mimeType: 'text/plain' })(
      (_uri, { id }) => `item ${id}`,
    ),
  ],
  prompts: [prompt({ name: 'greet', description: 'Greets.', arguments: [{ name: 'who', required: true }] })((args) => `hello ${args.who}`)],
  logging: { level: 'off' },
};

async function direct<T>(work: (server: DirectServer) => Promise<T>, given: CreateConfig = config): Promise<T> {
  const server = await create(given);
  try {
    return await work(server);
  } finally {
    await server.dispose();
  }
}

const rejection = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('must be refused');
    },
    (error: Error) => error,
  );

test('[S1.17.direct] a direct server lists, calls, reads and prompts by the rules of the protocol, without a port', async () => {
  await direct(async (server) => {
    await server.ready;
    const { tools } = await server.listTools();
    assert.equal(
      (tools as JsonObject[]).map(({ name }) => name),
      ['add', 'bare', 'quoted', 'listed', 'picture', 'whoami', 'touch', 'wait'],
    );
    const sum = await server.callTool('add', { a: 2, b: 3 });
    assert.equal(sum['structuredContent'], { sum: 5 });
    assert.match(JSON.stringify(await server.listResources()), 'test://about');
    assert.match(JSON.stringify(await server.listResourceTemplates()), 'test://item/{id}');
    assert.match(JSON.stringify(await server.readResource('test://item/7')), 'item 7');
    assert.match(JSON.stringify(await server.listPrompts()), 'greet');
    assert.match(JSON.stringify(await server.getPrompt('greet', { who: 'you' })), 'hello you');
  });
});

test('[S1.17.direct-validation] input is validated as over a transport, unknown names are errors of the protocol', async () => {
  await direct(async (server) => {
    const wrong = await server.callTool('add', { a: 'two', b: 3 });
    assert.is(wrong['isError'], true);
    const unknown = await rejection(server.callTool('nothing'));
    assert.instance(unknown, ProtocolError);
    assert.match(unknown.message, 'nothing');
    assert.match((await rejection(server.getPrompt('greet'))).message, 'who');
    assert.match((await rejection(server.readResource('test://nothing'))).message, 'test://nothing');
  });
});

test('[S1.17.direct-call] authContext and metadata reach the call, and no data of one call reaches another', async () => {
  await direct(async (server) => {
    const who = async (call?: Parameters<DirectServer['callTool']>[2]): Promise<JsonObject> => {
      const { content } = await server.callTool('whoami', {}, call);
      return JSON.parse(String(Reflect.get(Object((content as unknown[])[0]), 'text'))) as JsonObject;
    };
    const named = await who({
      authContext: { sessionId: 's1', user: { sub: 'ada', name: 'Ada' }, extra: { plan: 'pro' } },
      metadata: { userAgent: 'test/1', clientIp: '10.0.0.1', customHeaders: { 'x-service-a': '1' } },
    });
    assert.equal(named, {
      sub: 'ada',
      anonymous: false,
      claims: { plan: 'pro' },
      session: 's1',
      agent: 'test/1',
      ip: '10.0.0.1',
      headers: { 'x-service-a': '1' },
    });
    assert.is((await who())['anonymous'], true);
    assert.match((await rejection(who({ authContext: { token: 't' } }))).message, 'no authentication');
  });
});

test('a direct call is cancelled by its signal', async () => {
  await direct(async (server) => {
    const client = new AbortController();
    const waiting = server.callTool('wait', {}, { signal: client.signal });
    client.abort();
    assert.match(JSON.stringify(await waiting), 'cancelled');
    await rejection(server.callTool('wait', {}, { signal: AbortSignal.abort() }));
  });
});

test('lists come whole, however many pages they have', async () => {
  await direct(async (server) => assert.is(((await server.listTools())['tools'] as unknown[]).length, 100), { ...config, tools: many });
});

/** As from JavaScript. */
const untyped = (options: object): object => options;

test('[S1.17.invalid-resource] a plain object passed as a resource is refused with the documented text', async () => {
  const refused = await rejection(create({ ...config, ...untyped({ resources: [{ name: 'notes', uri: 'a://b' }] }) }));
  assert.is(refused.message, "Invalid resource 'notes'. Expected a class or a resource function.");
});

test('[S1.17.cache-key] the same cacheKey gives the same server until it is disposed or the cache cleared; failures are not kept', async () => {
  const cached = { ...config, cacheKey: 'one' };
  const [first, second] = await Promise.all([create(cached), create({ ...cached, tools: [] })]);
  assert.is(first, second);
  await first.dispose();
  const third = await create(cached);
  assert.is.not(third, first);
  await clearCreateCache();
  const fourth = await create(cached);
  assert.is.not(fourth, third);
  await rejection(create({ ...config, cacheKey: 'two', ...untyped({ resources: [{}] }) }));
  const mended = await create({ ...config, cacheKey: 'two' });
  assert.match((await rejection(first.listTools())).message, 'disposed');
  for (const server of [third, fourth, mended]) await server.dispose();
});

test('[S1.17.flat] appName makes an app of the entries; what this version lacks is refused by name', async () => {
  await direct(async (server) => assert.match(JSON.stringify(await server.listTools()), '"add"'), { ...config, appName: 'Office' });
  for (const [key, value, text] of [
    ['machineId', 'm1', 'set MACHINE_ID'],
    ['jobDefinitions', [{}], 'declare a tool'],
    ['workflowDefinitions', [{}], 'this.callTool('],
  ] as const) {
    const { message } = await rejection(create({ ...config, [key]: value }));
    assert.ok(message.startsWith(`"${key}" is not part of this version: `) && message.includes(text), message);
  }
  await direct(async (server) => {
    assert.match((await rejection(server.listJobs())).message, 'listJobs');
    assert.match((await rejection(server.executeWorkflow())).message, 'executeWorkflow');
  });
});

test('[S1.17.openai] OpenAI: functions whose parameters are closed in depth; results are joined text, parsed when object or string', async () => {
  const client = await connectOpenAI(config);
  try {
    assert.is(client.getDetectedPlatform(), 'openai');
    const [first, second] = (await client.listTools()) as JsonObject[];
    assert.is(first?.['type'], 'function');
    const { parameters, strict, name, description } = (first?.['function'] ?? {}) as JsonObject;
    assert.equal({ strict, name, description }, { strict: true, name: 'add', description: 'Adds.' });
    assert.is(Reflect.get(Object(parameters), 'additionalProperties'), false);
    const { options } = Reflect.get(Object(parameters), 'properties') as JsonObject;
    assert.is(Reflect.get(Object(options), 'additionalProperties'), false);
    assert.not.ok('description' in Object(second?.['function']));
    assert.equal(await client.callTool('add', { a: 1, b: 2 }), { sum: 3 });
    assert.is(await client.callTool('bare'), 'just\ntext');
    assert.is(await client.callTool('quoted'), 'in quotes');
    assert.is(await client.callTool('listed'), '[1,2]');
  } finally {
    await client.close();
  }
});

test('[S1.17.claude] Claude: input_schema, and the content array', async () => {
  const client = await connectClaude(config);
  const [first] = (await client.listTools()) as JsonObject[];
  assert.equal(Object.keys(first ?? {}), ['name', 'description', 'input_schema']);
  assert.equal(await client.callTool('bare'), says('just', 'text').content);
  await client.close();
});

test('[S1.17.langchain] LangChain: schema, a description in any case, results as OpenAI', async () => {
  const client = await connectLangChain(config);
  const [first, second] = (await client.listTools()) as JsonObject[];
  assert.equal(Object.keys(first ?? {}), ['name', 'description', 'schema']);
  assert.is(second?.['description'], 'Execute bare');
  assert.equal(await client.callTool('add', { a: 1, b: 2 }), { sum: 3 });
  await client.close();
});

test('[S1.17.vercel] Vercel AI: a map by name, the structured value, or texts and images', async () => {
  const client = await connectVercelAI(config);
  const tools = (await client.listTools()) as Record<string, JsonObject>;
  assert.equal(Object.keys(tools['add'] ?? {}), ['description', 'parameters']);
  assert.is(Reflect.get(Object(tools['bare']), 'description'), 'Execute bare');
  assert.equal(await client.callTool('add', { a: 1, b: 2 }), { sum: 3 });
  assert.equal(await client.callTool('picture'), { text: ['look'], images: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }] });
  await client.close();
});

test('[S1.17.client] any other client gets MCP items and results, and knows both sides', async () => {
  const client = await connect(config, { clientInfo: { name: 'mine', version: '2.0.0' }, session: { id: 's-9', user: { id: 'bob' } } });
  const [first] = (await client.listTools()) as JsonObject[];
  assert.ok('inputSchema' in Object(first));
  assert.equal(Reflect.get(Object(await client.callTool('add', { a: 1, b: 2 })), 'structuredContent'), { sum: 3 });
  assert.is(client.getSessionId(), 's-9');
  assert.equal(client.getClientInfo(), { name: 'mine', version: '2.0.0' });
  assert.is(client.getServerInfo()['name'], 'inside');
  assert.ok('tools' in client.getCapabilities());
  assert.is(client.getDetectedPlatform(), 'unknown');
  assert.match(JSON.stringify(await client.callTool('whoami')), 'bob');
  assert.match(JSON.stringify(await client.listPrompts()), 'greet');
  assert.match(JSON.stringify(await client.readResource('test://about')), 'about');
  const completion = await client.complete({ ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: '' } });
  assert.equal(completion['completion'], { values: [] });
  for (const later of [client.executeJob, client.listWorkflows])
    assert.match((await rejection(later())).message, 'is not part of this version: ');
  assert.match((await rejection(connect(config, { authToken: 't' }))).message, 'no authentication');
  await client.close();
});

test('[S1.17.flavour] the beginning of a client name chooses the flavour', async () => {
  await direct(async (server) => {
    const flavourOf = async (name: string): Promise<string> => {
      const client = await server.connect({ clientInfo: { name, version: '1.0.0' } });
      const flavour = client.getDetectedPlatform();
      await client.close();
      return flavour;
    };
    for (const [name, flavour] of [
      ['openai-mcp', 'openai'],
      ['OpenAI', 'openai'],
      ['claude-ai', 'claude'],
      ['Claude Desktop', 'claude'],
      ['langchain-openai', 'langchain'],
      ['vercel-ai', 'vercel-ai'],
      ['ai-sdk-mcp-client', 'vercel-ai'],
      ['a-proxy-for-openai', 'unknown'],
      ['inclaude', 'unknown'],
      ['', 'unknown'],
    ] as const)
      assert.is(await flavourOf(name), flavour, name);
  });
});

test('[S1.17.session] a session id stands for options, in every flavour; without one each client has an id of its own', async () => {
  const sessionOf = async (making: Promise<InProcessClient>): Promise<readonly [id: string, flavour: string]> => {
    const client = await making;
    const found = [client.getSessionId(), client.getDetectedPlatform()] as const;
    await client.close();
    return found;
  };
  assert.equal(await sessionOf(connect(config, 's-1')), ['s-1', 'unknown']);
  assert.equal(await sessionOf(connectOpenAI(config, 's-2')), ['s-2', 'openai']);
  assert.equal(await sessionOf(connectClaude(config, { session: { id: 's-3' } })), ['s-3', 'claude']);
  assert.equal(await sessionOf(connectLangChain(config, 's-4')), ['s-4', 'langchain']);
  assert.equal(await sessionOf(connectVercelAI(config, 's-5')), ['s-5', 'vercel-ai']);
  await direct(async (server) => {
    assert.equal(await sessionOf(server.connect('s-6')), ['s-6', 'unknown']);
    const [one, other] = [await sessionOf(server.connect()), await sessionOf(server.connect())];
    assert.ok(one[0] !== '' && one[0] !== other[0]);
  });
});

test('[S1.17.client-notifications] subscriptions, notifications and log levels reach a client in process', async () => {
  const client = await connect(config);
  const heard: string[] = [];
  const stop = client.onNotification(({ method }) => heard.push(method));
  await client.subscribeResource('test://about');
  await client.unsubscribeResource('test://about');
  await client.callTool('touch');
  assert.equal(heard, ['notifications/message']);
  await client.setLogLevel('error');
  await client.callTool('touch');
  stop();
  assert.is(heard.length, 1);
  await client.close();
});

test('[S1.17.client-elicitation] questions are answered by the handler, or later by their id', async () => {
  const client = await connect(AskingServer);
  try {
    assert.match(JSON.stringify(await client.callTool('greet')), 'isError');
    const answer = { action: 'accept', content: { name: 'Ada' } };
    const forget = client.onElicitation(() => answer);
    assert.match(JSON.stringify(await client.callTool('greet')), 'Ada');
    forget();
    client.onElicitation(({ elicitId }) => {
      queueMicrotask(() => client.submitElicitationResult(elicitId, { action: 'accept', content: { name: 'Bob' } }));
      return undefined;
    });
    assert.match(JSON.stringify(await client.callTool('greet')), 'Bob');
    assert.throws(() => client.submitElicitationResult('q99', answer), /no question/);
  } finally {
    await client.close();
  }
});

test.run();
