import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileText } from '../../../test/support/hostile-text.ts';
import { completeWords, type CompletedRow } from './completion.ts';

const row = (name: string, change: Partial<CompletedRow> = {}): CompletedRow => ({
  name,
  summary: `Summary of ${name}`,
  options: [],
  ...change,
});
const table = [
  row('make', {
    arguments: [{ name: 'kind', choices: ['tool', 'page'] }],
    options: [
      { name: 'out', short: 'o', value: 'folder', summary: 'Folder', choices: ['one', 'two'] },
      { name: 'force', summary: 'Force' },
    ],
  }),
  row('make client'),
  row('keys'),
  row('keys new'),
  row('secret', { hidden: true }),
];
const globals = [
  { name: 'json', summary: 'JSON' },
  { name: 'color', value: 'when', choices: ['auto', 'always', 'never'], summary: 'Colours' },
];
const values = async (...words: readonly string[]): Promise<readonly string[]> =>
  [...(await completeWords(words, { rows: table, globals })).matchAll(/^[^\t]+/gm)].map(([value]) => value);

test('[I7.completion] the first word is a command that is shown', async () => {
  assert.equal(await values(''), ['make', 'keys']);
  assert.equal(await values(), ['make', 'keys']);
  assert.ok((await values('--')).includes('--json'));
  assert.not.ok((await values('--')).includes('--out'));
  assert.equal(await values('nonsense', ''), []);
});

test('[I7.completion] behind a command stand its arguments and the words that go on with it', async () => {
  assert.equal(await values('make', ''), ['tool', 'page', 'client']);
  assert.equal(await values('make', 'tool', ''), []);
  assert.equal(await values('keys', ''), ['new']);
  assert.equal(await values('keys', 'new', ''), []);
  assert.equal(await values('keys', 'other', ''), []);
});

test('[I7.completion] flags are proposed behind a dash, and are no arguments', async () => {
  const flags = await values('make', '-');
  assert.ok(flags.includes('--out') && flags.includes('--force') && flags.includes('--json'));
  assert.equal(await values('make', '--force', ''), ['tool', 'page']);
  assert.equal(await values('make', '--out', 'one', ''), ['tool', 'page']);
  assert.equal(await values('make', '--out', 'one', 'tool', ''), []);
  assert.equal(await values('--color', 'never', 'make', ''), ['tool', 'page', 'client']);
  assert.equal(await values('--json', ''), ['make', 'keys']);
  assert.equal(await values('--', 'make', ''), await values('make', ''));
});

test('[I7.completion] a flag with a value proposes its choices, as a word of its own or behind the sign', async () => {
  for (const flag of ['--out', '-o']) assert.equal(await values('make', flag, ''), ['one', 'two'], flag);
  assert.equal(await values('make', '--out='), ['--out=one', '--out=two']);
  assert.equal(await values('make', '--out', '='), ['one', 'two'], 'as bash takes it apart');
  assert.equal(await values('make', '--force='), await values('make', '--'), 'a switch has no value');
  assert.equal(await values('make', '--color', ''), ['auto', 'always', 'never']);
});

test('[X.generated.escape] completion proposes only words that every shell takes as they stand', async () => {
  const print = (name: string, summary: string): Promise<string> => completeWords([''], { rows: [row(name, { summary })], globals: [] });
  for (const name of ['$(touch_x)', 'a\nb', '`x`']) assert.is(await print(name, ''), '', name);
  assert.is(await print('add-note', 'Adds\u001B[2J\na note'), 'add-note\tAdds\\u{1b}[2J a note\n');
  await fc.assert(
    fc.asyncProperty(hostileText(), async (text) =>
      assert.match(await print(text.replaceAll(' ', ''), text), /^(?:|[\p{L}\p{N}_@%+=:,./-]+\t[^\n\t]*\n)$/u),
    ),
  );
});

test.run();
