import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printScale } from './print-scale.ts';

const folder = resolve(import.meta.dirname, '../../fixtures/scale');

for (const style of ['framework', 'plain'] as const) {
  test(`the checked-in ${style} project is what the generator prints (else: node --import tsx scripts/scale.ts)`, () => {
    const differing = printScale(style, 300).filter(({ path, contents }) => readFileSync(join(folder, style, path), 'utf8') !== contents);
    assert.equal(
      differing.map(({ path }) => path),
      [],
    );
  });
}

test('both projects hold the same handlers', () => {
  const bodies = (style: 'framework' | 'plain'): string[] =>
    printScale(style, 12).flatMap(({ contents }) =>
      contents
        .split('\n')
        .filter((line) => line.includes('return {'))
        .map((line) => line.trim()),
    );
  assert.equal(bodies('framework'), bodies('plain'));
  assert.is(bodies('plain').length, 12);
});

test.run();
