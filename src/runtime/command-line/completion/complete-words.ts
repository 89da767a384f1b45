import { globalFlags, type Flag } from '../arguments/flag.ts';
import { flagsOfSchema } from '../arguments/schema-flags.ts';
import type { OwnCommand, ListedTool } from '../commands/command.ts';
import { findTool } from '../commands/tool-commands.ts';
import { findRow, isPlainWord, oneLine, rowsOfGroup } from '../../terminal/index.ts';

export interface Completing {
  readonly own: readonly OwnCommand[];
  readonly tools: ReadonlyMap<string, ListedTool>;
}

type Candidate = readonly [word: string, summary: string];

/** Candidates for the last word, one a line: the word, a tab and its summary. */
export function completeWords(words: readonly string[], { own, tools }: Completing): string {
  const last = words.at(-1) ?? '';
  const found = candidates(words.slice(0, -1), last, { own, tools }).filter(([word]) => word.startsWith(last) && isPlainWord(word));
  return found.map(([word, summary]) => `${word}\t${oneLine(summary)}\n`).join('');
}

function candidates(before: readonly string[], last: string, { own, tools }: Completing): readonly Candidate[] {
  const [first, second] = before.filter((word) => !word.startsWith('-'));
  const commands = own.filter(({ hidden }) => hidden !== true);
  if (first === undefined) {
    if (last.startsWith('-')) return flagWords(globalFlags);
    const ownWords = new Map(commands.map(({ name, summary }): Candidate => [name.split(' ', 1)[0] ?? name, summary]));
    return [...[...tools].map(([command, tool]): Candidate => [command, tool.title ?? tool.description ?? '']), ...ownWords];
  }
  const tool = own.some(({ name }) => name.split(' ', 1)[0] === first) ? undefined : findTool(tools, first);
  const command = findRow(commands, [first, second ?? '']);
  const schema = tool === undefined ? undefined : flagsOfSchema(tool.inputSchema);
  const flags = schema === undefined ? (command?.flags ?? []) : [...schema.flags, schema.whole];
  const values = valuesOf(flags, before.at(-1) ?? '');
  if (values !== undefined) return values;
  if (tool === undefined && command === undefined)
    return rowsOfGroup(own, first).map(({ name, summary }): Candidate => [name.slice(first.length + 1), summary]);
  return flagWords([...flags, ...globalFlags]);
}

/** Values of the flag that was typed before; undefined when it takes none, or any. */
function valuesOf(flags: readonly Flag[], typed: string): readonly Candidate[] | undefined {
  const flag = [...flags, ...globalFlags].find(({ aliases = [], name }) => [name, ...aliases].some((one) => typed === `--${one}`));
  if (flag === undefined || flag.kind.kind === 'boolean') return undefined;
  const kind = flag.kind.kind === 'list' ? flag.kind.item : flag.kind;
  return kind.kind === 'choice'
    ? kind.values.map((value): Candidate => [typeof value === 'string' ? value : JSON.stringify(value), ''])
    : [];
}

const flagWords = (flags: readonly Flag[]): readonly Candidate[] =>
  flags.map(({ name, summary = '' }): Candidate => [`--${name}`, summary]);
