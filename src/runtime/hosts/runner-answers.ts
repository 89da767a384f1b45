import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentNames } from '../options/env.ts';

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
