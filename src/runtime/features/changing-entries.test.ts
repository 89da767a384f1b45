import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type EnvelopeClient, openEnvelopeClient } from '../../../test/support/envelope-client.ts';
import { declared } from '../../../test/support/task-tools.ts';
import { anonymousCaller, createAuthContext } from '../define/create-auth-context.ts';
import { noRequestHeaders } from '../mcp/call/request-headers.ts';
import {
  Adapter,
  DynamicAdapter,
  Plugin,
  prompt,
  resource,
  resourceTemplate,
  skill,
  tool,
  type AdapterEntries,
  type AdapterUpdate,
} from '../define/index.ts';
import type { Logger } from '../std/index.ts';
import { allRevisions } from '../mcp/revisions/all.ts';
import { allFeatures } from './all.ts';

/** An adapter whose entries a test changes. */
class Feed extends DynamicAdapter<{ name: string; first?: AdapterEntries }> {
  static live: Feed[] = [];
  readonly said: string[] = [];
  readonly steps: string[] = [];
  fetched: () => AdapterEntries | Promise<AdapterEntries> = () => this.options.first ?? {};
  update: AdapterUpdate = async () => undefined;

  fetch() {
    this.steps.push('fetch');
    return this.fetched();
  }
  override setLogger(logger: Logger): void {
    this.steps.push('setLogger');
    void logger;
  }
  override onUpdate(update: AdapterUpdate): void {
    this.steps.push('onUpdate');
    this.update = update;
    Feed.live.push(this);
  }
  override startPolling(): void {
    this.steps.push('startPolling');
  }
  override stopPolling(): void {
    this.steps.push('stopPolling');
  }
}
Adapter({ name: 'feed' })(Feed);

const say = (name: string, more: object = {}) => tool({ name, description: name, ...more })(() => name);

interface Open {
  readonly client: EnvelopeClient;
  readonly feed: Feed;
  readonly logged: string[];
  readonly names: (list?: string) => Promise<readonly string[]>;
}

let servers = 0;

async function open(options: Parameters<typeof openEnvelopeClient>[0] & { first?: AdapterEntries } = {}): Promise<Open> {
  const { first = {}, ...server } = options;
  const logged: string[] = [];
  const client = await openEnvelopeClient(
    { ...server, adapters: [Feed.init({ name: `feed-${servers++}`, first })] },
    {
      features: allFeatures,
      revisions: allRevisions,
      variables: { JWT_SECRET: 'a secret of a test that is long enough' },
      log: (text) => void logged.push(text),
    },
  );
  const feed = Feed.live.at(-1);
  if (feed === undefined) throw new Error('the adapter was not started');
  const names = async (list = 'tools'): Promise<readonly string[]> => {
    const { result } = await client.ask(list === 'resourceTemplates' ? 'resources/templates/list' : `${list}/list`);
    const items = result[list] as readonly { readonly name?: string; readonly frontmatter?: { readonly name: string } }[];
    return items.map((item) => item.name ?? item.frontmatter?.name ?? '');
  };
  return { client, feed, logged, names };
}

const call = (client: EnvelopeClient, name: string, args: Record<string, string | number> = {}) =>
  client.ask('tools/call', { name, arguments: args });

test('[entries.replace] every kind of entry comes and goes, and one that collides is listed with its owner', async () => {
  const { client, feed, names } = await open({ tools: [say('own')], first: { tools: [say('a')] } });
  assert.equal(await names(), ['own', 'a']);
  await feed.update({
    tools: [say('own'), say('b')],
    resources: [
      resource({ name: 'r', uri: 'feed://r', mimeType: 'text/plain' })(() => 'r'),
      resourceTemplate({ name: 't', uriTemplate: 'feed://t/{id}' })((_uri, { id }) => String(id)),
    ],
    prompts: [prompt({ name: 'p', description: 'p' })(() => 'p')],
    skills: [skill({ name: 's', description: 'does s', instructions: 'Do s.' })],
  });
  const prefix = `feed-${servers - 1}`;
  assert.equal(await names(), ['own', `${prefix}:own`, 'b']);
  assert.equal(await names('resources'), ['r', 's', 'skill-index']);
  assert.equal(await names('resourceTemplates'), ['t']);
  assert.equal(await names('prompts'), ['p']);
  assert.equal(await names('skills'), ['s']);
  assert.match(JSON.stringify(await client.ask('resources/read', { uri: 'feed://t/7' })), '7');
  assert.match(JSON.stringify(await client.ask('resources/read', { uri: 'skill://s/SKILL.md' })), 'Do s.');
  assert.match(JSON.stringify(await client.ask('prompts/get', { name: 'p' })), '"p"');
  await feed.update({});
  assert.equal(await names(), ['own']);
  for (const list of ['resources', 'resourceTemplates', 'prompts', 'skills']) assert.equal(await names(list), [], list);
  assert.match((await call(client, 'b')).error.message, 'Tool "b" not found');
  assert.match((await client.ask('resources/read', { uri: 'skill://s/SKILL.md' })).error.message, 'not found');
  await client.application.close();
});

