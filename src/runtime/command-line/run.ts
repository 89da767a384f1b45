import { flagRow, globalFlags, type Flag, type Globals, type Typed } from './arguments/flag.ts';
import { readFlags } from './arguments/read-flags.ts';
import { flagsOfSchema, readToolArguments } from './arguments/schema-flags.ts';
import { aboutCommands } from './commands/about-commands.ts';
import type { CommandCall, Host, Listed, ListedTool, OwnCommand, Program } from './commands/command.ts';
import { entryCommands } from './commands/entry-commands.ts';
import { askListed } from './commands/ask-listed.ts';
import { sessionCommands } from './commands/session-commands.ts';
import { skillCommands } from './commands/skill-commands.ts';
import { callTool, findTool, nameToolCommands } from './commands/tool-commands.ts';
import type { Client } from '../client/client.ts';
import { exitCodes, reportFailure, UsageFault } from './failures.ts';
import {
  argumentUsage,
  completeWords,
  didYouMean,
  findRow,
  interruptionCode,
  printOutcome,
  rowsOfGroup,
  type CompletedRow,
  type Page,
} from '../terminal/index.ts';
import { printGroupHelp, printOwnHelp, printProgramHelp, printToolHelp } from './output/print-help.ts';
import { pageOn } from './output/terminal.ts';
import type { OutputFormat } from './settings.ts';

const ownCommands: readonly OwnCommand[] = [...entryCommands, ...skillCommands, ...sessionCommands, ...aboutCommands];
/** First words of own commands; no tool gets them. */
const reservedWords: ReadonlySet<string> = new Set([...ownCommands.map(({ name }) => name.split(' ', 1)[0] ?? ''), 'help', '__complete']);
/** `prompt greet` is short for `prompt get greet`. */
const shortForms: Readonly<Record<string, string>> = { template: 'template read', prompt: 'prompt get' };

/** Runs one command line of a generated program. Never rejects. @returns the exit code */
export async function runCommandLine(args: readonly string[], program: Program, host: Host): Promise<number> {
  const run = new CommandRun(program, host);
  try {
    return await run.run(args);
  } catch (failure) {
    const interruption = interruptionCode(host.signal);
    if (interruption !== undefined) return interruption;
    return reportFailure(failure, { name: program.name, format: run.format, terminal: host.terminal });
  } finally {
    await run.end();
  }
}

class CommandRun {
  format: OutputFormat;
  readonly #program: Program;
  readonly #host: Host;
  #globals: Globals = {};
  #opened: Promise<Client> | undefined;

  constructor(program: Program, host: Host) {
    this.#program = program;
    this.#host = host;
    this.format = program.settings.outputDefault ?? 'text';
  }

  async run(args: readonly string[]): Promise<number> {
    const at = commandStart(args);
    const before = await this.#readFlags(args.slice(0, at), leadingFlags);
    this.#take(before.globals);
    const { stdio, version } = before.values;
    const [word, ...rest] = args.slice(at);
    if (version === true) return this.#runOwn('version', []);
    if (word === undefined && stdio === true) return this.#runOwn('serve', ['--stdio']);
    if (stdio === true) throw new UsageFault('--stdio stands alone, or behind serve');
    if (word === undefined) return this.#help([], this.#globals.help === true);
    if (word === 'help')
      return this.#help(
        rest.filter((one) => !one.startsWith('-')),
        true,
      );
    if (this.#globals.help === true) return this.#help([word, ...rest], true);
    if (word === '__complete') return this.#complete(rest);
    return reservedWords.has(word) ? this.#runOwn(word, rest) : this.#callTool(word, rest);
  }

  async end(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.then(
      (client) => client.close(),
      () => undefined,
    );
  }

  async #callTool(word: string, rest: readonly string[]): Promise<number> {
    const commands = await this.#toolCommands();
    const tool = findTool(commands, word);
    if (tool === undefined) throw unknownCommand(word, [...commands.keys(), ...reservedWords]);
    const { given, globals } = await readToolArguments(rest, tool.inputSchema, this.#host.terminal.readInput);
    this.#take(globals);
    if (globals.help === true) return this.#help([word], true);
    return callTool(tool, given, this.#call({ values: {}, positionals: [], globals }));
  }

  async #runOwn(first: string, rest: readonly string[]): Promise<number> {
    const { command, args } = findOwn(first, rest);
    if (command === undefined) return this.#runGroup(first, rest);
    const flags = await this.#flagsOf(command, args);
    const typed = await this.#readFlags(args, flags, command.arguments?.length ?? 0);
    this.#take(typed.globals);
    if (typed.globals.help === true) return this.#printPage(printOwnHelp(this.#program.name, { ...command, flags }, this.#page), true);
    checkComplete(command, typed, flags);
    return command.run(this.#call(typed));
  }

  /** A word that only groups commands, such as `sessions`, is no command without a second word. */
  async #runGroup(word: string, rest: readonly string[]): Promise<number> {
    const group = rowsOfGroup(ownCommands, word);
    const [second = '-'] = rest;
    if (group.length === 0) throw unknownCommand(word, []);
    if (!second.startsWith('-'))
      throw unknownCommand(
        `${word} ${second}`,
        group.map(({ name }) => name.slice(word.length + 1)),
      );
    const { globals } = await this.#readFlags(rest, []);
    this.#take(globals);
    return this.#printPage(printGroupHelp(this.#program.name, group, this.#page), globals.help === true);
  }

  async #flagsOf({ flags = [], flagsOf }: OwnCommand, args: readonly string[]): Promise<readonly Flag[]> {
    const [name] = args;
    if (flagsOf === undefined || name === undefined || name.startsWith('-')) return flags;
    return flagsOf(name, await this.#listed());
  }

