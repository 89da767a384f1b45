import { fieldsOf } from '@service/sdk/internal';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emptyServer } from '../../../test/support/empty-model.ts';
import type { Model } from './inspection.ts';
import { searchEntries } from './search-entries.ts';

test('[K6.inspect] entries are found by tags, those of plugins too, by categories and by paths', () => {
  const tool = { kind: 'tool', listedName: 'add', description: 'Adds.', pluginFields: { codecall: { tags: ['zebra'] } } };
  const resource = { kind: 'resource', listedName: 'notes', uri: 'shelf://notes' };
  const skill = { kind: 'skill', name: 'brewing', path: 'drinks/brewing', tags: ['tea'], category: 'kitchen', frontmatter: {} };
  // Of a model only what searches read.
  const server = { ...emptyServer, tools: [tool], resources: [resource], skills: [skill] } as object as Model['server'];
  for (const question of ['add zebra', 'notes shelf', 'brewing tea', 'brewing kitchen', 'brewing drinks']) {
    const { data } = searchEntries({ server } as Model, question, { width: 80 } as Parameters<typeof searchEntries>[2]);
    const { found } = data;
    const first = Array.isArray(found) ? fieldsOf(found[0]) : {};
    // A name alone answers half of the question, with 0.15.
    assert.ok(question.startsWith(`${String(first['name'])} `) && Number(first['score']) > 0.25, `${question}: ${JSON.stringify(first)}`);
  }
});

test.run();
