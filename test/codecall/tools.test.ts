/* The tools of `@service/plugin-codecall` on a server that was not compiled: modes, filters, searches, descriptions and direct calls. */
import { CodeCallPlugin, type CodeCallOptions } from '@service/plugin-codecall';
import { App, create, LogTransport, type LogRecord, skill, tool } from '@service/sdk';
import { ts } from 'ts-morph';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';

const add = tool({
  name: 'add',
  description: 'Adds two numbers.',
  tags: ['sum'],
  inputSchema: { a: z.number(), b: z.number() },
  outputSchema: z.object({ sum: z.number() }),
  annotations: { readOnlyHint: true },
  examples: Array.from({ length: 7 }, (_none, at) => ({ description: `Adds ${at}`, input: { a: at, b: 1 } })),
})(({ a, b }) => ({ sum: a + b }));
const listed = tool({ name: 'listed', description: 'Reads the clock.', codecall: { visibleInListTools: true } })(() => ({ now: 1 }));
const left = tool({ name: 'left', description: 'Moves a robot.', codecall: { enabledInCodeCall: false } })(() => 'left');
const marked = tool({
  name: 'marked',
  description: 'Translates a text.',
  codecall: { enabledInCodeCall: true, appId: 'office', source: 'hand', tags: ['zebra'] },
})(() => ({ text: 'hallo' }));
const hidden = tool({ name: 'hidden', description: 'Polishes silver.', visibility: 'hidden' })(() => 'hidden');
const found = tool({ name: 'found', description: 'Polishes brass.', visibility: 'hidden', codecall: true })(() => ({ brass: true }));
const inner = tool({ name: 'inner', description: 'Polishes copper.', visibility: 'internal', codecall: true })(() => 'inner');
const orders = tool({
  name: 'orders.list',
  description: 'Lists the orders of a customer.',
  inputSchema: { customer: z.string().optional() },
})(() => ({ orders: [] }));
const bills = skill({
  name: 'bill-customers',
  description: 'Sends bills to customers.',
  instructions: 'Call orders.list.',
  tools: [orders],
  allowedTools: ['orders.list', 'add'],
  tags: ['money', 'letters'],
  category: 'accounting',
  skillPath: 'office/bill-customers',
  referencedOperations: [{ spec: 'shop', operationId: 'createBill' }],
});
const style = skill({ name: 'house-style', description: 'How letters to customers are written.', instructions: 'Be short.' });
const onPages = skill({
  name: 'of-pages',
  description: 'Sends bills and letters to customers.',
  instructions: 'Call add.',
  visibility: 'http',
});

@App({ name: 'shop', tools: [orders] })
class Shop {}

async function withServer(
  options: CodeCallOptions,
  use: (call: Call, names: () => Promise<readonly string[]>) => Promise<void>,
): Promise<void> {
  const server = await create({
    info: { name: 'many', version: '1.0.0' },
    apps: [Shop],
    tools: [add, listed, left, marked, hidden, found, inner],
    skills: [bills, style, onPages],
    plugins: [CodeCallPlugin.init(options)],
  });
  try {
    const call: Call = async (name, args) => {
      const { content, isError, structuredContent } = (await server.callTool(name, args)) as unknown as Result;
      if (isError === true) throw new Error(content[0]?.text);
      return structuredContent ?? {};
    };
    const names = async (): Promise<readonly string[]> => {
      const { tools } = (await server.listTools()) as unknown as { readonly tools: readonly { readonly name: string }[] };
      return tools.map(({ name }) => name).filter((name) => !name.startsWith('codecall:'));
    };
    await use(call, names);
  } finally {
    await server.dispose();
  }
}

type Call = (name: string, args: Parameters<Awaited<ReturnType<typeof create>>['callTool']>[1]) => Promise<Record<string, unknown>>;

