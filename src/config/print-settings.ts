import type { Field, Fields, Rule } from './setting-row.ts';
import { settings } from './settings.ts';

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

/** `service help config`: the keys that this version uses. */
export function printSettings(): string {
  const used = listSettings().filter(({ path, field }) => !field.later && !isUnderLater(path));
  const width = Math.max(...used.map(({ path }) => path.length));
  const lines = used.map(
    ({ path, field }) => `  ${path.padEnd(width)}  ${field.summary}${field.standard === undefined ? '' : ` (default: ${field.standard})`}`,
  );
  return [
    'service.config.ts, .js, .json, .mjs or .cjs; looked for here and in at most ten folders above.',
    'A flag wins over a SERVICE_* variable, that over the file, that over the default.',
    '',
    ...lines,
    '',
    'Accepted and not used yet (each gives a warning):',
    `  ${listSettings()
      .filter(({ field, path }) => field.later && !isUnderLater(path))
      .map(({ path }) => path)
      .join(', ')}`,
    '',
    'See also: service help env, service help exit-codes',
  ].join('\n');
}

/** `service help env`: variables that this tool reads. */
export function printVariables(): string {
  const rows = [
    ...listSettings().flatMap(({ path, field }) =>
      field.variable === undefined ? [] : [[field.variable, `${path}${field.flag === undefined ? '' : `, ${field.flag}`}`]],
    ),
    ['SERVICE_CONFIG', 'config file, --config'],
    ['SERVICE_OUTPUT_FILE', 'also write the JSON document of the command to this file'],
    ['SERVICE_SDK_SPEC', 'version or file: tarball of @service/sdk for `service new`, --sdk'],
    ['SERVICE_CLI_SPEC', 'version or file: tarball of @service/cli for `service new`, --cli'],
    ['NO_COLOR, FORCE_COLOR', 'colours, --color'],
    ['CI', 'never ask, never draw'],
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return [...rows.map(([name = '', use]) => `  ${name.padEnd(width)}  ${use}`), '', 'See also: service help config'].join('\n');
}

function isUnderLater(path: string): boolean {
  return listSettings().some(
    (other) =>
      other.field.later === true && path !== other.path && (path.startsWith(`${other.path}.`) || path.startsWith(`${other.path}[`)),
  );
}
