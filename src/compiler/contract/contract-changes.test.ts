import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject, JsonSchema } from '@service/sdk/model';
import { contractChanges, type Contract, type ContractTool } from '@service/sdk/contract';
import { proposeVersion } from './contract.ts';
import { schemaChanges } from '../../runtime/contract/schema-changes.ts';

const shape = (properties: JsonObject, ...required: string[]): JsonSchema => ({ type: 'object', properties, required });
const text = { type: 'string' };

/** `in`: what callers of an input feel; `out`: what readers of an output feel. */
function both(before: JsonSchema, after: JsonSchema): { readonly in: readonly string[]; readonly out: readonly string[] } {
  const said = (flow: 'in' | 'out'): readonly string[] =>
    schemaChanges(before, after, flow).map(({ kind, message }) => `${kind}: ${message}`);
  return { in: said('in'), out: said('out') };
}

test('[I7.contract.schemas] accepting less breaks callers, promising less breaks readers', () => {
  assert.equal(both(shape({ a: text }), shape({ a: text, y: text }, 'y')), {
    in: ['breaking: input `y` was added and is required'],
    out: ['compatible: output `y` was added and is required'],
  });
  assert.equal(both(shape({ a: text }), shape({ a: text, y: text })), {
    in: ['compatible: input `y` was added'],
    out: ['compatible: output `y` was added'],
  });
  assert.equal(both(shape({ a: text, b: text }), shape({ a: text })), {
    in: ['breaking: input `b` was removed'],
    out: ['breaking: output `b` was removed'],
  });
  assert.equal(both(shape({ a: text }, 'a'), shape({ a: text })), {
    in: ['compatible: input `a` is optional now'],
    out: ['breaking: output `a` is optional now'],
  });
  assert.equal(both(shape({ a: { type: 'integer', maximum: Number.MAX_SAFE_INTEGER } }), shape({ a: { type: 'number' } })), {
    in: ['compatible: input `a` is number instead of integer'],
    out: ['breaking: output `a` is number instead of integer'],
  });
  assert.equal(both(shape({ a: { enum: ['x', 'y'] } }), shape({ a: { enum: ['x', 'z'] } })), {
    in: ['compatible: input `a` can be "z" too', 'breaking: input `a` can no longer be "y"'],
    out: ['breaking: output `a` can be "z" too', 'compatible: output `a` can no longer be "y"'],
  });
  assert.equal(both(shape({ a: { type: 'string', maxLength: 9 } }), shape({ a: { type: 'string', maxLength: 5 } })), {
    in: ['breaking: input `a` has maxLength 5 instead of 9'],
    out: ['compatible: output `a` has maxLength 5 instead of 9'],
  });
});

test('[I7.contract.schemas] lists, references, alternatives and unknown keywords are followed', () => {
  const list = (item: JsonSchema): JsonSchema => shape({ notes: { type: 'array', items: item } });
  assert.equal(both(list(shape({ t: text })), list(shape({ t: text }, 't'))).in, ['breaking: input `notes[].t` is required now']);
  const tree = (leaf: JsonSchema): JsonSchema => ({
    $ref: '#/$defs/node',
    $defs: { node: shape({ leaf, next: { $ref: '#/$defs/node' } }) },
  });
  assert.equal(both(tree(text), tree({ type: 'number' })).in, ['breaking: input `leaf` is number instead of string']);
  const any = (...anyOf: JsonSchema[]): JsonSchema => shape({ v: { anyOf } });
  assert.equal(both(any(text), any(text, { type: 'null' })), {
    in: ['compatible: input `v` has 1 more in anyOf'],
    out: ['breaking: output `v` has 1 more in anyOf'],
  });
  assert.equal(both(shape({ a: text }), shape({ a: { type: 'string', pattern: '^x' } })).in, ['breaking: input `a` has pattern "^x" now']);
  assert.equal(both({ type: 'object' }, { type: 'object', additionalProperties: false }).in, ['breaking: input `*` is limited now']);
});

