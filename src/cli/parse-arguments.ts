import { closestName } from '@service/sdk/internal';
import type { CommandRow, OptionRow } from './command-row.ts';
import { optionsOf } from './command-options.ts';
import { usageError } from './cli-error.ts';
import { Flags } from './command.ts';
import { globalOptions } from './command-options.ts';
import { describeLater } from './later-commands.ts';

export interface ParsedCall {
  readonly row: CommandRow;
  readonly arguments: readonly string[];
  readonly flags: Flags;
}

/** Turns words into a call, with commander; its complaints become usage errors with its suggestion as the hint. */
export async function parseArguments(table: readonly CommandRow[], args: readonly string[]): Promise<ParsedCall> {
  const { Command, CommanderError, Option } = await import('commander');
  let parsed: ParsedCall | undefined;
  const complaints: string[] = [];
  const program = new Command('service');
  const silence = (command: InstanceType<typeof Command>): InstanceType<typeof Command> =>
    command
      .exitOverride()
      .helpOption(false)
      .helpCommand(false)
      .configureOutput({
        writeOut: () => undefined,
        writeErr: (text) => complaints.push(text),
        outputError: (text) => complaints.push(text),
      });
  const optionOf = (row: OptionRow): InstanceType<typeof Option> => {
    const value = row.value === undefined ? '' : ` <${row.value}>`;
    const option = new Option(`${row.short === undefined ? '' : `-${row.short}, `}--${row.name}${value}`);
    if (row.list)
      option.argParser((text: string, before: string[] | undefined) => [
        ...(before ?? []),
        ...text.split(',').filter((part) => part !== ''),
      ]);
    else if (row.choices !== undefined) option.choices([...row.choices]);
    return option;
  };
  silence(program);
  // Behind the name of a command its own flags win over global ones with the same letter.
  program.enablePositionalOptions(hasOwnLetters(table.find(({ name }) => name === args.find((word) => !word.startsWith('-')))));
  for (const option of globalOptions) program.addOption(optionOf(option));
  for (const row of table) {
    const [first = '', second] = row.name.split(' ');
    const parent =
      second === undefined ? program : (program.commands.find((command) => command.name() === first) ?? silence(program.command(first)));
    const command = silence(parent.command(second ?? first));
    for (const alias of row.aliases ?? []) command.alias(alias);
    for (const argument of row.arguments) {
      const words = `${argument.name}${argument.variadic === true ? '...' : ''}`;
      command.argument(argument.required ? `<${words}>` : `[${words}]`);
    }
    for (const option of optionsOf(row)) command.addOption(optionOf(option));
    command.allowExcessArguments(false).action(() => {
      parsed = {
        row,
        arguments: command.args,
        flags: new Flags(readValues(row, command.optsWithGlobals(), (key) => command.getOptionValueSourceWithGlobals(key) !== 'default')),
      };
    });
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw readComplaint(complaints.join('') || error.message, table);
  }
  if (parsed === undefined)
    throw usageError('missing-command', `service ${args.join(' ')}: which command?`, { hint: '`service --help` lists the commands' });
  return parsed;
}

const hasOwnLetters = (row: CommandRow | undefined): boolean =>
  row?.options.some((option) =>
    globalOptions.some(({ name, short }) => option.name === name || (short !== undefined && option.short === short)),
  ) === true;

/** Commander keeps flags in camel case and gives `--no-x` a default; rows know their own spelling. */
function readValues(
  row: CommandRow,
  values: Readonly<Record<string, unknown>>,
  wasTyped: (key: string) => boolean,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const option of optionsOf(row)) {
    const negated = option.name.startsWith('no-');
    const key = (negated ? option.name.slice(3) : option.name).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (!wasTyped(key) || values[key] === undefined) continue;
    read[option.name] = negated ? values[key] === false : values[key];
  }
  return read;
}

/** `service contract` alone: what may follow. */
function missingCommand(typed: string, table: readonly CommandRow[]): Error {
  const [, group] = typed.split(' ');
  const rows = group === undefined ? [] : table.filter(({ name }) => name.startsWith(`${group} `));
  return usageError('missing-command', `${typed}: which command?`, {
    hint: rows.length === 0 ? '`service --help` lists the commands' : `It can be: ${rows.map(({ name }) => `service ${name}`).join(', ')}`,
  });
}

function readComplaint(text: string, table: readonly CommandRow[]): Error {
  const [first = 'wrong arguments', ...rest] = text.trim().split('\n');
  if (first.startsWith('Usage: ')) return missingCommand(first.slice('Usage: '.length).replace(/ \[.*$/, ''), table);
  const unknown = /^error: unknown (?:command|option) '([^']*)'/.exec(first)?.[1];
  const laterOne = unknown === undefined ? undefined : describeLater(unknown.replace(/=.*/, ''));
  if (laterOne !== undefined) return usageError('usage', laterOne.message, { hint: laterOne.hint });
  const choice = /argument '(.*)' is invalid\. Allowed choices are (.*?)\.?$/.exec(first);
  if (choice !== null) {
    const [, typed = '', allowed = ''] = choice;
    return usageError('usage', first.replace(/^error: /, '').replace(/\.$/, ''), {
      hint: '`service help <command>` lists the flags',
      suggestion: closestName(typed, allowed.split(', ')),
    });
  }
  const suggestion = rest
    .find((line) => line.startsWith('(Did you mean '))
    ?.slice('(Did you mean '.length)
    .replace(/\?\)$/, '')
    // Of several that are as near, commander says "one of --format, --target"; one is enough to go on with.
    .replace(/^one of ([^,]+),.*$/, '$1');
  return usageError(
    'usage',
    first.replace(/^error: /, '').replace(/\.$/, ''),
    suggestion === undefined ? { hint: '`service help <command>` lists the flags' } : { suggestion },
  );
}
