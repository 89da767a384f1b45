import { tmpdir } from 'node:os';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommandRow } from '../command-row.ts';
import { completeWords } from './complete-words.ts';

const row = (name: string, change: Partial<CommandRow> = {}): CommandRow => ({
  name,
  group: 'Build',
  summary: `Summary of ${name}`,
  arguments: [],
  options: [],
  examples: [],
  seeAlso: [],
  load: () => Promise.reject(new Error('nothing is loaded')),
  ...change,
});
const table = [
  row('make', {
    arguments: [{ name: 'kind', summary: 'Kind', choices: ['tool', 'page'] }],
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
const values = async (...words: readonly string[]): Promise<readonly string[]> =>
  (await completeWords(words, { table, cwd: tmpdir() })).map(({ value }) => value);

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
});

test('[I7.completion] a flag with a value proposes its choices, as a word of its own or behind the sign', async () => {
  for (const flag of ['--out', '-o']) assert.equal(await values('make', flag, ''), ['one', 'two'], flag);
  assert.equal(await values('make', '--out='), ['--out=one', '--out=two']);
  assert.equal(await values('make', '--out', '='), ['one', 'two'], 'as bash takes it apart');
  assert.equal(await values('make', '--force='), await values('make', '--'), 'a switch has no value');
  assert.equal(await values('make', '--color', ''), ['auto', 'always', 'never']);
});

test.run();