test('[I7.contract.wording] texts are wording; a property called title is not a text; the order of keys is nothing', () => {
  assert.equal(both(shape({ a: { type: 'string', description: 'x' } }), shape({ a: { description: 'y', type: 'string' } })).in, [
    'wording: input `a` has another description',
  ]);
  assert.equal(both(shape({ title: text }), shape({})).in, ['breaking: input `title` was removed']);
  assert.equal(both(shape({ a: text, b: text }), shape({ b: text, a: text })).in, []);
});

const tool = (name: string, more: Partial<ContractTool> = {}): ContractTool => ({
  name,
  visibility: 'public',
  inputSchema: shape({}),
  hash: '',
  ...more,
});
const contract = (...tools: ContractTool[]): Contract => ({
  contractVersion: 1,
  hash: '',
  server: { name: 's', version: '1.2.3' },
  tools,
  resources: [],
  resourceTemplates: [],
  prompts: [],
  skills: [],
});
const said = (before: Contract, after: Contract): readonly string[] =>
  contractChanges(before, after).map(({ kind, of, name, message }) => `${kind}: ${of} ${name} ${message}`);

test('[I7.contract.diff] entries that come, go, or lose what hosts relied on', () => {
  assert.equal(said(contract(tool('a'), tool('b')), contract(tool('b'), tool('c', { description: 'x' }))), [
    'breaking: tool a was removed',
    'added: tool c is new',
  ]);
  const before = contract(tool('a', { annotations: { readOnlyHint: true }, taskSupport: 'optional', outputSchema: shape({}) }));
  assert.equal(said(before, contract(tool('a', { visibility: 'hidden' }))), [
    'breaking: tool a output has no schema any more',
    'breaking: tool a readOnlyHint is false instead of true',
    'breaking: tool a runs as a task: forbidden instead of optional',
    'breaking: tool a is no longer listed',
  ]);
  const prompts = (required: boolean): Contract => ({
    ...contract(),
    prompts: [{ name: 'p', hash: '', arguments: [{ name: 'x', required }] }],
  });
  assert.equal(said(prompts(false), prompts(true)), ['breaking: prompt p argument `x` is required now']);
  assert.equal(said(before, before), []);
  const guarded = (authorities?: Json): Contract => contract(tool('a', authorities === undefined ? {} : { authorities }));
  const admins = { roles: { any: ['admin'] }, deny: false };
  assert.equal(said(guarded(), guarded('admin')), ['breaking: tool a limits what its caller must be allowed to do differently']);
  assert.equal(said(guarded(admins), guarded()), ['compatible: tool a no longer limits what its caller must be allowed to do']);
  assert.equal(said(guarded(admins), guarded({ deny: false, roles: { any: ['admin'] } })), [], 'the order of keys is nothing');
});

test('[I7.contract.bump] the version follows the worst change, and caret ranges before 1.0.0', () => {
  const bump = (from: string, now: string, ...kinds: ('breaking' | 'added' | 'wording')[]): string => {
    const changes = kinds.map((kind) => ({ kind, of: 'tool', name: 't', message: '' }) as const);
    const { proposed, sufficient } = proposeVersion(changes, { from, now });
    return `${proposed} ${sufficient ? 'enough' : 'missing'}`;
  };
  assert.is(bump('1.2.3', '1.2.3', 'wording', 'breaking'), '2.0.0 missing');
  assert.is(bump('1.2.3', '1.3.0', 'added'), '1.3.0 enough');
  assert.is(bump('1.2.3', '1.2.3', 'wording'), '1.2.4 missing');
  assert.is(bump('0.1.0', '0.1.9', 'breaking'), '0.2.0 missing');
  assert.is(bump('0.1.0', '0.1.1', 'added'), '0.1.1 enough');
  assert.is(bump('1.2.3', '1.2.3'), '1.2.3 enough');
});

test.run();
