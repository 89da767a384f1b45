import type { ResourceTemplateModel, ServerModel, ToolModel } from '@service/sdk/model';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compiledModel, emptyServer } from '../../../test/support/empty-model.ts';
import { callRules } from './call-features.ts';
import type { PlanContext } from './feature-rule.ts';
import { planFeatures } from './features.ts';

const entry = { id: 'x:s/x', listedName: 'x', name: 'x', owner: [] };
const tool: ToolModel = { ...entry, kind: 'tool', inputSchema: {}, inputKind: 'none', visibility: 'public', output: { kind: 'any' } };

/** Features of calls that a server gets whose entries take nothing of their contexts. */
function planned(lists: Partial<ServerModel>, context: Partial<PlanContext> = {}): readonly string[] {
  const features = planFeatures(compiledModel(lists), { platform: 'neutral', contextMembers: [], ...context });
  return features.map(({ name }) => name).filter((name) => name in callRules);
}

test('[P5.bundle.context] entries that use no member of their context bring no feature; entries that may use any bring all', () => {
  assert.equal(planned({ tools: [tool] }), []);
  assert.equal(planned({ tools: [tool] }, { contextMembers: undefined }), ['request-context', 'inner-calls']);
});

test('[P5.bundle.context] a member of the context brings the feature that serves it', () => {
  const served = { fetch: 'request-context', runId: 'request-context', callTool: 'inner-calls' };
  for (const [member, feature] of Object.entries(served))
    assert.ok(planned({ tools: [tool] }, { contextMembers: [member] }).includes(feature), member);
});

test('entries that are decided where the server runs may need every feature of calls', () => {
  const all = Object.keys(callRules).filter((name) => name !== 'open-schemas');
  assert.equal([...planned({}, { dynamicOptions: 'PORT decides an option' })].sort(), all.sort());
  assert.equal(planned({}, { opensSchemas: true }), ['open-schemas']);
});

test('tools whose results are content, or may hold NaN, bring what shapes and judges them', () => {
  const object = { kind: 'object' } as const;
  assert.equal(planned({ tools: [{ ...tool, output: { kind: 'content', types: ['string'], list: false } }] }), ['content-results']);
  const within = { tables: new Set(['output tool "x"']) };
  assert.equal(planned({ tools: [{ ...tool, output: object }] }, within), []);
  assert.equal(planned({ tools: [{ ...tool, output: object, nonFinite: true }] }, within), ['content-results']);
  const options = { ...emptyServer.options, live: ['output.allowNonFinite'] };
  assert.equal(planned({ tools: [{ ...tool, output: object }], options }, within), ['content-results']);
});

test('[lists.run-time] a template that lists resources brings what asks it', () => {
  const template: ResourceTemplateModel = { ...entry, kind: 'resource-template', uriTemplate: 'x://{id}', mimeType: 'text/plain' };
  assert.equal(planned({ resourceTemplates: [template] }), ['resource-templates']);
  assert.equal(planned({ resourceTemplates: [{ ...template, lists: true }] }), ['resource-templates', 'listed-resources']);
});

test('schemas run as written only where a tool has a schema without a table', () => {
  const object = { output: { kind: 'object' } } as const;
  const shaped = (id: string, more: Partial<ToolModel> = {}): ToolModel => ({ ...tool, id, name: id, inputKind: 'shape', ...more });
  const runsOthers = (tools: readonly ToolModel[], tables: readonly string[]): boolean =>
    planned({ tools }, { tables: new Set(tables) }).includes('library-schemas');
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
