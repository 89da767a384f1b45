import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { flagRow, globalFlags, type Flag } from '../arguments/flag.ts';
import { sampleValue } from '../arguments/sample-value.ts';
import { flagsOfSchema } from '../arguments/schema-flags.ts';
import type { OwnCommand, Program, ListedTool } from '../commands/command.ts';
import { localSession } from '../sessions/session-store.ts';
import { argumentUsage, flagTexts, commandWord, list, oneLine, printPage, section, wrap, type Page } from '../../terminal/index.ts';

/** What the program has. */
export interface Commands {
  readonly own: readonly OwnCommand[];
  readonly tools: ReadonlyMap<string, ListedTool>;
}

/** The page of the whole program. */
export function printProgramHelp({ name, settings, version }: Program, { own, tools }: Commands, page: Page): string {
  const about = settings.description === undefined ? '' : ` - ${oneLine(settings.description)}`;
  const rows = [...tools].map(([command, tool]) => [command, firstSentence(tool.description ?? tool.title ?? '')]);
  const flags = flagTexts([...globalFlags.map(flagRow), { name: 'version', summary: 'Print the version' }]);
  return printPage([
    `${name} ${version}${about}`,
    `Usage: ${name} <command> [flags]`,
    section('Tools', rows, page),
    section('Commands', own.filter(({ hidden }) => hidden !== true).map(summaryRow), page),
    section('Flags of every command', flags, page),
    `Calls run in this program until you connect to a server elsewhere; --session ${localSession} runs one here again.\nRun ${name} <command> --help to see what a command takes.`,
  ]);
}

/** The page of one tool. @param typed program and command */
export function printToolHelp(typed: string, tool: ListedTool, page: Page): string {
  const { flags, whole } = flagsOfSchema(tool.inputSchema);
  const taken = new Set(flags.map(({ name }) => name));
  const shadowed = globalFlags.filter(({ name }) => taken.has(name)).map(({ name }) => `--${name}`);
  const hints = [
    'A value - is read from standard input. Lists repeat their flag.',
    ...(shadowed.length === 0 ? [] : [`${shadowed.join(', ')} of every command stands before ${typed.split(' ').at(-1)} here.`]),
  ];
  return printPage([
    `Usage: ${typed}${flags.some(({ required }) => required === true) ? ' <flags>' : ' [flags]'}`,
    wrap(oneLine(tool.description ?? ''), page.width),
    section('Flags', flagTexts([...flags, whole].map(flagRow)), page),
    hints.join('\n'),
    section('Examples', printExamples(typed, tool, flags), page),
  ]);
}

/** The page of one of the program's own commands. @param flags those that the words name */
export function printOwnHelp(program: string, command: OwnCommand & { readonly flags: readonly Flag[] }, page: Page): string {
  const { arguments: words = [], examples = [], flags, name, summary } = command;
  return printPage([
    `Usage: ${[program, name, ...words.map(argumentUsage), ...(flags.length === 0 ? [] : ['[flags]'])].join(' ')}`,
    `${summary}.`,
    section('Flags', flagTexts(flags.map(flagRow)), page),
    section('Examples', examples.map((line) => `  ${program} ${line}`).join('\n'), page),
  ]);
}

/** The page of a word that several of them begin with. */
export const printGroupHelp = (program: string, group: readonly OwnCommand[], page: Page): string =>
  printPage([`Usage: ${program} <command>`, list(group.map(summaryRow), page)]);

const summaryRow = ({ arguments: words = [], name, summary }: OwnCommand): readonly string[] => [
  [name, ...words.map(argumentUsage)].join(' '),
  summary,
];

/** @param typed program and command */
function printExamples(typed: string, { examples = [], inputSchema }: ListedTool, flags: readonly Flag[]): string {
  const written = examples.map(({ input }) => `  ${typed}${argumentsOf(input, flags)}`);
  const required = flags.filter((flag) => flag.required === true);
  const sample = Object.fromEntries(
    required.map(({ property }) => [property, sampleValue(propertyOf(inputSchema, property), inputSchema)]),
  );
  return (written.length > 0 ? written : [`  ${typed}${argumentsOf(sample, flags)}`]).join('\n');
}

const propertyOf = ({ properties }: JsonObject, name: string): Json | undefined =>
  isJsonObject(properties) ? properties[name] : undefined;

/** Quotes words for a POSIX shell. */
function argumentsOf(input: JsonObject, flags: readonly Flag[]): string {
  return Object.entries(input)
    .flatMap(([property, value]) => {
      const flag = flags.find((one) => one.property === property);
      if (flag === undefined) return [];
      if (flag.kind.kind === 'boolean') return [value === false ? `--no-${flag.name}` : `--${flag.name}`];
      return (flag.kind.kind === 'list' && Array.isArray(value) ? value : [value ?? null]).map((one) => `--${flag.name} ${wordOf(one)}`);
    })
    .map((text) => ` ${text}`)
    .join('');
}

const wordOf = (value: Json): string => commandWord(oneLine(typeof value === 'string' ? value : JSON.stringify(value)));

const firstSentence = (text: string): string => {
  const line = oneLine(text);
  const end = line.search(/[.!?](?:\s|$)/);
  return end === -1 ? line : line.slice(0, end);
};