interface Result {
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

const refusal = (called: Promise<unknown>): Promise<string> =>
  called.then(
    () => 'it was answered',
    (failure: unknown) => (failure instanceof Error ? failure.message : ''),
  );

/** Names of everything that is found. */
async function known(call: Call): Promise<readonly string[]> {
  const queries = [
    'adds numbers',
    'clock',
    'robot',
    'translates text',
    'polishes silver',
    'polishes brass',
    'polishes copper',
    'orders of customer',
  ];
  const { tools } = await call('codecall:search', { queries, topK: 50, minRelevanceScore: 0 });
  return (tools as { readonly name: string }[]).map(({ name }) => name).toSorted();
}

test('[PX1.modes] [PX5.field] modes say what is listed and what is found', async () => {
  await withServer({}, async (call, names) => {
    assert.equal(await names(), ['listed']);
    assert.equal(await known(call), ['add', 'found', 'listed', 'marked', 'orders.list']);
  });
  await withServer({ mode: 'codecall_opt_in' }, async (call, names) => {
    assert.equal((await names()).toSorted(), ['add', 'left', 'listed', 'marked', 'orders.list']);
    assert.equal(await known(call), ['found', 'marked']);
  });
  await withServer({ mode: 'metadata_driven' }, async (call, names) => {
    assert.equal((await names()).toSorted(), ['add', 'left', 'listed', 'marked', 'orders.list']);
    assert.equal(await known(call), ['found', 'marked']);
  });
});

test('[PX1.filters] apps and a function choose what is found', async () => {
  await withServer({ appIds: ['shop', 'office'] }, async (call) => assert.equal(await known(call), ['marked', 'orders.list']));
  await withServer(
    { includeTools: ({ appId, source, tags }) => appId === 'shop' || source === 'hand' || tags.includes('sum') },
    async (call) => assert.equal(await known(call), ['add', 'marked', 'orders.list']),
  );
  await withServer({ topK: 1, maxDefinitions: 1 }, async (call) => {
    const { tools } = await call('codecall:search', { queries: ['polishes', 'text'], minRelevanceScore: 0 });
    assert.is((tools as []).length, 2, 'one for each query');
    assert.match(await refusal(call('codecall:describe', { toolNames: ['add', 'marked'] })), 'Invalid tool input');
  });
});

test('[PX1.filters] [PX6.search] without a number 8 tools answer each query, 10 all of them, and 8 are described', async () => {
  const numbered = (what: string) =>
    Array.from({ length: 12 }, (_none, at) => tool({ name: `${what}-${at}`, description: `Polishes ${what}.` })(() => at));
  const tools = [...numbered('silver'), ...numbered('brass')];
  const server = await create({ info: { name: 'many', version: '1.0.0' }, tools, plugins: [CodeCallPlugin] });
  try {
    const count = async (more: { readonly queries: string[]; readonly topK?: number }): Promise<number> => {
      const { structuredContent } = (await server.callTool('codecall:search', { minRelevanceScore: 0.01, ...more })) as unknown as Result;
      return ((structuredContent?.['tools'] ?? []) as []).length;
    };
    assert.is(await count({ queries: ['silver'] }), 8);
    assert.is(await count({ queries: ['silver', 'brass'] }), 10);
    assert.is(await count({ queries: ['silver'], topK: 11 }), 11);
    const describe = async (names: number): Promise<boolean | undefined> =>
      (
        (await server.callTool('codecall:describe', {
          toolNames: Array.from({ length: names }, (_none, at) => `silver-${at}`),
        })) as unknown as Result
      ).isError;
    assert.equal([(await describe(8)) ?? false, await describe(9)], [false, true]);
    const { tools: listed } = (await server.listTools()) as unknown as {
      readonly tools: readonly { readonly name: string; readonly inputSchema: { readonly properties: Record<string, object> } }[];
    };
    const topK = listed.find(({ name }) => name === 'codecall:search')?.inputSchema.properties['topK'] ?? {};
    assert.not('default' in topK, 'no number of our own is announced where an option says another');
  } finally {
    await server.dispose();
  }
});

test('[PX6.search] searches tell what they have found, why, and what they have not', async () => {
  await withServer({}, async (call) => {
    const answer = await call('codecall:search', {
      queries: ['add two numbers', 'translate text zebra', 'sing a song'],
      excludeToolNames: ['nothing'],
    });
    const [first, ...others] = answer['tools'] as { readonly relevanceScore: number }[];
    assert.equal(first, {
      name: 'add',
      description: 'Adds two numbers.',
      relevanceScore: first?.relevanceScore,
      matchedQueries: ['add two numbers'],
    });
    assert.ok((first?.relevanceScore ?? 0) > 0.1 && (first?.relevanceScore ?? 2) <= 1);
    assert.equal(
      others.map((one) => ({ ...one, relevanceScore: 0 })),
      [{ name: 'marked', appId: 'office', description: 'Translates a text.', relevanceScore: 0, matchedQueries: ['translate text zebra'] }],
    );
    assert.equal(answer['warnings'], [
      { type: 'excluded_tool_not_found', message: 'there are no tools of these names to leave out', affectedTools: ['nothing'] },
      { type: 'no_results', message: 'nothing answers "sing a song": ask in other words', affectedTools: [] },
    ]);
    assert.is(answer['totalAvailableTools'], 5);
    const { tools } = await call('codecall:search', { queries: ['add numbers'], excludeToolNames: ['add'] });
    assert.equal(tools, []);
    const inShop = await call('codecall:search', { queries: ['add numbers', 'orders'], appIds: ['shop'], minRelevanceScore: 0 });
    assert.equal(
      (inShop['tools'] as { readonly name: string }[]).map(({ name }) => name),
      ['orders.list'],
    );
    for (const bad of [
      { queries: [] },
      { queries: Array.from({ length: 11 }, () => 'a') },
      { queries: ['a'], topK: 0 },
      { queries: ['a'], more: 1 },
    ])
      assert.match(await refusal(call('codecall:search', bad)), 'Invalid tool input');
  });
});

test('[PX7.describe] descriptions have schemas, examples and declarations that compile', async () => {
  await withServer({}, async (call) => {
    const { declarations, notFound, tools } = await call('codecall:describe', {
      toolNames: ['add', 'orders.list', 'inner', 'left', 'codecall:search'],
    });
    const [first] = tools as { readonly usageExamples: readonly object[] }[];
    assert.equal(notFound, ['inner', 'left', 'codecall:search']);
    assert.equal(
      { ...first, inputSchema: 0, outputSchema: 0, usageExamples: 0 },
      {
        name: 'add',
        description: 'Adds two numbers.',
        inputSchema: 0,
        outputSchema: 0,
        annotations: { readOnlyHint: true },
        usageExamples: 0,
      },
    );
    assert.equal(first?.usageExamples.length, 5);
    assert.equal(first?.usageExamples[1], { description: 'Adds 1', code: 'await callTool("add", {"a":1,"b":1})' });
    assert.is(
      declarations,
      'declare function callTool(name: "add", args: { a: number; b: number }): Promise<{ sum: number }>;\ndeclare function callTool(name: "orders.list", args?: { customer?: string }): Promise<any>;',
    );
    assert.equal(ts.transpileModule(String(declarations), { reportDiagnostics: true }).diagnostics, []);
    assert.match(await refusal(call('codecall:describe', { toolNames: ['add', 'add'] })), 'Invalid tool input');
  });
});

test('[PX1.direct] [PX9.invoke] one tool is called without a script, where options allow it', async () => {
  await withServer({}, async (call) => {
    assert.equal(await call('codecall:invoke', { tool: 'add', input: { a: 1, b: 2 } }), { sum: 3 });
    assert.equal(await call('codecall:invoke', { tool: 'found' }), { brass: true });
    assert.match(await refusal(call('codecall:invoke', { tool: 'add', input: {} })), 'Invalid tool input');
    for (const name of ['inner', 'left', 'hidden', 'codecall:execute', 'nothing'])
      assert.match(await refusal(call('codecall:invoke', { tool: name })), `Tool "${name}" not found`);
  });
  await withServer({ directCalls: { allowedTools: ['add', 'listed'], filter: ({ name }) => name !== 'listed' } }, async (call) => {
    assert.equal(await call('codecall:invoke', { tool: 'add', input: { a: 1, b: 2 } }), { sum: 3 });
    for (const name of ['listed', 'marked']) assert.match(await refusal(call('codecall:invoke', { tool: name })), 'not found');
  });
  await withServer({ directCalls: { enabled: false } }, async (call) => {
    assert.match(await refusal(call('codecall:invoke', { tool: 'add', input: { a: 1, b: 2 } })), '"codecall:invoke" not found');
  });
});

test('[PX10.skills] [K2.visibility] skills that name tools or operations are executable, the others are knowledge, and those of HTTP are neither', async () => {
  await withServer({}, async (call) => {
    const executable = await call('codecall:searchSkills', { queries: ['send bills to customers'] });
    const [one, ...others] = executable['skills'] as { readonly relevanceScore: number }[];
    assert.equal(
      { ...one, relevanceScore: 0 },
      {
        name: 'bill-customers',
        description: 'Sends bills to customers.',
        tags: ['money', 'letters'],
        tools: ['orders.list', 'add'],
        operations: [{ spec: 'shop', operationId: 'createBill' }],
        relevanceScore: 0,
        matchedQueries: ['send bills to customers'],
        source: 'skill://office/bill-customers/SKILL.md',
      },
    );
    assert.equal([others, executable['warnings'], executable['totalExecutableSkills']], [[], [], 1]);
    const knowledge = await call('codecall:searchKnowledge', { queries: ['how letters are written'] });
    assert.equal(
      (knowledge['knowledge'] as object[]).map((found) => ({ ...found, relevanceScore: 0 })),
      [
        {
          name: 'house-style',
          description: 'How letters to customers are written.',
          tags: [],
          relevanceScore: 0,
          matchedQueries: ['how letters are written'],
          source: 'skill://house-style/SKILL.md',
        },
      ],
    );
    assert.is(knowledge['totalKnowledgeSkills'], 1);
    for (const query of ['money', 'accounting', 'office', 'bill-customers'])
      assert.is(
        ((await call('codecall:searchSkills', { queries: [query], minRelevanceScore: 0.02 }))['skills'] as object[]).length,
        1,
        query,
      );
  });
});

test('[PX1.options] [PX1.unused] wrong options, and those that do nothing, keep a server from its start', async () => {
  for (const [options, told] of [
    [{ topk: 3 }, 'plugin "codecall": "topk": is no option; did you mean "topK"?'],
    [{ vm: { preset: 'open' } }, 'plugin "codecall": "vm": must be an object whose "preset" is "locked_down"'],
    [{ sidecar: { extractionThreshold: 5 } }, 'plugin "codecall": "sidecar.extractionThreshold": must be left out'],
  ] as const)
    assert.match(await refusal(withServer(options as CodeCallOptions, async () => undefined)), told);
});

test('[K3.audit] searches of skills are recorded before they are answered, with what they found', async () => {
  const records: unknown[] = [];
  let isFull = false;
  const store = ({ act, skills }: { readonly act?: unknown; readonly skills?: unknown }) => {
    if (isFull) throw new Error('disk full');
    records.push([act, skills]);
  };
  const server = await create({
    info: { name: 'many', version: '1.0.0' },
    tools: [add],
    skills: [bills, style],
    skillsConfig: { audit: { enabled: true, store } },
    plugins: [CodeCallPlugin],
  });
  const ask = async (name: string, query: string) => server.callTool(name, { queries: [query] }) as Promise<unknown> as Promise<Result>;
  await ask('codecall:search', 'add numbers');
  await ask('codecall:searchSkills', 'send bills to customers');
  await ask('codecall:searchKnowledge', 'how letters are written');
  assert.equal(records, [
    ['search', ['bill-customers']],
    ['search', ['house-style']],
  ]);
  isFull = true;
  assert.not.match(JSON.stringify(await ask('codecall:searchSkills', 'send bills to customers').catch(() => 'refused')), 'Sends bills');
  await server.dispose();
});

test('[PX1.options] the log says at start that no script finds a tool', async () => {
  const lines: string[] = [];
  @LogTransport({ name: 'kept' })
  class Kept {
    log({ message }: LogRecord): void {
      lines.push(message);
    }
  }
  for (const [mode, said] of [
    ['codecall_opt_in', true],
    ['codecall_only', false],
  ] as const) {
    lines.length = 0;
    const server = await create({
      info: { name: 'many', version: '1.0.0' },
      tools: [add],
      plugins: [CodeCallPlugin.init({ mode })],
      logging: { transports: [Kept] },
    });
    await server.dispose();
    assert.is(
      lines.some((line) => line.startsWith(`no script finds a tool of this server: with mode "${mode}"`)),
      said,
      mode,
    );
  }
});

test.run();
