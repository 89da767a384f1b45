import { findRow, rowsOfGroup, type ArgumentRow, type FlagRow, type NamedRow } from './rows.ts';
import { isPlainWord, oneLine } from './text.ts';

/** One proposal; the text is shown where the shell can. */
export interface Proposal {
  readonly value: string;
  readonly text: string;
}

export interface CompletedRow extends NamedRow {
  readonly arguments?: readonly ArgumentRow[];
  readonly options: readonly FlagRow[];
}

interface Completing {
  readonly rows: readonly CompletedRow[];
  /** Flags of every command. */
  readonly globals: readonly FlagRow[];
  /** Values of a source that a row names. */
  readonly valuesFrom?: (source: string) => Promise<readonly Proposal[]>;
}

/**
 * What could stand where the cursor is: commands, flags, values; one a line, with its text behind a tab. Shells choose among them by what is
 * typed, and put one on the line as it is, so that only plain words are proposed.
 * @param words those after the program's name; the last one is being typed and may be empty
 */
export async function completeWords(words: readonly string[], completing: Completing): Promise<string> {
  const whole = withoutBreaks(words[0] === '--' && words.length > 1 ? words.slice(1) : words);
  const found = await proposals(whole.slice(0, -1), whole.at(-1) ?? '', completing);
  return found.map(({ value, text }) => (isPlainWord(value) ? `${value}\t${oneLine(text)}\n` : '')).join('');
}

async function proposals(typed: readonly string[], current: string, completing: Completing): Promise<readonly Proposal[]> {
  const { globals, rows } = completing;
  const named = withoutFlags(typed, globals);
  const row = findRow(rows, named);
  const options = [...(row?.options ?? []), ...globals];
  const [joined = ''] = current.split('=', 1);
  const inWord = current.includes('=') ? valued(options, joined) : undefined;
  const flag = inWord ?? valued(options, typed.at(-1));
  if (flag !== undefined) {
    const start = inWord === undefined ? '' : `${joined}=`;
    // Of a comma-separated list the last item is being typed; what stands before it stays.
    const kept = flag.list === true ? current.slice(start.length, current.lastIndexOf(',') + 1) : '';
    return (await valuesOf(flag, completing)).map(({ value, text }) => ({ value: `${start}${kept}${value}`, text }));
  }
  if (current.startsWith('-')) return options.map(({ name, summary }) => ({ value: `--${name}`, text: summary }));
  // Behind a flag no word goes on with the name of a command.
  const further = named.length === 0 || named.at(-1) === typed.at(-1) ? commandWords(rows, named) : [];
  if (row === undefined) return further;
  const index = withoutFlags(typed, options).length - row.name.split(' ').length;
  const argument = row.arguments?.[index];
  return [...(argument === undefined ? [] : await valuesOf(argument, completing)), ...(index === 0 ? further : [])];
}

/** `--target=no` is one word in zsh and fish; bash takes it apart at the `=`, which is what two words mean. */
const withoutBreaks = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, index) => {
    if (word !== '=' || words[index - 1]?.startsWith('--') !== true) return [word];
    return index === words.length - 1 ? [''] : [];
  });

/** The first words of commands, or the words that go on with one. */
export function commandWords(rows: readonly NamedRow[], [first, second]: readonly string[] = []): readonly Proposal[] {
  if (second !== undefined) return [];
  if (first !== undefined)
    return rowsOfGroup(rows, first).map(({ name, summary }) => ({ value: name.slice(first.length + 1), text: summary }));
  const words = new Map<string, string>();
  for (const { hidden, name, summary } of rows) {
    const [word = '', more] = name.split(' ');
    if (hidden !== true && !words.has(word)) words.set(word, more === undefined ? summary : `${word} …`);
  }
  return [...words].map(([value, text]) => ({ value, text }));
}

/** The flag that a word is, when it takes a value. */
const valued = (options: readonly FlagRow[], word: string | undefined): FlagRow | undefined =>
  options.find(
    ({ aliases = [], name, short, value }) =>
      value !== undefined && ([name, ...aliases].some((one) => word === `--${one}`) || (short !== undefined && word === `-${short}`)),
  );

const withoutFlags = (typed: readonly string[], options: readonly FlagRow[]): readonly string[] =>
  typed.filter((word, index) => !word.startsWith('-') && valued(options, typed[index - 1]) === undefined);

async function valuesOf({ choices = [], completes }: FlagRow | ArgumentRow, { valuesFrom }: Completing): Promise<readonly Proposal[]> {
  if (completes !== undefined && valuesFrom !== undefined) return valuesFrom(completes);
  return choices.map((value) => ({ value, text: '' }));
}

/** Definition of the function of a shell that asks a program for proposals when Tab is pressed. */
const completionFunctions = {
  bash: ({ find, id }: Asking) => `_${id}_complete() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" line at=0
  COMPREPLY=()
  ${find === undefined ? '' : `${find} || return\n  `}[[ "$cur" == "=" ]] && cur=
  while IFS=$'\\t' read -r line _; do
    [[ -n "$line" && "$line" == "$cur"* ]] && COMPREPLY+=("$line")
  done < <("\${COMP_WORDS[@]:0:at+1}" __complete -- "\${COMP_WORDS[@]:at+1:COMP_CWORD-at}" 2>/dev/null)
}`,
  zsh: ({ find, id }: Asking) => `_${id}_complete() {
  local -a found
  local value text
  local -i at=1
  ${find === undefined ? '' : `${find} || return\n  `}while IFS=$'\\t' read -r value text; do
    [[ -n "$value" ]] && found+=("\${value//:/\\\\:}:$text")
  done < <("\${(@)words[1,at]}" __complete -- "\${(@)words[at+1,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe '${id}' found; else _files; fi
}
(( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit }`,
  fish: ({ find, id }: Asking) => `function _${id}_complete
    set -l at ${find === undefined ? '1' : `(${find}); or return`}
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1..$at] __complete -- $words[(math $at + 1)..-1] 2>/dev/null)
    if test -n "$found"
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end`,
};

interface Asking {
  /** Between `_` and `_complete` in the function's name. */
  readonly id: string;
  /** Function of the shell for lines that begin with another program: it sets `at` to the word that starts this one (fish: prints it), or fails. */
  readonly find?: string;
}

export type Shell = keyof typeof completionFunctions;

export const shells: readonly Shell[] = ['bash', 'zsh', 'fish'];

export const completionFunction = (shell: Shell, asking: Asking): string => completionFunctions[shell](asking);
