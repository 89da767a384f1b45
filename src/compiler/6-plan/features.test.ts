import { allFeatures } from '@service/sdk/features/all';
import { featureTable } from '@service/sdk/features/table';
import { allRevisions } from '@service/sdk/revisions/all';
import {
  readTransportProtocol,
  type JsonObject,
  type PluginModel,
  type ResourceTemplateModel,
  type ServerModel,
  type ToolModel,
} from '@service/sdk/model';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compiledModel, emptyServer } from '../../../test/support/empty-model.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { type PlanContext, plannedFeature, planFeatures, planRevisions } from './features.ts';

type Transport = CompiledModel['server']['options']['transport'];

interface Rest {
  readonly facts?: CompiledModel['facts'];
  readonly lists?: Partial<CompiledModel['server']>;
  readonly contextMembers?: readonly string[];
}

function planned(transport: Transport, rest: Rest = {}): string[] {
  const model = compiledModel({ ...rest.lists, options: { ...emptyServer.options, transport } }, rest.facts);
  const { contextMembers = ['elicit'] } = rest;
  return [...planFeatures(model, { platform: 'neutral', contextMembers }), ...planRevisions(model)].map(({ name }) => name);
}

const exportOf = async (module: string, name: string): Promise<unknown> => ((await import(module)) as Record<string, unknown>)[name];
const onNode = { platform: 'node', because: '' } as const;
const ownRows = featureTable.filter(({ name }) => name !== 'storage-sqlite');

test('[features.order] a bundle has its features in the order of uncompiled use, and its modules export them', async () => {
  const factories = await Promise.all(
    ownRows.map((row) => exportOf(`@service/sdk/features/${row.name}`, plannedFeature(row, onNode).exportName)),
  );
  assert.is(factories.length, allFeatures.length);
  for (const [index, factory] of factories.entries()) assert.ok(factory === allFeatures[index], ownRows[index]?.name);
  for (const row of ownRows) {
    const { exportName, module } = plannedFeature(row, onNode);
    if (module.startsWith('@service/sdk/')) assert.ok((await exportOf(module, exportName)) !== undefined, row.name);
  }
});

test('every revision of the run time can be planned', async () => {
  const { options } = emptyServer;
  const rows = planRevisions(compiledModel({ options: { ...options, transport: readTransportProtocol('legacy', 'stateful') } }));
  const planned = await Promise.all(rows.map(({ exportName, module }) => exportOf(module, exportName)));
  assert.is(planned.length, allRevisions.length);
  assert.ok(allRevisions.every((revision) => planned.includes(revision)));
});

