import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printScale } from './print-scale.ts';

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