test('[entries.replace] an adapter gets its logger, its update and its polling in this order, and the end of it', async () => {
  const { client, feed } = await open();
  assert.equal(feed.steps, ['fetch', 'setLogger', 'onUpdate', 'startPolling']);
  await client.application.close();
  assert.is(feed.steps.at(-1), 'stopPolling');
  await feed.update({ tools: [say('late')] });
  assert.equal(client.application.runtime.registry.tools, []);
});

test('[entries.replace.notices] only lists that differ are told of', async () => {
  const { client, feed } = await open({ first: { tools: [say('a')] } });
  const flags = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true, skillsListChanged: true };
  const stream = client.listen(flags);
  await stream.next();
  const told = async (count: number): Promise<string[]> => {
    const methods: string[] = [];
    while (methods.length < count) methods.push((await stream.next()).method.replace('notifications/', ''));
    return methods;
  };
  // The same list again, made anew, is no change; what follows shows that nothing was told.
  await feed.update({ tools: [say('a')] });
  await feed.update({ tools: [say('a')], prompts: [prompt({ name: 'p', description: 'p' })(() => 'p')] });
  assert.equal(await told(1), ['prompts/list_changed']);
  await feed.update({ skills: [skill({ name: 's', description: 'does s', instructions: 'Do s.' })] });
  assert.equal(await told(4), ['tools/list_changed', 'resources/list_changed', 'prompts/list_changed', 'skills/list_changed']);
  await stream.close();
  await client.application.close();
});

const refused: Readonly<Record<string, readonly [AdapterEntries, RegExp]>> = {
  'a name that no client takes': [{ tools: [say('no name')] }, /tool "no name": the name must be/],
  'two tools of one name': [{ tools: [say('x-y'), say('x_y')] }, /declares 2 tools named "x-y"/],
  'a URI without a scheme': [{ resources: [resource({ name: 'r', uri: 'nowhere' })(() => '')] }, /resource "r"/],
  'a URI template that does not end': [{ resources: [resourceTemplate({ name: 't', uriTemplate: 'a://{id' })(() => '')] }, /"t"/],
  'a JSON Schema that is none': [
    { tools: [say('x', { rawInputSchema: { type: 'nothing' } })] },
    /`rawInputSchema` of the tool "x" is no JSON/,
  ],
  'approval without its plugin': [{ tools: [say('x', { approval: true })] }, /tool "x"/],
  'an unknown auth provider': [{ tools: [say('x', { authProviders: ['github'] })] }, /github/],
  'a profile that is not there': [{ tools: [say('x', { authorities: 'admin' })] }, /names the profile "admin"/],
  'a task where none was there at the start': [
    { tools: [say('x', { execution: { taskSupport: 'required' } })] },
    /tool "x" runs only as a task, but no tool could be one/,
  ],
  'an option of the wrong type': [{ tools: [say('x', { timeout: { executeMs: 'long' } })] }, /tool "x": .*executeMs/],
  'a skill without instructions': [{ skills: [skill({ name: 's', description: 's' } as never)] }, /skill "s"/],
  'an item that is no tool': [{ tools: ['x' as never] }, /tools items must be annotated with @Tool/],
};

for (const [what, [entries, why]] of Object.entries(refused))
  test(`[entries.replace.refused] ${what}: the entries of before stay, and the log says why, once`, async () => {
    const { client, feed, logged, names } = await open({ tools: [say('own')], first: { tools: [say('a')] } });
    const { registry } = client.application.runtime;
    await feed.update({ ...entries, prompts: [prompt({ name: 'p', description: 'p' })(() => 'p')] });
    await feed.update({ ...entries });
    assert.is(client.application.runtime.registry, registry);
    assert.equal(await names(), ['own', 'a']);
    const lines = logged.filter((line) => line.includes('stay as they are'));
    assert.is(lines.length, 1);
    assert.match(lines[0] ?? '', why);
    await feed.update({ tools: [say('b')] });
    assert.equal(await names(), ['own', 'b']);
    await client.application.close();
  });

test('[entries.replace.refused] a fetch that fails is logged once, and again after one that went well', async () => {
  const { client, feed, logged, names } = await open({ first: { tools: [say('a')] } });
  const failing = (): never => {
    throw new Error('no such host');
  };
  const lines = (): number => logged.filter((line) => line.includes('no such host')).length;
  feed.fetched = failing;
  await feed.update();
  await feed.update();
  assert.is(lines(), 1);
  feed.fetched = () => ({ tools: [say('b')] });
  await feed.update();
  feed.fetched = failing;
  await feed.update();
  assert.is(lines(), 2);
  assert.equal(await names(), ['b']);
  await client.application.close();
});

