import { isJsonObject, jsonMember, storeClass, type Json, type JsonObject } from '@service/sdk/model';
import { tomlString } from '../../escape/toml.ts';
import type { PlatformBinding, PlatformFault, PlatformFile, PlatformFileInput, PlatformRequest } from '../../compiler/target.ts';
import { environmentsOf, hasNode, missingForEnvironment, readPlatformSettings, type PlatformSettings } from './platform-settings.ts';

/** The first on which a fetch may say `cache: 'no-store'`, as the HTTP key-value client does. */
const minDate = '2024-11-11';

/** Features that fetch what a stranger or a provider names. Where names cannot be resolved first, the platform keeps them outside. */
const fetching: ReadonlySet<string> = new Set(['cimd', 'federated', 'remote-auth', 'transparent-auth']);
const publicOnly = 'global_fetch_strictly_public';
const environmentFlags = ['nodejs_compat', 'nodejs_compat_populate_process_env'];

/** What the platform's own tools read. */
export function workerPlatformFile(input: PlatformFileInput): PlatformFile {
  const { bindings = [], builtins, features, name, readsEnvironment, request = {} } = input;
  const needed = [...environmentFlags, ...(features.some((feature) => fetching.has(feature)) ? [publicOnly] : [])];
  const { compatibilityDate = minDate, compatibilityFlags = [], name: workerName = platformName(name), vars = {} } = request;
  const flags = [...new Set([...needed, ...compatibilityFlags])];
  const keyValue = features.includes('storage-http-kv');
  return {
    names: ['wrangler.toml', 'wrangler.json', 'wrangler.jsonc'],
    contents: (main) => printToml({ name: workerName, main, date: compatibilityDate, flags, secrets: secretsOf(features), vars, bindings }),
    faults: (file, text, main) => {
      const settings = readPlatformSettings(file, text);
      if ('problem' in settings) return [{ kind: 'syntax', value: settings.problem, key: '', start: settings.start }];
      const absent = readsEnvironment ? missingForEnvironment(settings) : [];
      const at = (key: string) => ({ key, start: settings.offsetOf(key) });
      return [
        ...(builtins.length > 0 && !hasNode(settings)
          ? [{ kind: 'builtins' as const, value: 'nodejs_compat', ...at('compatibility_flags') }]
          : []),
        ...(needed.includes(publicOnly) && !settings.flags.has(publicOnly)
          ? [{ kind: 'flag' as const, value: publicOnly, ...at('compatibility_flags') }]
          : []),
        ...(absent.length > 0
          ? [{ kind: 'environment' as const, value: absent.map((flag) => `"${flag}"`).join(' and '), ...at('compatibility_flags') }]
          : []),
        ...(keyValue && settings.date < minDate ? [{ kind: 'date' as const, value: minDate, ...at('compatibility_date') }] : []),
        ...[...settingFaults(settings, request, main), ...bindingFaults(settings.value, bindings)].map(({ key, ...fault }) => ({
          kind: 'setting' as const,
          ...fault,
          ...at(key),
        })),
      ];
    },
  };
}

type SettingFault = Required<Pick<PlatformFault, 'value' | 'fix' | 'key'>>;

