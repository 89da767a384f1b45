import { isJsonObject } from '../../model/index.ts';
import { globalFlags, type Flag } from '../arguments/flag.ts';
import { sampleValue } from '../arguments/sample-value.ts';
import { flagsOfSchema } from '../arguments/schema-flags.ts';
import { describeKind } from '../arguments/value-kind.ts';
import type { OwnCommand, Program, ListedTool } from '../commands/command.ts';
import { localSession } from '../sessions/session-store.ts';
import type { Json, JsonObject } from '../../model/index.ts';
import { isPlainWord, oneLine, shellWord } from '../../terminal/index.ts';
import { columns } from './terminal.ts';

/** The page of the whole program. */
export function printProgramHelp(
  { name, settings, version }: Program,
  tools: ReadonlyMap<string, ListedTool>,
  own: readonly OwnCommand[],
): string {
  const about = settings.description === undefined ? '' : ` - ${oneLine(settings.description)}`;
  const rows = [...tools].map(([command, tool]): [string, string] => [command, firstSentence(tool.description ?? tool.title ?? '')]);
  const commands = own.filter(({ hidden }) => hidden !== true).map(summaryRow);
  return [
    `${name} ${version}${about}\n`,
    `Usage: ${name} <command> [flags]\n`,
    ...(rows.length === 0 ? [] : [`Tools:\n${columns(rows)}\n`]),
    `Commands:\n${columns(commands)}\n`,
    `Flags of every command:\n${columns([...printFlags(globalFlags), ['--version', 'Print the version']])}\n`,
    `Calls run in this program until you connect to a server elsewhere; --session ${localSession} runs one here again.`,
    `Run ${name} <command> --help to see what a command takes.\n`,
  ].join('\n');
}

/** The page of one tool. */
export function printToolHelp(program: string, command: string, tool: ListedTool): string {
  const { flags, whole } = flagsOfSchema(tool.inputSchema);
  const taken = new Set(flags.map(({ name }) => name));
  const shadowed = globalFlags.filter(({ name }) => taken.has(name)).map(({ name }) => `--${name}`);
  return [
    `Usage: ${program} ${command}${flags.some(({ required }) => required === true) ? ' <flags>' : ' [flags]'}\n`,
    ...(tool.description === undefined ? [] : [`${oneLine(tool.description)}\n`]),
    `Flags:\n${columns(printFlags([...flags, whole]))}\n`,
    'A value - is read from standard input. Lists repeat their flag.',
    ...(shadowed.length === 0 ? [] : [`${shadowed.join(', ')} of every command stands before ${command} here.`]),
    `\nExamples:\n${printExamples(`${program} ${command}`, tool, flags)}\n`,
  ].join('\n');
}

/** The page of one of the program's own commands, or of several that begin with the same word. */
export function printOwnHelp(program: string, commands: readonly OwnCommand[], flags: readonly Flag[]): string {
  const usages = commands.map(
    ({ takes = [], words }) => `Usage: ${[program, words, ...takes].join(' ')}${flags.length === 0 ? '' : ' [flags]'}`,
  );
  const [only] = commands;
  const examples = commands.flatMap(({ examples: lines = [] }) => lines);
  return [
    commands.length === 1 && only !== undefined
      ? `${usages.join('\n')}\n\n${only.summary}.\n`
      : `Usage: ${program} <command>\n\n${columns(commands.map(summaryRow))}\n`,
    ...(flags.length === 0 ? [] : [`Flags:\n${columns(printFlags(flags))}\n`]),
    ...(examples.length === 0 ? [] : [`Examples:\n${examples.map((line) => `  ${program} ${line}`).join('\n')}\n`]),
  ].join('\n');
}

const summaryRow = ({ summary, takes = [], words }: OwnCommand): [string, string] => [[words, ...takes].join(' '), summary];

const printFlags = (flags: readonly Flag[]): [string, string][] =>
  flags.map(({ kind, name, required, short, standard, summary = '' }) => [
    `${short === undefined ? '' : `-${short}, `}--${name}${kind.kind === 'boolean' ? '' : ` <${describeKind(kind)}>`}`,
    [
      oneLine(summary),
      ...(required === true ? ['(required)'] : []),
      ...(kind.kind === 'list' ? ['(repeatable)'] : []),
      ...(standard === undefined ? [] : [`(default: ${JSON.stringify(standard)})`]),
    ]
      .filter((part) => part !== '')
      .join(' '),
  ]);

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

function wordOf(value: Json): string {
  const text = oneLine(typeof value === 'string' ? value : JSON.stringify(value));
  return isPlainWord(text) ? text : shellWord(text);
}

const firstSentence = (text: string): string => {
  const line = oneLine(text);
  const end = line.search(/[.!?](?:\s|$)/);
  return end === -1 ? line : line.slice(0, end);
};
