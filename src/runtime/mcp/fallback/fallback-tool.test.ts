import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../model/index.ts';
import { constantResult } from '../json-rpc.ts';
import { withFallbackTool } from './fallback-tool.ts';

interface Page {
  readonly tools: readonly { readonly name: string; readonly outputSchema?: JsonObject }[];
}
const project = (page: { readonly tools: object[]; readonly nextCursor?: string }): Page => withFallbackTool(page) as Page;
const listed = (outputSchema: JsonObject): JsonObject | undefined =>
  project({ tools: [{ name: 'a', outputSchema }] }).tools[0]?.outputSchema;
const item = { type: 'string' };

test('[ask.model.listed] an output may be the question; definitions stay at the root, and a schema that would break is not listed', () => {
  const moved = listed({ type: 'object', properties: { a: { $ref: '#/$defs/item' } }, $defs: { item } });
  assert.equal([moved?.['type'], moved?.['$defs']], ['object', { item }]);
  const [own] = Array.isArray(moved?.['anyOf']) ? moved['anyOf'] : [];
  assert.equal(own, { type: 'object', properties: { a: { $ref: '#/$defs/item' } } });
  assert.is(listed({ type: 'array', items: item })?.['type'], undefined);
  assert.is(listed({ type: 'object', properties: { a: item, b: { $ref: '#/properties/a' } } }), undefined);
});

test('[ask.model.listed] the tool ends the last page, and what never changes is made once', () => {
  const names = ({ tools }: Page): readonly string[] => tools.map(({ name }) => name);
  assert.equal(names(project({ tools: [{ name: 'a' }], nextCursor: 'b' })), ['a']);
  const last = constantResult({ tools: [{ name: 'a' }] });
  assert.equal(names(project(last)), ['a', 'sendElicitationResult']);
  assert.is(withFallbackTool(last), withFallbackTool(last));
});

test.run();