/** What the platform refuses, what names another bundle, and what is not as the config says. */
function settingFaults(settings: PlatformSettings, request: PlatformRequest, main: string | undefined): readonly SettingFault[] {
  const { compatibilityDate, compatibilityFlags = [], name, vars = {} } = request;
  const { flags, value } = settings;
  const found = (key: string): string => (typeof value[key] === 'string' ? value[key] : '');
  const asked = (key: string, wanted: string): readonly SettingFault[] =>
    found(key) === wanted
      ? []
      : [
          {
            key,
            value: `\`${key}\` is not "${wanted}", as \`wrangler\` of the config says`,
            fix: `Set it to "${wanted}", or change the config`,
          },
        ];
  return [
    ...(name === undefined ? nameFaults(found('name')) : asked('name', name)),
    ...(main === undefined || plainPath(found('main')) === main ? [] : [mainFault(found('main'), main)]),
    ...(compatibilityDate === undefined ? dateFaults(settings) : asked('compatibility_date', compatibilityDate)),
    ...compatibilityFlags
      .filter((flag) => !flags.has(flag))
      .map((flag) => ({
        key: 'compatibility_flags',
        value: `\`compatibility_flags\` has no "${flag}", which the config names`,
        fix: `Add "${flag}", or remove it from the config`,
      })),
    ...Object.entries(vars).flatMap(([variable, text]) =>
      tablesWithout(value, (table) => isJsonObject(table['vars']) && table['vars'][variable] === text).map((table) => ({
        key: 'vars',
        value: `\`${table}vars\` does not give ${variable} the value that the config has`,
        fix: `Set ${variable} there, or remove it from the config. Named environments take no variables over`,
      })),
    ),
    ...(hasTriggers(value)
      ? [
          {
            key: 'triggers',
            value: '`triggers.crons` call `scheduled`, which this worker does not have: every one of them fails',
            fix: 'Remove `triggers`, until a server with managed bundles needs it',
          },
        ]
      : []),
  ];
}

/** `` of a file, or `env.production.` of an environment, that lacks something. A file with environments may have it in these alone. */
function tablesWithout(file: JsonObject, has: (table: JsonObject) => boolean): readonly string[] {
  const environments = environmentsOf(file);
  const own = has(file) || environments.some(([, table]) => has(table)) ? [] : [''];
  return [...own, ...environments.filter(([, table]) => !has(table)).map(([name]) => `env.${name}.`)];
}

/** Stores that would be missing at the first request, and the class of an object that the platform would refuse at the deploy. */
function bindingFaults(file: JsonObject, bindings: readonly PlatformBinding[]): readonly SettingFault[] {
  const missing = bindings.flatMap(({ className, kind, name }) => {
    const { key, member, row } = bindingRows[kind];
    const rowsIn = (table: JsonObject): readonly JsonObject[] =>
      objectsIn(kind === 'worker-kv' ? table[key] : jsonMember(table[key], 'bindings'));
    return tablesWithout(file, (table) => rowsIn(table).some((found) => found[member] === name)).map((table) => ({
      key,
      value: `\`${table}${key}\` has no binding ${name}, in which this server keeps records`,
      fix: `Add ${row(name, className)}. Named environments take no bindings over`,
    }));
  });
  const classes = new Set(objectsIn(file['migrations']).flatMap((step) => step['new_sqlite_classes'] ?? []));
  const unmade = classesOf(bindings).filter((name) => !classes.has(name));
  return unmade.length === 0
    ? missing
    : [
        ...missing,
        {
          key: 'migrations',
          value: `\`migrations\` make no class ${unmade.join(' and no class ')} with SQLite, in which this server keeps records`,
          fix: `Add { tag = "${unusedTag(file)}", new_sqlite_classes = [${unmade.map(tomlString).join(', ')}] } behind the others`,
        },
      ];
}

/** Classes of the objects, each once. */
const classesOf = (bindings: readonly PlatformBinding[]): readonly string[] => [
  ...new Set(bindings.flatMap(({ className = storeClass, kind }) => (kind === 'durable-object' ? [className] : []))),
];

const bindingRows = {
  'durable-object': {
    key: 'durable_objects',
    member: 'name',
    row: (name: string, className = storeClass) => `{ name = "${name}", class_name = "${className}" } to \`durable_objects.bindings\``,
  },
  'worker-kv': { key: 'kv_namespaces', member: 'binding', row: (name: string) => `{ binding = "${name}" } to \`kv_namespaces\`` },
} as const;

const objectsIn = (list: Json | undefined): readonly JsonObject[] => (Array.isArray(list) ? list.filter(isJsonObject) : []);

