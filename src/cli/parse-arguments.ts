import { closestName } from '@service/sdk/internal';
import type { CommandRow, OptionRow } from './command-row.ts';
import { optionsOf, globalOptions } from './command-options.ts';
import { usageError } from './cli-error.ts';
import { Flags } from './command.ts';

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
    throw readComplaint(complaints.join('') || error.message, { args, table });
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
    hint: rows.length === 0 ? listsCommands : `It can be: ${rows.map(({ name }) => `service ${name}`).join(', ')}`,
  });
}

const listsCommands = '`service --help` lists the commands';
const listsFlags = '`service help <command>` lists the flags';

function readComplaint(text: string, { args, table }: { readonly args: readonly string[]; readonly table: readonly CommandRow[] }): Error {
  const [first = 'wrong arguments', ...rest] = text.trim().split('\n');
  if (first.startsWith('Usage: ')) return missingCommand(first.slice('Usage: '.length).replace(/ \[.*$/, ''), table);
  const unknown = /^error: unknown (?:command|option) '([^']*)'/.exec(first)?.[1];
  const laterOne = unknown === undefined ? undefined : describeLater(unknown.replace(/=.*/, ''));
  if (laterOne !== undefined) return usageError('usage', laterOne.message, { hint: laterOne.hint });
  const choice = /argument '(.*)' is invalid\. Allowed choices are (.*?)\.?$/.exec(first);
  if (choice !== null) {
    const [, typed = '', allowed = ''] = choice;
    return usageError('usage', first.replace(/^error: /, '').replace(/\.$/, ''), {
      hint: listsFlags,
      suggestion: closestName(typed, allowed.split(', ')),
    });
  }
  const missing = /argument '(.*)'$/.exec(first)?.[1];
  const typed = args.join(' ');
  const row = table.find(({ name }) => typed === name || typed.startsWith(`${name} `));
  const { choices, summary } = row?.arguments.find(({ name }) => name === missing) ?? {};
  if (choices !== undefined) return usageError('usage', first.replace(/^error: /, ''), { hint: `It can be: ${summary}` });
  const suggestion = rest
    .find((line) => line.startsWith('(Did you mean '))
    ?.slice('(Did you mean '.length)
    .replace(/\?\)$/, '')
    // Of several that are as near, commander says "one of --format, --target"; one is enough to go on with.
    .replace(/^one of ([^,]+),.*$/, '$1');
  return usageError(
    'usage',
    first.replace(/^error: /, '').replace(/\.$/, ''),
    suggestion === undefined ? { hint: first.startsWith('error: unknown command ') ? listsCommands : listsFlags } : { suggestion },
  );
}

/** Commands and flags of this family of tools that this version does not have: what it does not do, and what does it instead. */
const laterCommands: Readonly<Record<string, readonly [missing: string, instead: string]>> = {
  ...laterRows(
    ['start', 'stop', 'restart', 'status', 'list', 'logs', 'service', 'socket'],
    'it manages no processes',
    'Start dist/node/<name> with the process manager of the system or in a container; http.socketPath serves a Unix socket',
  ),
  ...laterRows(
    ['install', 'uninstall', 'configure'],
    'it installs no servers',
    'Run install-<name>.sh of a build, or give clients the entry that `service eject-mcp-config <client>` prints',
  ),
  'esm-update': ['it loads no apps of other packages at run time', 'Add the package to dependencies and list its app in @Service'],
  skills: ['it has no catalogue of skills', 'Declare skills of the server with @Skill; `service inspect` lists them'],
  plugin: ['it installs no plugins of assistants', '`service eject-mcp-config <client>` prints the entry of a client'],
  inspector: ['it opens no browser', '`service inspect` shows what clients see; `service dev` serves any client'],
  '--skills': ['it installs no skills for assistants', 'Leave it out; declare skills of the server with @Skill'],
  '--show-conflict': ['a port that is taken is always reported with its owner', 'Leave it out'],
  '--serve': ['`service dev` always serves', 'Leave it out; `--stdio` serves one client, and HTTP is the rest'],
  '--log-file': ['it writes no log file of its own', 'Redirect its output: service dev 2> dev.log'],
  '--buffer-size': ['the requests that wait for a restart have a fixed limit', 'Leave it out'],
  '--reload-deadline-ms': ['a request waits 30 seconds for a restart', 'Leave it out'],
  '--nx': ['it makes no workspaces of several projects', 'Create the project in a folder of the workspace'],
};

function laterRows(words: readonly string[], missing: string, instead: string): Record<string, readonly [string, string]> {
  return Object.fromEntries(words.map((word) => [word, [missing, instead] as const]));
}

/** Undefined for a word that is in no version. */
function describeLater(word: string): { readonly message: string; readonly hint: string } | undefined {
  const row = Object.hasOwn(laterCommands, word) ? laterCommands[word] : undefined;
  if (row === undefined) return undefined;
  const [missing, hint] = row;
  return { message: `${word.startsWith('-') ? word : `service ${word}`} is not in this version: ${missing}`, hint };
}
