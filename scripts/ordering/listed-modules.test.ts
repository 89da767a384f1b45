import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listedModules } from '../../src/compiler/7-bundle/listed-modules.ts';
import { anneal, seeded } from './anneal.ts';
import { readRuntimeGraph } from './runtime-graph.ts';

// A module that nothing of the plan brings would be read for no reason, or, with `node:` on a worker, break a build.
test('what phase 7 lists first in a bundle is loaded by that bundle in any case', async () => {
  const { always, broughtBy } = await readRuntimeGraph(resolve(import.meta.dirname, '../..'));
  for (const [module, ...roots] of listedModules) {
    const ways = roots.length === 0 ? [always] : roots.map(broughtBy);
    for (const way of ways)
      assert.ok(way.has(module), `${module} of src/compiler/7-bundle/listed-modules.ts has moved. Run: npm run order -- --rounds 0`);
  }
});

test('a list is searched by its score, and what has no effect is left out', async () => {
  const wanted = 'badc';
  const score = async (list: readonly string[]): Promise<number> =>
    Array.from(wanted).filter((letter, index) => list[index] !== letter).length;
  const found = await anneal(['e'], score, { candidates: ['a', 'b', 'c', 'd', 'e'], rounds: 5000, warmth: 0.5, random: seeded(1) });
  assert.is(found.join(''), wanted);
});

test.run();
