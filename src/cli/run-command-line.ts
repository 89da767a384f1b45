/*
 * The command line: words → a row of the command table → its module → one outcome, printed once.
 * Help and version are printed from the table alone; a command's module (and with it the compiler) loads only when it runs.
 */
import { messageOf } from '@service/sdk/internal';
import { completeWords, failureText, findRow, pageOf, rowsOfGroup, type ColourMode } from '@service/sdk/terminal';
import { resolve } from 'node:path';
import { existsSync, realpathSync, statSync } from 'node:fs';
import type { CliCode } from './cli-codes.ts';
import { CliError, usageError } from './cli-error.ts';
import { commandTable } from './command-table.ts';
import type { CommandCall, CommandOutcome } from './command.ts';
import type { CommandRow } from './command-row.ts';
import { exitCode } from './exit-codes.ts';
import { globalOptions } from './command-options.ts';
import { writeFailureReport, isTooDeep, tooDeepFinding } from './failure-report.ts';
import { hearSignals, interruptionOf } from './interrupts.ts';
import { Output, writeOutputFile, type OutputStreams } from './output.ts';
import { parseArguments, type ParsedCall } from './parse-arguments.ts';
import { printCommandHelp, printGroupHelp, printOverview } from './print-help.ts';
import { printOutcome, resultDocument } from './print-outcome.ts';
import { cliVersion } from './versions.ts';
import { codeOf } from '../std/error-code.ts';

/** What a command line takes from the process that it runs in. */
export interface CommandLineHost extends OutputStreams, Pick<CommandCall, 'env' | 'stdin' | 'signal' | 'compileCache'> {
  /** Absolute folder that relative paths of the command line start from. */
  readonly cwd: string;
}

/** Runs one command line. It ends no process and keeps nothing, so that one process may run many. @returns the exit code */
export async function runCommandLine(args: readonly string[], host: CommandLineHost): Promise<number> {
  if (args[0] === '__complete') return printCompletion(args.slice(1), host);
  const output = new Output({
    json: args.includes('--json'),
    events: args.includes('--events'),
    verbose: args.includes('--verbose'),
    colours: readColourMode(args),
    env: host.env,
    streams: host,
  });
  if (printWithoutLoading(args, output)) return exitCode('ok');
  let call: ParsedCall | undefined;
  let outcome: CommandOutcome;
  try {
    const table = await tableFor(args, host);
    // Help of a row that only its project has: the others were printed before anything loaded.
    const row = asksHelp(args) ? findRow(table, wordsOf(args)) : undefined;
    call = row === undefined ? await parseArguments(table, args) : undefined;
    outcome = call === undefined ? helpOutcome(row, output) : await runCommand(call, output, host);
  } catch (error) {
    await hearSignals();
    outcome = outcomeOfFailure(error, { command: call?.row.name ?? '', output, host });
  }
  const command = call?.row.name ?? '';
  await printOutcome(outcome, { command, output, format: call?.flags.text('format') });
  const isKept = await keepOutcome(resultDocument(command, outcome), output, host);
  const exit = exitCode(interruptionOf(host.signal) ?? (isKept || outcome.exit !== 'ok' ? outcome.exit : 'environment'));
  output.event('end', { command, ok: exit === 0, exit });
  return exit;
}

/** The commands of this version; those of the project too when no command begins with the first word. */
async function tableFor(args: readonly string[], host: CommandLineHost): Promise<readonly CommandRow[]> {
  const [first] = wordsOf(args);
  if (first === undefined) return commandTable;
  if (commandTable.some((row) => row.name.split(' ')[0] === first || row.aliases?.includes(first) === true)) return commandTable;
  const { findProjectRows } = await import('./custom-commands/project-rows.ts');
  const cwd = workingFolder(host, flagValue(args, ['--cwd', '-C']));
  return [...commandTable, ...(await findProjectRows({ word: first, cwd, config: flagValue(args, ['--config', '-c']), env: host.env }))];
}

/** A flag's value before the words are parsed. */
function flagValue(args: readonly string[], names: readonly string[]): string | undefined {
  const joined = args.find((word) => names.some((name) => word.startsWith(`${name}=`)));
  return joined?.slice(joined.indexOf('=') + 1) ?? args[args.findIndex((word) => names.includes(word)) + 1 || args.length];
}

/** The folder of `--cwd` as `cd` would enter it: relative paths in its files start where a symlink leads. */
function workingFolder({ cwd }: CommandLineHost, named = '.'): string {
  const folder = resolve(cwd, named);
  return existsSync(folder) ? realpathSync(folder) : folder;
}

/** Answers a shell's completion request: on failure with nothing, never with an error in the middle of a line. */
async function printCompletion(words: readonly string[], host: CommandLineHost): Promise<number> {
  const output = new Output({ json: false, events: false, verbose: false, colours: 'never', env: host.env, streams: host });
  try {
    const { valuesFrom } = await import('./completion/values-from.ts');
    const at = { table: commandTable, cwd: workingFolder(host, flagValue(words, ['--cwd', '-C'])) };
    const text = await completeWords(words, { rows: commandTable, globals: globalOptions, valuesFrom: (source) => valuesFrom(source, at) });
    if (text !== '') output.data(text);
  } catch {
    // The shell then completes file names.
  }
  return exitCode('ok');
}

