import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentNames } from '../options/env.ts';
import type { HostedServer } from './host.ts';
import { readNodeEnvironment } from './process-environment.ts';
import { exitProcess } from './end-application.ts';
import { readRunnerFlags } from './runner-flags.ts';
import { startHttp } from './start-http.ts';
import { describeFailure } from './start-report.ts';
import { startStdio } from './start-stdio.ts';

/** Runs a server as this process: over HTTP, or over stdio with `--stdio` or `SERVICE_STDIO=1`. Every failure is one clear line and exit code 1. */
export async function startNode(options: HostedServer): Promise<void> {
  const { settings } = options;
  const request = readRunnerFlags(process.argv.slice(2));
  if (request.kind === 'unsupported') {
    process.stderr.write(`unsupported flag '${request.flag}' on the server runner.\n${runnerHint}\n`);
    exitProcess(2);
  }
  if (request.kind !== 'serve') {
    const variables = options.features.flatMap((feature) => feature.variables ?? []);
    answerRunnerQuestion(request.kind, { ...settings, variables });
    return;
  }
  try {
    const environment = await readNodeEnvironment(options);
    if (request.stdio || environment.SERVICE_STDIO) await startStdio(options, environment);
    else await startHttp(options, environment);
  } catch (failure) {
    process.stderr.write(`${settings.name}: ${describeFailure(failure, options.mapStack)}\n`);
    exitProcess(1);
  }
}

/** Where what a flag would say is said. */
const runnerHint = 'The port is that of the variable PORT; --help lists flags and variables.';

interface Program {
  readonly name: string;
  readonly version: string;
  /** Variables that its features read. */
  readonly variables: readonly string[];
}

/** `--help`, `--version` and `--print-manifest` of a built server; the manifest lies beside the program. */
export function answerRunnerQuestion(kind: 'help' | 'version' | 'print-manifest', program: Program): void {
  if (kind === 'version') process.stdout.write(`${program.version}\n`);
  else if (kind === 'help') process.stdout.write(printHelp(program));
  else process.stdout.write(readManifest(program.name));
}

function printHelp({ name, variables: further }: Program): string {
  const flags = [
    '  --stdio           Serve one client over stdin and stdout instead of HTTP.',
    '  --help            Print this text.',
    '  --version         Print the version.',
    '  --print-manifest  Print what the build says about this server, as JSON.',
  ];
  // The compiler's command line explains them: sentences for every variable would be in every bundle.
  const variables = [...environmentNames, ...further].map((key) => `  ${key}`);
  return `Usage: ${name} [--stdio]\n\nFlags:\n${flags.join('\n')}\n\nEnvironment ("service help server" explains it):\n${variables.join('\n')}\n`;
}

/** @throws {Error} when the file was moved away from its manifest */
function readManifest(name: string): string {
  const program = process.argv[1] ?? '.';
  return readFileSync(join(program, '..', `${name}.manifest.json`), 'utf8');
}
