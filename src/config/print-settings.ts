import type { Field, Fields, Rule } from './setting-row.ts';
import { commonSettings, mcpbSettings, settings } from './generated.ts';

interface NamedField {
  readonly path: string;
  readonly field: Field;
}

/** Every setting with its dotted path; the fields of `deployments[]` are those of all targets together. */
export function listSettings(fields: Fields = settings, prefix = ''): readonly NamedField[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    return [{ path, field }, ...listInside(field.rule, path)];
  });
}

function listInside(rule: Rule, path: string): readonly NamedField[] {
  if (rule.kind === 'object') return listSettings(rule.fields, path);
  if (rule.kind === 'list') return listInside(rule.of, `${path}[]`);
  if (rule.kind === 'map') return listInside(rule.of, `${path}.<name>`);
  if (rule.kind === 'variant')
    return listSettings(Object.fromEntries(Object.values(rule.cases).flatMap((fields) => Object.entries(fields))), path);
  return [];
}

/** Parts of the config that have pages of their own. */
const ownPages = ['build', 'deployments[]', 'cli.commands', 'clients.<name>', 'setup', 'test', 'budgets', 'registry'] as const;

/** Parts of `deployments[]` that only some targets have: the page of the others would be too long. */
const pagesOfTargets = ['instances', 'archives', 'command-lines', 'workers'] as const;

type SettingsPage = 'config' | (typeof ownPages)[number] | (typeof pagesOfTargets)[number];

/** Settings of distributed deployments, on a page of their own: few projects need them, and the other page is long. */
const ofInstances = /^deployments\[\]\.(?:ha|server\.cookies)(?:\.|$)/;

/** Settings of archives. */
const archiveKeys = Object.keys(mcpbSettings).filter((key) => !(key in commonSettings));
const ofArchives = new RegExp(`^deployments\\[\\]\\.(?:${archiveKeys.join('|')})(?:\\.|$)`);

/** Of the target that has a command line. */
const ofCommandLines = /^deployments\[\]\.(?:js|cli)(?:\.|$)/;

const ofWorkers = /^deployments\[\]\.wrangler(?:\.|$)/;

/** Deployments fill a page without what only some targets have. */
const ofSomeTargets = [ofInstances, ofArchives, ofCommandLines, ofWorkers];

const isOn = (page: SettingsPage, path: string): boolean => {
  if (page === 'config') return !ownPages.some((own) => path.startsWith(`${own}.`));
  if (page === 'instances') return ofInstances.test(path);
  if (page === 'archives') return ofArchives.test(path);
  if (page === 'command-lines') return ofCommandLines.test(path);
  if (page === 'workers') return ofWorkers.test(path);
  return path.startsWith(`${page}.`) && !ofSomeTargets.some((pattern) => pattern.test(path));
};

/** Rows of two columns as the command line prints them. */
type PrintRows = (rows: readonly (readonly [string, string])[]) => string;

/** `service help config` and the pages of its larger parts: the keys that this version uses. */
export function printSettings(page: SettingsPage, print: PrintRows): string {
  const rows = listSettings().filter(({ path, field }) => field.refusedBecause === undefined && isOn(page, path));
  const part = (pagesOfTargets as readonly string[]).includes(page) ? 'deployments[]' : page;
  const said = rows.map(({ path, field: { summary, standard } }): [string, string] => [
    `  ${page === 'config' ? path : path.slice(part.length + 1)}`,
    `${summary}${standard === undefined ? '' : ` (default: ${standard})`}`,
  ]);
  const further = page === 'deployments[]' ? 'service help cli, distributed, mcpb, worker, config' : 'service help config';
  if (page !== 'config') return [`In \`${part}\` of the config:`, '', print(said), '', `See also: ${further}`].join('\n');
  return [
    'service.config.ts, .js, .json, .mjs or .cjs; looked for here and ten folders up.',
    'A flag wins over a variable, that over the file, that over the default.',
    '',
    print(said),
    '',
    'Larger parts: service help budgets, build-settings, clients, deployments,',
    'project-commands, registry-settings, setup, test-settings (service help …)',
  ].join('\n');
}

/** `service help env`: variables that this tool reads. */
export function printVariables(print: PrintRows): string {
  const settled = listSettings().flatMap(({ path, field }): [string, string][] =>
    field.variable === undefined ? [] : [[`  ${field.variable}`, `${path}${field.flag === undefined ? '' : `, ${field.flag}`}`]],
  );
  return [
    print([
      ...settled,
      ['  SERVICE_CONFIG', 'config file, --config'],
      ['  SERVICE_OUTPUT_FILE', 'also write the JSON document of the command to this file'],
      ['  SERVICE_SDK_SPEC', 'version or file: tarball of @service/sdk for `service new`, --sdk'],
      ['  SERVICE_CLI_SPEC', 'version or file: tarball of @service/cli for `service new`, --cli'],
      ['  SERVICE_TESTING_SPEC', 'version or file: tarball of @service/testing for `service new`, --testing'],
      ['  SERVICE_REACT_SPEC', 'version or file: tarball of @service/react for `service new --template page`, --react'],
      ['  SERVICE_UI_SPEC', 'version or file: tarball of @service/ui for `service new --template widget`, --ui'],
      ['  NO_COLOR, FORCE_COLOR', 'colours, --color'],
      ['  CI', 'never ask, never draw'],
    ]),
    '',
    'See also: service help config, service help exit-codes',
  ].join('\n');
}
