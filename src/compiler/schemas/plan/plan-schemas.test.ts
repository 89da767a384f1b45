import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SchemaCallback } from '../../model/schemas.ts';
import type { SourceEdit } from '../../model/source-edit.ts';
import { dropUnusedImports } from './plan-schemas.ts';

const file = '/main.ts';
const span = { file: 'main.ts', start: 0, end: 1, line: 1, column: 1 };
const importOf = (names: readonly number[]): SourceEdit => ({
  file,
  start: 0,
  end: 20,
  kind: 'zod-namespace-import',
  text: 'import',
  names,
});

/** What is left of an import whose names stand at these places, when the schema from 30 to 60 becomes a table. */
function leftOf(edit: SourceEdit, callbacks: readonly SchemaCallback[] = [], at = file): string | undefined {
  const site = { id: 's0', role: 'input' as const, owner: 'tool "a"', file: at, start: 30, end: 60, span, imports: [], reached: [] };
  const compiled = { id: 's0', table: { root: 0, nodes: [] }, facts: {} };
  return dropUnusedImports([edit], [{ site, compiled, callbacks }])[0]?.text;
}

test('an import goes with the schemas that alone have named it', () => {
  assert.is(leftOf(importOf([30, 59])), '');
  assert.is(leftOf(importOf([])), '', 'types alone named it');
});

test('one name that stays keeps it', () => {
  assert.is(leftOf(importOf([30, 60])), 'import', 'behind the schema');
  assert.is(leftOf(importOf([29])), 'import', 'before it');
  assert.is(leftOf(importOf([30]), [], '/other.ts'), 'import', 'the schema is of another file');
  assert.is(
    leftOf(importOf([40]), [{ id: 'c0', file, start: 38, end: 45, hoistable: true }]),
    'import',
    'in a function that goes with the table',
  );
});

test('changes that are no import stay', () => {
  assert.is(leftOf({ file, start: 0, end: 20, kind: 'plain-decorator', text: 'T()' }), 'T()');
});

test.run();