test('[entries.replace.order] of several updates at once the last one wins, however long each takes', async () => {
  const { client, feed, names } = await open();
  const gates: ((entries: AdapterEntries) => void)[] = [];
  feed.fetched = () => new Promise((resolve) => gates.push(resolve));
  const updates = [feed.update(), feed.update(), feed.update()];
  gates[2]?.({ tools: [say('third')] });
  await updates[2];
  gates[0]?.({ tools: [say('first')] });
  gates[1]?.({ tools: [say('second')] });
  await Promise.all(updates);
  assert.equal(await names(), ['third']);
  await client.application.close();
});

test('[entries.replace.pinned] a request keeps the entries that it began with', async () => {
  let began: () => void = () => undefined;
  let goOn: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (began = resolve));
  const swapped = new Promise<void>((resolve) => (goOn = resolve));
  const slow = tool({ name: 'slow', description: 'Calls another tool late' })(async (_input, ctx) => {
    began();
    await swapped;
    return (await ctx.callTool('inner', {})).content[0];
  });
  const { client, feed, names } = await open({ first: { tools: [slow, say('inner')] } });
  const running = call(client, 'slow');
  await started;
  await feed.update({ tools: [say('other')] });
  assert.equal(await names(), ['other']);
  goOn();
  assert.match(JSON.stringify(await running), 'inner');
  assert.match((await call(client, 'inner')).error.message, 'not found');
  await client.application.close();
});

const many = (prefix: string, count = 120): AdapterEntries => ({ tools: Array.from({ length: count }, (_, at) => say(`${prefix}-${at}`)) });

test('[entries.replace.cursors] a cursor of a list that has changed since is refused in words', async () => {
  const { client, feed } = await open({ first: many('a'), pagination: { tools: { mode: 'auto', pageSize: 50, autoThreshold: 50 } } });
  const first = await client.ask('tools/list');
  const cursor = first.result['nextCursor'] as string;
  const second = await client.ask('tools/list', { cursor });
  assert.match(JSON.stringify(second.result), '"a-50"');
  await feed.update(many('b'));
  const { error } = await client.ask('tools/list', { cursor });
  assert.is(error.code, -32602);
  assert.match(error.message, 'Invalid cursor: the list has changed; begin again without one');
  // Another kind has not changed, and an update with the same entries changes nothing.
  const again = (await client.ask('tools/list')).result['nextCursor'] as string;
  await feed.update(many('b'));
  assert.match(JSON.stringify((await client.ask('tools/list', { cursor: again })).result), '"b-50"');
  await client.application.close();
});

test('[entries.replace.subscriptions] a subscription to a resource that is gone ends, after one last notice', async () => {
  const page = (name: string) => resource({ name, uri: `feed://${name}`, mimeType: 'text/plain' })(() => name);
  const { client, feed } = await open({ first: { resources: [page('kept'), page('gone')] } });
  const stream = client.listen({ resourceSubscriptions: ['feed://kept', 'feed://gone'] });
  assert.equal((await stream.next()).params['notifications'], { resourceSubscriptions: ['feed://kept', 'feed://gone'] });
  await feed.update({ resources: [page('kept')] });
  const told = await stream.next();
  assert.is(told.params['uri'], 'feed://gone');
  const { changes } = client.application.runtime;
  changes.publish({ kind: 'resource', uri: 'feed://gone' });
  changes.publish({ kind: 'resource', uri: 'feed://kept' });
  assert.is((await stream.next()).params['uri'], 'feed://kept');
  await stream.close();
  await client.application.close();
});

test('[entries.replace.subscriptions] a session ends its subscription too, and gives its room back', async () => {
  const page = (name: string) => resource({ name, uri: `feed://${name}`, mimeType: 'text/plain' })(() => name);
  const { client, feed } = await open({ first: { resources: [page('kept'), page('gone')] } });
  const protocol = client.application.handshakeProtocol;
  if (protocol === undefined) throw new Error('the server has no sessions');
  const conversation = protocol.open(protocol.negotiate({ protocolVersion: '2025-11-25', capabilities: {} }, 'ada'));
  const sent: string[] = [];
  conversation.openBackground({ send: (text) => sent.push(text) > 0 }, () => undefined);
  const stop = protocol.deliverChanges(conversation);
  for (const uri of ['feed://kept', 'feed://gone']) {
    const message = { kind: 'request', id: uri, method: 'resources/subscribe', params: { uri } } as const;
    await protocol.call(conversation, message, { auth: anonymousCaller, http: noRequestHeaders, sink: { send: () => true } });
  }
  await feed.update({ resources: [page('kept')] });
  assert.equal([...conversation.subscribedUris], ['feed://kept']);
  assert.equal([...conversation.takenRoom.keys()], ['feed://kept']);
  assert.equal(
    sent.map((text) => (JSON.parse(text) as { method: string }).method),
    ['notifications/resources/updated', 'notifications/resources/list_changed'],
  );
  assert.match(sent[0] ?? '', 'feed://gone');
  stop();
  conversation.end('the test is over');
  await client.application.close();
});

