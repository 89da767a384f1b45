/*
 * The command line: words → a row of the command table → its module → one outcome, printed once.
 * Help and version are printed from the table alone; a command's module (and with it the compiler) loads only when it runs.
 */
import { resolve } from 'node:path';
import { statSync } from 'node:fs';
import type { CliCode } from './cli-codes.ts';
import { CliError, usageError } from './cli-error.ts';
import { commandTable } from './command-table.ts';
import type { CommandOutcome } from './command.ts';
import type { CommandRow } from './command-row.ts';
import { exitCode } from './exit-codes.ts';
import type { ExitCodeName } from './exit-codes.ts';
import { writeFailureReport } from './failure-report.ts';
import { listenForInterrupts } from './interrupts.ts';
import { Output, finish, writeOutputFile } from './output.ts';
import { parseArguments } from './parse-arguments.ts';
import type { ParsedCall } from './parse-arguments.ts';
import { printCommandHelp, printOverview } from './print-help.ts';
import { printOutcome, resultDocument } from './print-outcome.ts';
import { paintFor } from './terminal.ts';
import type { ColourMode } from './terminal.ts';
import { cliVersion } from './versions.ts';

/** Runs one command line and ends the process with its exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const output = new Output({
    json: args.includes('--json'),
    verbose: args.includes('--verbose'),
    colours: readColourMode(args),
    env: process.env,
  });
  if (printWithoutLoading(args, output)) return finish(exitCode('ok'));
  const interrupts = listenForInterrupts((code) => void finish(code));
  let call: ParsedCall | undefined;
  let outcome: CommandOutcome;
  try {
    call = await parseArguments(commandTable, args);
    outcome = await runCommand(call, output, interrupts.signal);
  } catch (error) {
    outcome = outcomeOfFailure(error, { command: call?.row.name ?? '', output, interrupted: interrupts.exit() });
  }
  const command = call?.row.name ?? '';
  await printOutcome(outcome, { command, output, format: call?.flags.text('format') });
  const kept = await keepOutcome(command, outcome, output);
  await finish(exitCode(interrupts.exit() ?? kept ?? outcome.exit));
}

/** Also writes the document where `SERVICE_OUTPUT_FILE` says; the name of an exit code when that fails. */
async function keepOutcome(command: string, outcome: CommandOutcome, output: Output): Promise<ExitCodeName | undefined> {
  const file = process.env['SERVICE_OUTPUT_FILE'];
  if (!file) return undefined;
  try {
    await writeOutputFile(file, process.cwd(), resultDocument(command, outcome));
    return undefined;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const code: CliCode = 'output-file-not-written';
    output.say(
      `error ${code}: Cannot write ${file}, the file that SERVICE_OUTPUT_FILE names (${reason})\n  Name a file in a folder that you can write to`,
    );
    return outcome.exit === 'ok' ? 'environment' : undefined;
  }
}

async function runCommand(call: ParsedCall, output: Output, signal: AbortSignal): Promise<CommandOutcome> {
  const cwd = resolve(call.flags.text('cwd') ?? '.');
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw usageError('no-such-folder', `${cwd} is not a folder`, { hint: 'Give an existing folder with --cwd' });
  const command = await call.row.load();
  return command({ arguments: call.arguments, flags: call.flags, cwd, env: process.env, output, signal });
}

function outcomeOfFailure(
  error: unknown,
  at: { readonly command: string; readonly output: Output; readonly interrupted: ExitCodeName | undefined },
): CommandOutcome {
  if (at.interrupted !== undefined)
    return {
      exit: at.interrupted,
      data: null,
      diagnostics: [{ code: 'interrupted', severity: 'error', message: 'Interrupted; nothing half-written was left' }],
    };
  if (error instanceof CliError) return { exit: error.exit, data: null, diagnostics: error.diagnostics, sources: error.sources };
  const file = writeFailureReport({ version: cliVersion(), command: at.command, error, env: process.env });
  if (at.output.verbose && error instanceof Error && error.stack !== undefined) at.output.say(error.stack);
  const reason = error instanceof Error ? error.message : String(error);
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
  const words = args.filter((word) => !word.startsWith('-'));
  const page = { width: Math.min(output.stdout.width, 120), paint: paintFor(output.stdout) };
  if (words.length === 0 && (args.includes('--version') || args.includes('-V'))) {
    output.data(printVersion(output.json));
    return true;
  }
  const asked = args.includes('--help') || args.includes('-h');
  if (!asked && args.length > 0) return false;
  const row = asked ? findRow(words) : undefined;
  if (words.length > 0 && row === undefined) return false;
  output.data(row === undefined ? printOverview(commandTable, cliVersion(), page) : printCommandHelp(row, page));
  return true;
}

function findRow(words: readonly string[]): CommandRow | undefined {
  const [first = '', second = ''] = words;
  return (
    commandTable.find((row) => row.name === `${first} ${second}`) ??
    commandTable.find((row) => row.name === first || row.aliases?.includes(first) === true)
  );
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