  #readFlags(args: readonly string[], flags: readonly Flag[], positionals = 0): Promise<Typed> {
    return readFlags(args, { flags, positionals, readInput: this.#host.terminal.readInput });
  }

  #take(globals: Globals): void {
    this.#globals = { ...this.#globals, ...globals };
    this.format = this.#globals.output ?? this.format;
  }

  async #help([word, ...rest]: readonly string[], asked: boolean): Promise<number> {
    const { name } = this.#program;
    if (word === undefined || word === 'help') {
      const commands = { own: ownCommands, tools: await this.#toolCommands() };
      return this.#printPage(printProgramHelp(this.#program, commands, this.#page), asked);
    }
    if (reservedWords.has(word)) return this.#runOwn(word, [...rest, '--help']);
    const commands = await this.#toolCommands();
    const tool = findTool(commands, word);
    if (tool === undefined) throw unknownCommand(word, [...commands.keys(), ...reservedWords]);
    const [command = word] = [...commands].find(([, one]) => one === tool) ?? [];
    return this.#printPage(printToolHelp(`${name} ${command}`, tool, this.#page), true);
  }

  get #page(): Page {
    return pageOn(this.#host.terminal);
  }

  async #complete(words: readonly string[]): Promise<number> {
    // A key press must not start a server, so that what only its start tells is not completed.
    const { listed, settings } = this.#program;
    const tools = nameToolCommands(offered(listed?.tools ?? [], settings.excludeTools), reservedWords);
    const rows = [
      ...[...tools].map(toolRow),
      ...ownCommands.map((command) => ({ ...command, options: (command.flags ?? []).map(flagRow) })),
    ];
    const proposals = await completeWords(words, { rows, globals: globalFlags.map(flagRow) });
    if (proposals !== '') this.#host.terminal.data(proposals);
    return exitCodes.ok;
  }

  /** Names, choices and defaults on it may be those of a server elsewhere. */
  #printPage(page: string, asked: boolean): number {
    const { terminal } = this.#host;
    if (asked) terminal.page(page);
    else terminal.say(page);
    return asked ? exitCodes.ok : exitCodes.usage;
  }

  #call({ globals, positionals, values }: Typed): CommandCall {
    const { format } = this;
    const { terminal } = this.#host;
    return {
      program: this.#program,
      host: this.#host,
      globals: { ...this.#globals, ...globals },
      format,
      values,
      positionals,
      signal: this.#host.signal,
      client: () => this.#client(),
      listed: () => this.#listed(),
      print: (data, text) => printOutcome({ data, text: text === '' ? undefined : text }, terminal, format === 'json'),
    };
  }

  #client(): Promise<Client> {
    return (this.#opened ??= this.#host.open(this.#program, this.#globals));
  }

  async #listed(): Promise<Listed> {
    return this.#program.listed ?? (await askListed(await this.#client()));
  }

  async #toolCommands(): Promise<ReadonlyMap<string, ListedTool>> {
    const { tools } = await this.#listed();
    return nameToolCommands(offered(tools, this.#program.settings.excludeTools), reservedWords);
  }
}

/** A tool as completion shows it. Its own name is no alias where it is a command of the program. */
function toolRow([command, { description, inputSchema, name, title }]: readonly [string, ListedTool]): CompletedRow {
  const { flags, whole } = flagsOfSchema(inputSchema);
  const aliases = reservedWords.has(name) ? [] : [name];
  return { name: command, aliases, summary: title ?? description ?? '', options: [...flags, whole].map(flagRow) };
}

const leadingFlags: readonly Flag[] = [
  { name: 'version', property: 'version', kind: { kind: 'boolean' } },
  { name: 'stdio', property: 'stdio', kind: { kind: 'boolean' } },
];

/** Where the command begins: behind global flags and their values. */
function commandStart(args: readonly string[]): number {
  let at = 0;
  while (args[at]?.startsWith('-') === true) {
    const typed = args[at] ?? '';
    const flag = globalFlags.find(({ name }) => typed === `--${name}`);
    at += flag !== undefined && flag.kind.kind !== 'boolean' ? 2 : 1;
  }
  return Math.min(at, args.length);
}

function findOwn(first: string, rest: readonly string[]): { readonly command: OwnCommand | undefined; readonly args: readonly string[] } {
  const [second = ''] = rest;
  const row = findRow(ownCommands, [first, second]);
  if (row !== undefined) return { command: row, args: rest.slice(row.name.split(' ').length - 1) };
  const short = second === '' || second.startsWith('-') ? undefined : shortForms[first];
  return { command: ownCommands.find(({ name }) => name === short), args: rest };
}

function checkComplete({ arguments: words = [], name: command }: OwnCommand, { positionals, values }: Typed, flags: readonly Flag[]): void {
  const missing = [
    ...words
      .slice(positionals.length)
      .filter(({ required }) => required === true)
      .map(argumentUsage),
    ...flags.filter(({ property, required }) => required === true && !Object.hasOwn(values, property)).map(({ name }) => `--${name}`),
  ];
  if (missing.length > 0) throw new UsageFault(`Missing ${missing.join(', ')}`, `Run ${command} --help to see what it takes`);
}

const offered = (tools: readonly ListedTool[], excluded: readonly string[] = []): readonly ListedTool[] =>
  tools.filter(({ name }) => !excluded.includes(name));

function unknownCommand(typed: string, known: readonly string[]): UsageFault {
  const [group = '', second] = typed.split(' ');
  const hint = `Run ${second === undefined ? 'it with' : group} --help to see the commands`;
  return new UsageFault(`Unknown command ${JSON.stringify(typed)}`, didYouMean(second ?? typed, known, hint));
}
