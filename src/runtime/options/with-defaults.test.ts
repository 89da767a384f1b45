import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withDefaults } from './with-defaults.ts';

interface Options {
  readonly mode?: 'auto' | boolean;
  readonly size?: number | undefined;
  readonly name?: string;
}
const defaults = { mode: 'auto', size: 40 } as const;

test('[D4.authoring.option-faults] what is absent or undefined has its default, and nothing else', () => {
  const read = (declared?: Options): object => withDefaults(declared, defaults);
  for (const nothing of [undefined, {}, { size: undefined }]) assert.equal(read(nothing), defaults);
  assert.equal(read({ mode: false, size: 0, name: '' }), { mode: false, size: 0, name: '' });
  assert.equal(read({ name: 'a' }), { mode: 'auto', size: 40, name: 'a' });
});

test('members with a default are there, in their own type', () => {
  const { mode, name, size } = withDefaults<Options, typeof defaults>({}, defaults);
  const typed: { mode: boolean | 'auto'; size: number; name: string | undefined } = { mode, size, name };
  assert.equal(typed, { mode: 'auto', size: 40, name: undefined });
});

test.run();