test('[S5.2.presets] sessions and the revisions that open with initialize come and go together', () => {
  const modern = ['sessions', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
  const everything = ['sessions', 'legacy-sse', ...modern.slice(1)];
  assert.equal(planned(readTransportProtocol('legacy', 'stateful')), everything);
  assert.equal(planned(readTransportProtocol('modern', 'stateful')), modern);
  assert.equal(planned(readTransportProtocol({ legacy: false }, 'stateful')), modern);
  assert.equal(planned(readTransportProtocol('full', 'stateful')), everything);
  const sessionless = ['sessionless', ...modern.slice(1)];
  assert.equal(planned(readTransportProtocol('stateless-api', 'stateful')), sessionless);
  const off = { stateless: true, streamable: false, sse: false, legacy: false };
  assert.equal(planned(readTransportProtocol(off, 'stateful')), sessionless);
  assert.equal(planned(readTransportProtocol('modern', 'stateless')), ['2026-07-28']);
  assert.equal(planned(readTransportProtocol({ stateless: true }, 'stateful')), ['2026-07-28']);
});

test('[MCP26.param-headers] headers that repeat arguments are compared where some tool marks an argument, or a hidden one may', () => {
  const transport: Transport = readTransportProtocol('legacy', 'stateful');
  const isPlanned = (lists: Partial<CompiledModel['server']>): boolean => planned(transport, { lists }).includes('param-headers');
  const toolOf = (region: JsonObject): CompiledModel['server']['tools'] => [
    {
      kind: 'tool', id: 'tool:t', name: 't', listedName: 't', owner: [], output: { kind: 'any' }, visibility: 'public', inputKind: 'shape',
      inputSchema: { type: 'object', properties: { deep: { type: 'object', properties: { region } } } },
    },
  ]; // prettier-ignore
  assert.ok(isPlanned({ tools: toolOf({ type: 'string', 'x-mcp-header': 'Region' }) }));
  assert.not.ok(isPlanned({ tools: toolOf({ type: 'string' }) }));
  const names = planFeatures(compiledModel({}), { platform: 'node', dynamicOptions: 'PORT decides an option' }).map(({ name }) => name);
  assert.ok(names.includes('param-headers'));
});

test('[S5.8.shared.concurrency] shared places come where limits of how many run at once have a store, or may have one', () => {
  type Places = Rest & { readonly throttle: JsonObject; readonly context?: Partial<Parameters<typeof planFeatures>[1]> };
  const isPlanned = ({ facts, lists, context, throttle }: Places): boolean => {
    const model = compiledModel({ ...lists, options: { ...emptyServer.options, rest: { throttle } } }, facts);
    return planFeatures(model, { platform: 'neutral', ...context }).some(({ name }) => name === 'shared-concurrency');
  };
  const storage = { redis: {} };
  const globalConcurrency = { maxConcurrent: 1 };
  const limited: CompiledModel['server']['tools'] = [
    {
      kind: 'tool', id: 'tool:t', name: 't', listedName: 't', owner: [], output: { kind: 'any' }, visibility: 'public', inputKind: 'none',
      inputSchema: {}, limited: true,
    },
  ]; // prettier-ignore
  assert.ok(isPlanned({ throttle: { storage, globalConcurrency } }));
  assert.ok(isPlanned({ throttle: { storage, defaultConcurrency: globalConcurrency } }));
  assert.ok(isPlanned({ throttle: { storage }, lists: { tools: limited } }));
  assert.ok(isPlanned({ throttle: { storage }, context: { dynamicOptions: 'PORT decides an option' } }));
  const facts = { 'tool:t': { streams: false, asks: false, ratedOnly: true } } as const;
  assert.not.ok(isPlanned({ throttle: { storage }, lists: { tools: limited }, facts }), 'a rate of a tool is counted without');
  assert.not.ok(isPlanned({ throttle: { storage, global: { maxRequests: 1 } } }));
  assert.not.ok(isPlanned({ throttle: { storage: 'memory', globalConcurrency } }));
  assert.not.ok(isPlanned({ throttle: { globalConcurrency } }));
});

test('[I6.composition] the secure store comes where an entry may take it, or where its options stand to be checked', () => {
  const planned = (auth: JsonObject, contextMembers?: readonly string[]): boolean => {
    const model = compiledModel({ options: { ...emptyServer.options, rest: { auth } } });
    return planFeatures(model, { platform: 'neutral', contextMembers }).some(({ name }) => name === 'secure-store');
  };
  assert.ok(planned({ mode: 'local' }), 'what entries take is not known');
  assert.ok(planned({ mode: 'local' }, ['auth', 'secureStore']));
  assert.not.ok(planned({ mode: 'local' }, ['auth']));
  assert.ok(planned({ mode: 'local', secureStore: {} }, ['auth']));
  assert.not.ok(planned({ mode: 'static' }, ['secureStore']));
});

test('what keeps streams, and what checks options at start, come when they can be needed', () => {
  const kept: Transport = { ...readTransportProtocol('legacy', 'stateful'), eventStore: { provider: 'memory', maxEvents: 1, ttlMs: 1 } };
  assert.ok(planned(kept).includes('event-store'));
  assert.not.ok(planned(readTransportProtocol('legacy', 'stateful')).includes('event-store'));
  const names = (dynamicOptions?: string): string[] =>
    planFeatures(compiledModel({}), { platform: 'node', dynamicOptions }).map(({ name }) => name);
  assert.ok(names('PORT decides an option').includes('unplanned-options'));
  assert.not.ok(names().includes('unplanned-options'));
});

test('readiness is on for servers that listen unless turned off, and for others on request', () => {
  const tells = (platform: 'node' | 'neutral', enabled?: boolean, dynamicOptions?: string): boolean => {
    const rest = enabled === undefined ? {} : { health: { readyz: { enabled } } };
    const model = compiledModel({ options: { ...emptyServer.options, rest } });
    return planFeatures(model, { platform, dynamicOptions }).some(({ name }) => name === 'readiness');
  };
  assert.equal([tells('node'), tells('node', true), tells('node', false)], [true, true, false]);
  assert.equal([tells('neutral'), tells('neutral', true), tells('neutral', false)], [false, true, false]);
  assert.equal([tells('node', false, 'HEALTH decides'), tells('neutral', undefined, 'HEALTH decides')], [true, true]);
});

test('[serverless.transient] where instances come and go, Node or not, readiness comes on request and tasks with a store', () => {
  const names = (isTransient: boolean, rest: JsonObject = {}, dynamic: Partial<PlanContext> = {}): readonly string[] =>
    planFeatures(compiledModel({ options: { ...emptyServer.options, rest } }), { platform: 'node', isTransient, ...dynamic }).map(
      ({ name }) => name,
    );
  const openLists = { openLists: ['tools'] };
  assert.ok(['readiness', 'tasks'].every((name) => names(false, {}, openLists).includes(name)));
  assert.not.ok(['readiness', 'tasks'].some((name) => names(true, {}, openLists).includes(name)));
  assert.ok(names(true, { health: { readyz: { enabled: true } } }).includes('readiness'));
});

test('[entries.replace] an adapter that changes its entries brings the feature for it, and no other server has it', () => {
  const adapter = { id: 'a', name: 'a', className: 'A', owner: [] };
  const names = (adapters: CompiledModel['server']['adapters']): readonly string[] =>
    planned(emptyServer.options.transport, { lists: { adapters } });
  assert.ok(names([{ ...adapter, changes: true }]).includes('changing-entries'));
  assert.not.ok(names([adapter]).includes('changing-entries'));
  assert.not.ok(names([]).includes('changing-entries'));
});

test('[P5.bundle.context] a server whose entries may ask gets rounds, decided by its sources', () => {
  const legacy: Transport = readTransportProtocol('legacy', 'stateful');
  const calling = { facts: { 'tool:a': { streams: true, asks: true } }, contextMembers: ['callTool'] };
  assert.not.ok(planned(legacy, calling).includes('rounds'), 'no entry asks that it could call');
  assert.ok(planned(legacy, { facts: { 'tool:a': { streams: true, asks: true } } }).includes('rounds'));
  assert.not.ok(planned(legacy, { facts: { 'tool:a': { streams: true, asks: false } } }).includes('rounds'));
  const plugin = { id: 'p', name: 'p', owner: [], scope: 'app' } as const;
  assert.not.ok(planned(legacy, { lists: { plugins: [plugin] } }).includes('rounds'));
  assert.ok(planned(legacy, { lists: { plugins: [{ ...plugin, asks: true }] } }).includes('rounds'));
});

test('[cimd.plan] where Node is, documents are fetched with its own modules; elsewhere by the platform', () => {
  const model = compiledModel({ options: { ...emptyServer.options, rest: { auth: { mode: 'local' } } } });
  const moduleOf = (platform: 'node' | 'neutral') => planFeatures(model, { platform }).find(({ name }) => name === 'cimd')?.module;
  assert.is(moduleOf('node'), '@service/sdk/hosts/node-cimd');
  assert.is(moduleOf('neutral'), '@service/sdk/features/cimd');
  assert.not.ok(planFeatures(compiledModel({}), { platform: 'node' }).some(({ name }) => name === 'cimd'));
});

test('what the code says of HTTP is in a bundle where the code says something, or may say it later', () => {
  const { options } = emptyServer;
  const { http } = options;
  const plannedWith = (changed: Partial<typeof options>, dynamicOptions?: string): boolean =>
    planFeatures(compiledModel({ options: { ...options, ...changed } }), { platform: 'neutral', dynamicOptions }).some(
      ({ name }) => name === 'http-options',
    );
  assert.not.ok(plannedWith({}));
  assert.ok(plannedWith({}, 'options are computed'));
  assert.ok(plannedWith({ http: { ...http, cors: false } }), 'which no variable changes');
  assert.ok(plannedWith({ http: { ...http, securityHeaders: {} } }));
  const dnsRebindingProtection = { allowedOrigins: ['https://app.example'] };
  assert.ok(plannedWith({ http: { ...http, security: { ...http.security, dnsRebindingProtection } } }));
  assert.ok(plannedWith({ rest: { health: { enabled: false } } }));
  assert.ok(plannedWith({ live: ['health.probes'] }));
});

test('[ask.model.off] the tool for clients that cannot be asked is planned where the option is on', () => {
  const isPlanned = (elicitation: JsonObject): boolean => {
    const model = compiledModel({ options: { ...emptyServer.options, rest: { elicitation } } });
    return planFeatures(model, { platform: 'neutral' }).some(({ name }) => name === 'elicitation-fallback');
  };
  assert.equal([{}, { fallbackTool: false }, { fallbackTool: true }].map(isPlanned), [false, false, true]);
});

test('a server of entries alone is put together without what providers, plugins, adapters and skills need', () => {
  const plugin = { id: 'p', name: 'p', owner: [], scope: 'app' as const };
  const because = (name: 'plugins' | 'providers', model: CompiledModel, dynamicOptions?: string): string | undefined =>
    planFeatures(model, { platform: 'neutral', dynamicOptions }).find((feature) => feature.name === name)?.because;
  const provided = compiledModel({ providers: [{ name: 'p', owner: [], scope: 'global', form: 'class' }] });
  const injecting: CompiledModel = { ...compiledModel({}), injectsBuiltIns: true };
  assert.is(because('plugins', compiledModel({ plugins: [plugin] })), 'the list "plugins" is not empty');
  for (const model of [compiledModel({}), provided, injecting]) assert.is(because('plugins', model), undefined);
  assert.is(because('providers', compiledModel({})), undefined);
  assert.is(because('providers', provided), 'the list "providers" is not empty');
  assert.is(because('providers', injecting), 'entries inject what every server has');
  for (const name of ['plugins', 'providers'] as const)
    assert.is(because(name, compiledModel({}), 'PORT decides an option'), 'lists may be decided where the server runs');
  const hasProviders = (...plugins: readonly PluginModel[]): boolean =>
    planFeatures(compiledModel({ plugins }), { platform: 'neutral' }).some(({ name }) => name === 'providers');
  assert.equal([hasProviders(plugin), hasProviders({ ...plugin, computed: true })], [false, true]);
});

test('[S5.10.tracing.asked] spans are planned for observability: true and for tracing, not for logs alone', () => {
  const plans = (observability: boolean | JsonObject): boolean => {
    const model = compiledModel({ options: { ...emptyServer.options, rest: { observability } } });
    return planFeatures(model, { platform: 'neutral', contextMembers: [] }).some(({ name }) => name === 'telemetry');
  };
  for (const on of [true, { tracing: true }, { tracing: { httpSpans: false } }]) assert.ok(plans(on), JSON.stringify(on));
  for (const off of [false, { logging: true }, { requestLogs: true }, { tracing: false, logging: true }, {}])
    assert.not.ok(plans(off), JSON.stringify(off));
});

const entry = { id: 'x:s/x', listedName: 'x', name: 'x', owner: [] };
const tool: ToolModel = { ...entry, kind: 'tool', inputSchema: {}, inputKind: 'none', visibility: 'public', output: { kind: 'any' } };

const ofCalls = [
  'resource-templates',
  'library-schemas',
  'open-schemas',
  'raw-schemas',
  'content-results',
  'request-context',
  'inner-calls',
  'listed-resources',
];

/** Features of calls that a server gets whose entries take nothing of their contexts. */
function plannedForCalls(lists: Partial<ServerModel>, context: Partial<PlanContext> = {}): readonly string[] {
  const features = planFeatures(compiledModel(lists), { platform: 'neutral', contextMembers: [], ...context });
  return features.map(({ name }) => name).filter((name) => ofCalls.includes(name));
}

test('[P5.bundle.context] entries that use no member of their context bring no feature; entries that may use any bring all', () => {
  assert.equal(plannedForCalls({ tools: [tool] }), []);
  assert.equal(plannedForCalls({ tools: [tool] }, { contextMembers: undefined }), ['request-context', 'inner-calls']);
});

test('[P5.bundle.context] a member of the context brings the feature that serves it', () => {
  const served = { fetch: 'request-context', runId: 'request-context', callTool: 'inner-calls' };
  for (const [member, feature] of Object.entries(served))
    assert.ok(plannedForCalls({ tools: [tool] }, { contextMembers: [member] }).includes(feature), member);
});

test('entries that are decided where the server runs may need every feature of calls', () => {
  const all = ofCalls.filter((name) => name !== 'open-schemas');
  assert.equal([...plannedForCalls({}, { dynamicOptions: 'PORT decides an option' })].sort(), all.sort());
  assert.equal(plannedForCalls({}, { opensSchemas: true }), ['open-schemas']);
});

test('tools whose results are content, or may hold NaN, bring what shapes and judges them', () => {
  const object = { kind: 'object' } as const;
  assert.equal(plannedForCalls({ tools: [{ ...tool, output: { kind: 'content', types: ['string'], list: false } }] }), ['content-results']);
  const within = { tables: new Set(['output tool "x"']) };
  assert.equal(plannedForCalls({ tools: [{ ...tool, output: object }] }, within), []);
  assert.equal(plannedForCalls({ tools: [{ ...tool, output: object, nonFinite: true }] }, within), ['content-results']);
  const options = { ...emptyServer.options, live: ['output.allowNonFinite'] };
  assert.equal(plannedForCalls({ tools: [{ ...tool, output: object }], options }, within), ['content-results']);
});

test('[lists.run-time] a template that lists resources brings what asks it', () => {
  const template: ResourceTemplateModel = { ...entry, kind: 'resource-template', uriTemplate: 'x://{id}', mimeType: 'text/plain' };
  assert.equal(plannedForCalls({ resourceTemplates: [template] }), ['resource-templates']);
  assert.equal(plannedForCalls({ resourceTemplates: [{ ...template, lists: true }] }), ['resource-templates', 'listed-resources']);
});

test('schemas run as written only where a tool has a schema without a table', () => {
  const object = { output: { kind: 'object' } } as const;
  const shaped = (id: string, more: Partial<ToolModel> = {}): ToolModel => ({ ...tool, id, name: id, inputKind: 'shape', ...more });
  const runsOthers = (tools: readonly ToolModel[], tables: readonly string[]): boolean =>
    plannedForCalls({ tools }, { tables: new Set(tables) }).includes('library-schemas');
  assert.not(runsOthers([shaped('a')], ['input tool "a"']));
  assert.ok(runsOthers([shaped('a')], []));
  assert.ok(runsOthers([shaped('a')], ['input tool "b"']));
  assert.not(runsOthers([shaped('a', { inputKind: 'none' }), shaped('b', { inputKind: 'raw' })], []));
  assert.ok(runsOthers([shaped('a', object)], ['input tool "a"']));
  assert.not(runsOthers([shaped('a', object)], ['input tool "a"', 'output tool "a"']));
  // Two of one name: which of them the table is of is not known.
  assert.ok(runsOthers([shaped('a'), shaped('a')], ['input tool "a"']));
});

test.run();
