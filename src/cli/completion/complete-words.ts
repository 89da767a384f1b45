import { memberOf } from '@service/sdk/internal';
import { findRow, isPlainWord, oneLine } from '@service/sdk/terminal';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRow, OptionRow, ValueSource } from '../command-row.ts';
import { isFile } from '../../config/special-files.ts';
import { globalOptions } from '../command-options.ts';

/** One proposal; the text is shown where the shell can. */
interface Proposal {
  readonly value: string;
  readonly text: string;
}

interface CompletionContext {
  readonly table: readonly CommandRow[];
  readonly cwd: string;
}

/**
 * What could stand where the cursor is: commands, flags, values. Reads the command table and at most one small file, never the sources.
 * @param words those after the command line's name; the last one is being typed and may be empty
 */
export async function completeWords(words: readonly string[], context: CompletionContext): Promise<readonly Proposal[]> {
  const whole = withoutBreaks(words);
  const typed = whole.slice(0, -1);
  const current = whole.at(-1) ?? '';
  const row = findRow(context.table, typed);
  const options = [...(row?.options ?? []), ...globalOptions];
  const [joined] = current.split('=', 1);
  const inWord = current.includes('=') ? options.find((option) => option.value !== undefined && isFlag(option, joined)) : undefined;
  if (inWord !== undefined) return listed(await valuesOf(inWord, context), inWord, { current, start: `${joined ?? ''}=` });
  const flag = options.find((option) => option.value !== undefined && isFlag(option, typed.at(-1)));
  if (flag !== undefined) return listed(await valuesOf(flag, context), flag, { current, start: '' });
  if (row === undefined) return current.startsWith('-') ? flagWords(options) : commandWords(typed, context.table);
  if (current.startsWith('-')) return flagWords(options);
  const index = typed.length - row.name.split(' ').length - countFlagWords(typed, options);
  const argument = row.arguments[index];
  const further = index === 0 ? commandWords(typed, context.table) : [];
  return argument === undefined ? further : [...(await valuesOf(argument, context)), ...further];
}

/** `--target=no` is one word in zsh and fish; bash takes it apart at the `=`, which is what two words mean. */
const withoutBreaks = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, index) => {
    if (word !== '=' || words[index - 1]?.startsWith('--') !== true) return [word];
    return index === words.length - 1 ? [''] : [];
  });

const flagWords = (options: readonly OptionRow[]): readonly Proposal[] =>
  options.map((option) => ({ value: `--${option.name}`, text: option.summary }));

/** Of a comma-separated list the last item is being typed; what stands before it stays. */
function listed(
  values: readonly Proposal[],
  option: OptionRow,
  { current, start }: { readonly current: string; readonly start: string },
): readonly Proposal[] {
  const typed = current.slice(start.length);
  const kept = option.list === true ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  return values.map(({ value, text }) => ({ value: `${start}${kept}${value}`, text }));
}

function commandWords(typed: readonly string[], table: readonly CommandRow[]): readonly Proposal[] {
  const shown = table.filter(({ hidden }) => hidden !== true);
  const [first] = typed;
  if (first === undefined) {
    const words = new Map<string, string>();
    for (const { name, summary } of shown) {
      const [word = '', more] = name.split(' ');
      if (!words.has(word)) words.set(word, more === undefined ? summary : `${word} …`);
    }
    return [...words].map(([value, text]) => ({ value, text }));
  }
  if (typed.length > 1) return [];
  return shown.flatMap(({ name, summary }) =>
    name.startsWith(`${first} `) ? [{ value: name.slice(first.length + 1), text: summary }] : [],
  );
}

const isFlag = (option: OptionRow, word: string | undefined): boolean =>
  word === `--${option.name}` || (option.short !== undefined && word === `-${option.short}`);

/** Words that are flags or values of flags. */
function countFlagWords(typed: readonly string[], options: readonly OptionRow[]): number {
  return typed.filter((word, index) => {
    if (word.startsWith('-')) return true;
    const before = typed[index - 1];
    return options.some((option) => option.value !== undefined && isFlag(option, before));
  }).length;
}

interface Valued {
  readonly choices?: readonly string[];
  readonly completes?: ValueSource;
}

async function valuesOf({ choices = [], completes }: Valued, { table, cwd }: CompletionContext): Promise<readonly Proposal[]> {
  const plain = (values: readonly string[]): readonly Proposal[] => values.map((value) => ({ value, text: '' }));
  if (completes === 'targets') return plain((await import('../../targets/index.ts')).targetNames);
  if (completes === 'tools') return contractTools(cwd);
  if (completes === 'codes') {
    const { listExplanations } = await import('../explain/explanations.ts');
    return listExplanations().map(({ code, area }) => ({ value: code, text: area }));
  }
  if (completes === 'topics') {
    const { topicNames } = await import('../help-topics.ts');
    return [...plain(topicNames), ...commandWords([], table)];
  }
  return plain(choices);
}

/** Tools of the last build: reading the sources would take too long under a person's finger. */
async function contractTools(cwd: string): Promise<readonly Proposal[]> {
  const { walkUp } = await import('../../config/find-config.ts');
  const root = walkUp(cwd, (folder) => (isFile(join(folder, 'package.json')) ? folder : undefined)) ?? cwd;
  const dist = join(root, 'dist');
  const folders = [root, ...(existsSync(dist) ? readdirSync(dist).map((name) => join(dist, name)) : [])];
  const file = folders.map((folder) => join(folder, 'contract.json')).find(isFile);
  if (file === undefined) return [];
  const contract: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const tools = memberOf(contract, 'tools');
  return (Array.isArray(tools) ? tools : []).flatMap((tool: unknown) => {
    const field = (key: string): string => {
      const value = memberOf(tool, key);
      return typeof value === 'string' ? value : '';
    };
    return field('name') === '' ? [] : [{ value: field('name'), text: field('description') }];
  });
}

/**
 * One proposal a line, with its text behind a tab. Shells put a value on the command line as it is: a tool of a foreign contract named
 * `$(…)` would run with the next Enter, so only plain words are proposed.
 */
export const printProposals = (proposals: readonly Proposal[]): string =>
  proposals
    .filter(({ value }) => isPlainWord(value))
    .map(({ value, text }) => `${value}\t${oneLine(text)}`)
    .join('\n');
