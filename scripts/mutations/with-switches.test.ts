import { transformSync } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mutantsOf } from './mutants-of.ts';
import { sampleOf } from './mutants-of.ts';
import { withSwitches } from './with-switches.ts';

const source = `
const told: string[] = [];
const tell = (text: string): void => void told.push(text);
export function judge(a: number, b: string): string {
  if (!(a < 3) && b === 'x') tell('guard');
  else tell('none');
  const kind = a >= 5 || b !== 'y' ? (a > 6 ? 'big' : 'small') : 'odd';
  return told.splice(0).join() + kind;
}`;

/** What the module answers to everything, with one change on. */
async function answersOf(text: string, active: number): Promise<readonly string[]> {
  Object.assign(globalThis, { $mutants: undefined, $mutantActive: active });
  const { code } = transformSync(text, { loader: 'ts' });
  // A module of its own for each text and number.
  const url = `data:text/javascript,${encodeURIComponent(code)}//${active}`;
  const { judge } = (await import(url)) as { judge: (a: number, b: string) => string };
  return [1, 2, 3, 4, 5, 6, 7].flatMap((a) => ['x', 'y', 'z'].map((b) => judge(a, b)));
}

test('a source with its switches does what the source does, and what each changed source does when that change is on', async () => {
  const switched = withSwitches('x.ts', source, 100);
  const mutants = mutantsOf('x.ts', source);
  assert.ok(mutants.length > 15);
  const plain = await answersOf(source, -1);
  assert.equal(await answersOf(switched, -1), plain);
  for (const [at, { becomes, text, was }] of mutants.entries()) {
    const changed = await answersOf(text, -1);
    assert.equal(await answersOf(switched, 100 + at), changed, `${was} -> ${becomes}`);
    assert.not.equal(changed, plain, `${was} -> ${becomes}`);
  }
});

test('a source without guards is as it was; switches move no line', () => {
  assert.is(withSwitches('x.ts', 'export const a = 1;\n', 0), 'export const a = 1;\n');
  assert.is(withSwitches('x.ts', source, 0).split('\n').length, source.split('\n').length);
});

test('a sample is the same for the same seed, and a larger one begins with it', () => {
  const items = Array.from({ length: 50 }, (_, at) => at);
  assert.equal(sampleOf(items, 10, 1), sampleOf(items, 20, 1).slice(0, 10));
  assert.not.equal(sampleOf(items, 10, 1), sampleOf(items, 10, 2));
  assert.equal(
    sampleOf(items, Infinity, 3).toSorted((a, b) => a - b),
    items,
  );
});

test.run();
