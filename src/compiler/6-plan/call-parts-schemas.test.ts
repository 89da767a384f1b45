import type { ToolModel } from '@service/sdk/model';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emptyServer } from '../../../test/support/empty-model.ts';
import { planCallParts } from './call-parts.ts';

const tool = (name: string, more: Partial<ToolModel> = {}): ToolModel => ({
  kind: 'tool',
  id: `tool:${name}`,
  name,
  listedName: name,
  owner: [],
  inputSchema: { type: 'object' },
  inputKind: 'shape',
  output: { kind: 'any' },
  visibility: 'public',
  ...more,
});

const runsOtherSchemas = (tools: readonly ToolModel[], tables: readonly string[]): boolean =>
  planCallParts({ ...emptyServer, tools }, { members: [], tables: new Set(tables) }).includes('parseWith');

test('a bundle runs schemas that are no tables only where a tool has one', () => {
  const object = { output: { kind: 'object' } } as const;
  assert.not(runsOtherSchemas([tool('a')], ['input tool "a"']));
  assert.ok(runsOtherSchemas([tool('a')], []));
  assert.ok(runsOtherSchemas([tool('a')], ['input tool "b"']));
  assert.not(runsOtherSchemas([tool('a', { inputKind: 'none' }), tool('b', { inputKind: 'raw' })], []));
  assert.ok(runsOtherSchemas([tool('a', object)], ['input tool "a"']));
  assert.not(runsOtherSchemas([tool('a', object)], ['input tool "a"', 'output tool "a"']));
  // Two of one name: which of them the table is of is not known.
  assert.ok(runsOtherSchemas([tool('a'), tool('a', { id: 'tool:x/a' })], ['input tool "a"']));
});

test.run();
