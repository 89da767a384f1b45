import { printSettings, printVariables } from '../config/print-settings.ts';
import { targetNames } from '../targets/index.ts';
import { exitCodeRows } from './exit-codes.ts';
import { columns } from './terminal.ts';

const output = [
  'stdout carries the result and nothing else; progress, findings and advice go to stderr.',
  '',
  columns([
    ['  --json', 'one document { schemaVersion, ok, command, data, diagnostics } on stdout'],
    ['  --events', 'each finished step as one JSON object a line on stderr'],
    ['  --format', 'findings as pretty, json, sarif or github, where a command has them'],
    ['  SERVICE_OUTPUT_FILE', 'the same document also into a file'],
    ['  --color, NO_COLOR, FORCE_COLOR', 'colours; without a terminal there are none'],
  ]),
  '',
  'Questions are asked on a terminal only, never in CI, and never after another flag was given.',
  'See also: service help exit-codes, service help env',
].join('\n');

function printTargets(): string {
  return [
    'What `service build --target` can build for:',
    '',
    ...targetNames.map((name) => `  ${name}`),
    '',
    'Several at once: --target node,worker, or one row each in `deployments` of the config.',
    'See also: service build --help, service help config',
  ].join('\n');
}

/** Pages of `service help <topic>`, each computed from the data it explains. */
export const topics: Readonly<Record<string, () => string>> = {
  'exit-codes': () => `${columns(exitCodeRows.map((row) => [String(row.code), row.meaning]))}\n\nSee also: service help output`,
  config: printSettings,
  env: printVariables,
  targets: printTargets,
  output: () => output,
};

export const topicNames: readonly string[] = Object.keys(topics);