test('[entries.replace.pinned] a task of a tool that is gone ends with its result, and another one does not begin', async () => {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const job = tool({ name: 'job', description: 'Runs long', execution: { taskSupport: 'optional' } })(() => held.then(() => 'finished'));
  const { client, feed } = await open({ first: { tools: [job] } });
  const begun = await client.ask('tools/call', { name: 'job', arguments: {} }, declared);
  const taskId = begun.result['taskId'] as string;
  await feed.update({});
  assert.match((await client.ask('tools/call', { name: 'job', arguments: {} }, declared)).error.message, 'Tool "job" not found');
  assert.is((await client.ask('tasks/get', { taskId }, declared)).result['status'], 'working');
  goOn();
  let task = await client.ask('tasks/get', { taskId }, declared);
  while (task.result['status'] === 'working') task = await client.ask('tasks/get', { taskId }, declared);
  assert.match(JSON.stringify(task.result), 'finished');
  await client.application.close();
});

test('[entries.replace] consent is asked for tools that come later', async () => {
  const auth = { mode: 'local', consent: { enabled: true } } as const;
  const { client, feed } = await open({ auth, first: { tools: [say('a')] } });
  const claims = { consent: { enabled: true, selectedTools: ['a'] } };
  const asker = { auth: createAuthContext({ mode: 'local', isAnonymous: false, user: { sub: 'ada' }, scopes: [], claims }) };
  assert.match(JSON.stringify(await client.ask('tools/call', { name: 'a', arguments: {} }, asker)), /"value/);
  await feed.update({ tools: [say('a'), say('b')] });
  const refusedCall = JSON.stringify(await client.ask('tools/call', { name: 'b', arguments: {} }, asker));
  assert.match(refusedCall, 'TOOL_NOT_CONSENTED');
  await client.application.close();
});

test('[entries.replace] a server whose entries may change declares what they may be', async () => {
  const { client, feed, names } = await open();
  const capabilities = (await client.ask('server/discover')).result['capabilities'] as Record<string, unknown>;
  assert.equal(
    ['tools', 'resources', 'prompts'].map((kind) => capabilities[kind] !== undefined),
    [true, true, true],
  );
  assert.equal(await names(), []);
  await feed.update({ tools: [say('a')] });
  assert.equal(await names(), ['a']);
  await client.application.close();
});

test('[entries.replace] two adapters of one name are two owners', async () => {
  class Other extends Feed {}
  Adapter({ name: 'other' })(Other);
  const client = await openEnvelopeClient(
    { adapters: [Feed.init({ name: 'api', first: { tools: [say('a')] } }), Other.init({ name: 'api', first: { tools: [say('b')] } })] },
    { features: allFeatures, revisions: allRevisions },
  );
  await Feed.live.at(-2)?.update({ tools: [say('c')] });
  const { result } = await client.ask('tools/list');
  assert.equal(
    (result['tools'] as { name: string }[]).map(({ name }) => name),
    ['c', 'b'],
  );
  await client.application.close();
});

test('[entries.replace] hooks and filters of plugins hold for entries that come later', async () => {
  class Hidden {
    filterEntry(entry: { name: string }): boolean {
      return entry.name !== 'secret';
    }
  }
  Plugin({ name: 'hidden' })(Hidden);
  const { client, feed, names } = await open({ plugins: [Hidden] });
  await feed.update({ tools: [say('secret'), say('open')] });
  assert.equal(await names(), ['open']);
  assert.match((await call(client, 'secret')).error.message, 'not found');
  await client.application.close();
});

test('[entries.replace] a limit on calls that run at once holds over a change', async () => {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const slow = () => tool({ name: 'slow', description: 'Waits', concurrency: { maxConcurrent: 1 } })(() => held.then(() => 'done'));
  const { client, feed } = await open({ first: { tools: [slow()] } });
  const running = call(client, 'slow');
  await feed.update({ tools: [slow()] });
  assert.match(JSON.stringify(await call(client, 'slow')), 'Concurrency limit reached');
  goOn();
  assert.match(JSON.stringify(await running), 'done');
  await client.application.close();
});

test.run();