/** The platform applies each tag once, in their order. */
function unusedTag(file: JsonObject): string {
  const tags = objectsIn(file['migrations']).map(({ tag }) => tag);
  let number = tags.length + 1;
  while (tags.includes(`v${number}`)) number += 1;
  return `v${number}`;
}

const nameForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const nameFaults = (name: string): readonly SettingFault[] =>
  nameForm.test(name)
    ? []
    : [
        {
          key: 'name',
          value: name === '' ? '`name` is missing, and the platform refuses the file' : '`name` is no name of a worker',
          fix: 'Set `name` to up to 63 lower-case letters, digits and hyphens',
        },
      ];

const mainFault = (found: string, main: string): SettingFault => ({
  key: 'main',
  value: found === '' ? '`main` is missing: nothing is deployed' : `\`main\` is "${found}", and this build writes "${main}"`,
  fix: `Set \`main\` to "${main}", or to a module of your own that imports it`,
});

/** `./dist/index.js` is `dist/index.js`. */
const plainPath = (path: string): string => (path.startsWith('./') ? path.slice(2) : path);

const dateFaults = ({ date }: PlatformSettings): readonly SettingFault[] =>
  date === ''
    ? [
        {
          key: 'compatibility_date',
          value: '`compatibility_date` is missing or is no date, and the platform refuses the file',
          fix: `Set \`compatibility_date\` to "${minDate}" or later`,
        },
      ]
    : [];

const hasTriggers = (file: JsonObject): boolean =>
  [file, ...environmentsOf(file).map(([, table]) => table)].some(({ triggers }) => isJsonObject(triggers) && isFilled(triggers['crons']));

const isFilled = (list: Json | undefined): boolean => Array.isArray(list) && list.length > 0;

/** Lower case, digits and dashes, 63 at most. */
function platformName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63);
  return plain.replaceAll(/^-+|-+$/g, '') || 'server';
}

/** Without the first a production worker refuses every request, without the second those of clients before 2026-07-28. */
const secretsOf = (features: readonly string[]): readonly string[] => [
  ...(features.includes('jwks') ? ['JWT_SECRET'] : []),
  ...(features.includes('sessions') ? ['MCP_SESSION_SECRET'] : []),
];

interface Printed {
  readonly name: string;
  readonly main: string;
  readonly date: string;
  readonly flags: readonly string[];
  readonly secrets: readonly string[];
  readonly vars: Readonly<Record<string, string>>;
  readonly bindings: readonly PlatformBinding[];
}

function printToml({ bindings, date, flags, main, name, secrets, vars }: Printed): string {
  const variables = Object.entries(vars).map(([variable, text]) => `${tomlString(variable)} = ${tomlString(text)}`);
  const lines = [
    '# Written by `service build` because the project had none. It is yours: no build changes it.',
    ...secrets.map((secret) => `# Secrets are set apart from it: wrangler secret put ${secret}`),
    `name = ${tomlString(name)}`,
    `main = ${tomlString(main)}`,
    `compatibility_date = ${tomlString(date)}`,
    `compatibility_flags = [${flags.map(tomlString).join(', ')}]`,
    ...bindings.flatMap(printBinding),
    ...printMigration(classesOf(bindings)),
    ...(variables.length > 0 ? ['', '[vars]', ...variables] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const printBinding = ({ className = storeClass, kind, name }: PlatformBinding): readonly string[] =>
  kind === 'worker-kv'
    ? // Without an id the platform's own tools make the namespace at the first deploy.
      ['', '[[kv_namespaces]]', `binding = ${tomlString(name)}`]
    : ['', '[[durable_objects.bindings]]', `name = ${tomlString(name)}`, `class_name = ${tomlString(className)}`];

/** The platform makes the class of an object once, at the deploy with this tag. */
const printMigration = (classes: readonly string[]): readonly string[] =>
  classes.length === 0 ? [] : ['', '[[migrations]]', 'tag = "v1"', `new_sqlite_classes = [${classes.map(tomlString).join(', ')}]`];
