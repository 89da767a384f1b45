import { httpVariableTexts, serverVariableTexts } from '@service/sdk/options';
import { laterSettings, printSettings, printVariables } from '../config/print-settings.ts';
import { targetNames } from '../targets/index.ts';
import { exitCodeRows } from './exit-codes.ts';
import { table, wrap } from './terminal.ts';

type Rows = readonly (readonly string[])[];

/** Pages of `service help <topic>`, each computed from the data it explains, for a page of some width. */
export const topics: Readonly<Record<string, (width: number) => string>> = {
  'exit-codes': (width) =>
    `${table(
      exitCodeRows.map((row): readonly string[] => [String(row.code), row.meaning]),
      width,
    )}\n\nSee also: service help output`,
  config: (width) => printSettings('config', inWidth(width)),
  deployments: (width) => printSettings('deployments[]', inWidth(width)),
  'project-commands': (width) => printSettings('cli.commands', inWidth(width)),
  env: (width) => printVariables(inWidth(width)),
  server: (width) => `${printTexts(serverVariableTexts, width)}\n\nSee also: service help server-http`,
  'server-http': (width) => `${printTexts(httpVariableTexts, width)}\n\nSee also: service help server`,
  targets: printTargets,
  output: printOutput,
  later: (width) =>
    `Settings that are accepted and have no effect yet; each gives a warning:\n\n  ${wrap(laterSettings().join(', '), width, 2)}\n\nSee also: service help config`,
};

export const topicNames: readonly string[] = Object.keys(topics);

const inWidth =
  (width: number) =>
  (rows: Rows): string =>
    table(rows, width);

function printOutput(width: number): string {
  const rows: Rows = [
    ['  --json', 'one document { schemaVersion, ok, command, data, diagnostics } on stdout'],
    ['  --events', 'what happens, one JSON object a line, on stderr'],
    ['  --format', 'findings as pretty, json, sarif or github, where a command has them'],
    ['  SERVICE_OUTPUT_FILE', 'the same document also into a file'],
    ['  --color', 'wins over NO_COLOR, that over FORCE_COLOR; without a terminal there are no colours'],
  ];
  return [
    wrap('stdout carries the result and nothing else; progress, findings and advice go to stderr.', width),
    '',
    table(rows, width),
    '',
    wrap('Questions are asked on a terminal only, never in CI, and never after another flag was given.', width),
    'See also: service help exit-codes, service help env, service help server',
  ].join('\n');
}

/** What a built server reads where it runs; its own `--help` has the names alone. */
function printTexts(texts: Readonly<Record<string, readonly [meaning: string, standard?: string]>>, width: number): string {
  const rows = Object.entries(texts).map(([name, [meaning, standard]]) => [
    `  ${name}`,
    standard === undefined ? meaning : `${meaning} Default: ${standard}.`,
  ]);
  return table(rows, width);
}

function printTargets(width: number): string {
  return [
    'What `service build --target` can build for:',
    '',
    ...targetNames.map((name) => `  ${name}`),
    '',
    wrap('Several at once: --target node,worker, or one row each in `deployments` of the config.', width),
    'See also: service build --help, service help deployments',
  ].join('\n');
}