/** Also writes the document where `SERVICE_OUTPUT_FILE` says. @returns false when that fails */
async function keepOutcome(document: string, output: Output, host: CommandLineHost): Promise<boolean> {
  const file = host.env['SERVICE_OUTPUT_FILE'];
  if (!file) return true;
  try {
    await writeOutputFile(file, host.cwd, document);
    return true;
  } catch (error) {
    const reason = codeOf(error) ?? String(error);
    const code: CliCode = 'output-file-not-written';
    const message = `Cannot write ${file}, the file that SERVICE_OUTPUT_FILE names (${reason})`;
    output.say(failureText(`error ${code}`, message, 'Name a file in a folder that you can write to'));
    return false;
  }
}

async function runCommand(call: ParsedCall, output: Output, host: CommandLineHost): Promise<CommandOutcome> {
  const cwd = workingFolder(host, call.flags.text('cwd'));
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw usageError('no-such-folder', `${cwd} is not a folder`, { hint: 'Give an existing folder with --cwd' });
  const command = await call.row.load();
  const { compileCache, env, signal } = host;
  return command({
    arguments: call.arguments,
    flags: call.flags,
    cwd,
    env,
    output,
    signal,
    compileCache,
    get stdin() {
      return host.stdin;
    },
  });
}

function outcomeOfFailure(
  error: unknown,
  at: { readonly command: string; readonly output: Output; readonly host: CommandLineHost },
): CommandOutcome {
  const interruption = interruptionOf(at.host.signal);
  if (interruption !== undefined)
    return {
      exit: interruption,
      data: null,
      diagnostics: [{ code: 'interrupted', severity: 'error', message: 'Interrupted; nothing half-written was left' }],
    };
  if (error instanceof CliError) {
    const { diagnostics, exit, projectRoot, sources } = error;
    return { exit, data: null, diagnostics, sources, projectRoot };
  }
  if (isTooDeep(error)) return { exit: 'failure', data: null, diagnostics: [tooDeepFinding(at.host.cwd)] };
  const file = writeFailureReport({ version: cliVersion(), command: at.command, error, env: at.host.env });
  if (at.output.verbose && error instanceof Error && error.stack !== undefined) at.output.say(error.stack);
  const reason = messageOf(error);
  return {
    exit: 'failure',
    data: { report: file },
    diagnostics: [
      {
        code: 'unexpected-failure',
        severity: 'error',
        message: `This is a defect of service, not of your project: ${reason}`,
        hint: `A report without secrets is in ${file}; --verbose shows the stack`,
      },
    ],
  };
}

/** Answers `--version` and `--help` without commander and without any command's module. Returns false when the words ask for something else. */
function printWithoutLoading(args: readonly string[], output: Output): boolean {
  const words = wordsOf(args);
  if (words.length === 0 && (args.includes('--version') || args.includes('-V'))) {
    output.data(printVersion(output.json));
    return true;
  }
  if (words.length === 0 && args.includes('--list-commands')) {
    output.data(printCommandNames(output.json));
    return true;
  }
  const asked = asksHelp(args);
  if (!asked && args.length > 0) return false;
  const row = asked ? findRow(commandTable, words) : undefined;
  const group = asked && row === undefined && words.length === 1 ? rowsOfGroup(commandTable, words[0]) : [];
  if (words.length > 0 && row === undefined && group.length === 0) return false;
  const outcome = group.length > 0 ? groupOutcome(group, output) : helpOutcome(row, output);
  if (output.json) output.data(resultDocument('help', outcome));
  else output.page(outcome.text ?? '');
  return true;
}

/** The words that are neither global flags nor their values. */
const wordsOf = (args: readonly string[]): readonly string[] =>
  args.filter((word, index) => !word.startsWith('-') && !valuedFlags.has(args[index - 1] ?? ''));

const valuedFlags: ReadonlySet<string> = new Set(
  globalOptions.flatMap(({ name, short, value }) =>
    value === undefined ? [] : [`--${name}`, ...(short === undefined ? [] : [`-${short}`])],
  ),
);

const asksHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

function helpOutcome(row: CommandRow | undefined, output: Output): CommandOutcome {
  const text =
    row === undefined ? printOverview(commandTable, cliVersion(), pageOf(output.stdout)) : printCommandHelp(row, pageOf(output.stdout));
  return { exit: 'ok', data: { topic: row?.name ?? '', text }, text };
}

/** The page of a word that several commands begin with. */
function groupOutcome(rows: readonly CommandRow[], output: Output): CommandOutcome {
  const [topic = ''] = rows[0]?.name.split(' ') ?? [];
  const text = printGroupHelp(topic, rows, pageOf(output.stdout));
  return { exit: 'ok', data: { topic, text }, text };
}

/** For scripts: the names alone, one a line. */
function printCommandNames(json: boolean): string {
  const names = commandTable.filter(({ hidden }) => hidden !== true).map(({ name }) => name);
  const outcome: CommandOutcome = { exit: 'ok', data: { commands: names } };
  return json ? resultDocument('list-commands', outcome) : names.join('\n');
}

function printVersion(json: boolean): string {
  const version = cliVersion();
  if (!json) return `service ${version} (node ${process.version}, ${process.platform}-${process.arch})`;
  const data = {
    version,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    nodePath: process.execPath,
    cliPath: process.argv[1] ?? '',
  };
  return resultDocument('version', { exit: 'ok', data });
}

function readColourMode(args: readonly string[]): ColourMode {
  const joined = args.find((word) => word.startsWith('--color='))?.slice('--color='.length) ?? args[args.indexOf('--color') + 1];
  return args.some((word) => word.startsWith('--color')) && (joined === 'always' || joined === 'never') ? joined : 'auto';
}
