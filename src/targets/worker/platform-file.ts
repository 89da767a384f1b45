import { isJsonObject, jsonMember, jsonObjectsIn, storeClass, type Json, type JsonObject } from '@service/sdk/model';
import { tomlString } from '../../escape/toml.ts';
import type { PlatformBinding, PlatformFault, PlatformFile, PlatformFileInput, PlatformRequest } from '../../compiler/target.ts';
import {
  hasNode,
  missingForEnvironment,
  notInherited,
  readPlatformSettings,
  type PlatformSettings,
  type WorkerSettings,
} from './platform-settings.ts';

/** Of scaffolds, and the first on which a fetch may say `cache: 'no-store'`, as the HTTP key-value client does. */
const minDate = '2024-11-11';

/** Features that fetch what a stranger, a provider or a description names. Where names cannot be resolved first, the platform keeps them outside. */
const fetching: ReadonlySet<string> = new Set(['adapters', 'cimd', 'federated', 'remote-auth', 'transparent-auth']);
const publicOnly = 'global_fetch_strictly_public';
const environmentFlags = ['nodejs_compat', 'nodejs_compat_populate_process_env'];

/** What the platform's own tools read. */
export function workerPlatformFile(input: PlatformFileInput): PlatformFile {
  const { bindings = [], builtins, features, name, readsEnvironment, request = {} } = input;
  const needed = [...environmentFlags, ...(features.some((feature) => fetching.has(feature)) ? [publicOnly] : [])];
  const { compatibilityDate = minDate, compatibilityFlags = [], name: workerName = platformName(name), vars = {} } = request;
  const flags = [...new Set([...needed, ...compatibilityFlags])];
  const needsDate =
    features.includes('storage-http-kv') || features.includes('session-objects') || bindings.some(({ kind }) => kind === 'worker-loader');
  return {
    names: ['wrangler.toml', 'wrangler.json', 'wrangler.jsonc'],
    contents: (main) =>
      printToml({
        name: workerName,
        main,
        date: compatibilityDate,
        flags,
        secrets: secretsOf(features),
        vars,
        bindings: withoutReplaced(request, bindings),
      }),
    faults: (file, text, main) => {
      const settings = readPlatformSettings(file, text);
      if ('problem' in settings) return [{ kind: 'syntax', value: settings.problem, key: '', start: settings.start }];
      const workersWithout = (key: string, has: (worker: WorkerSettings) => boolean) =>
        lacking(settings, key, has).map((worker) => ({ key, start: worker.offsetOf(key), worker }));
      const flagFaults = (kind: 'builtins' | 'flag', value: string, has: (worker: WorkerSettings) => boolean): readonly PlatformFault[] =>
        workersWithout('compatibility_flags', has).map(({ key, start }) => ({ kind, value, key, start }));
      return [
        ...(builtins.length > 0 ? flagFaults('builtins', 'nodejs_compat', hasNode) : []),
        ...(needed.includes(publicOnly) ? flagFaults('flag', publicOnly, ({ flags: set }) => set.has(publicOnly)) : []),
        ...(readsEnvironment ? workersWithout('compatibility_flags', (worker) => missingForEnvironment(worker).length === 0) : []).map(
          ({ worker, ...at }) => ({
            kind: 'environment' as const,
            value: missingForEnvironment(worker)
              .map((flag) => `"${flag}"`)
              .join(' and '),
            ...at,
          }),
        ),
        ...(needsDate ? workersWithout('compatibility_date', ({ date }) => date >= minDate) : []).map(({ key, start }) => ({
          kind: 'date' as const,
          value: minDate,
          key,
          start,
        })),
        ...[...settingFaults(settings, request, main), ...bindingFaults(settings, bindings)].map(({ worker, ...fault }) => ({
          kind: 'setting' as const,
          ...fault,
          start: worker.offsetOf(fault.key),
        })),
      ];
    },
  };
}

/**
 * The workers of a file that lack something, each once where it is written. A file with environments may have it in these alone, and what an
 * environment inherits is wrong where it stands.
 */
function lacking(
  { environments, top }: PlatformSettings,
  key: string,
  has: (worker: WorkerSettings) => boolean,
): readonly WorkerSettings[] {
  const without = environments.filter((worker) => !has(worker));
  if (has(top) || without.length < environments.length) return without;
  return [top, ...without.filter((worker) => notInherited.has(key) || worker.says(key))];
}

/** `env.production.` of a worker in an environment. */
const pathOf = ({ name }: WorkerSettings): string => (name === '' ? '' : `env.${name}.`);

type SettingFault = Required<Pick<PlatformFault, 'value' | 'fix' | 'key'>> & { readonly worker: WorkerSettings };

/** What the platform refuses, what names another bundle, and what is not as the config says. */
function settingFaults(settings: PlatformSettings, request: PlatformRequest, main: string | undefined): readonly SettingFault[] {
  const { compatibilityDate, compatibilityFlags = [], name, vars = {} } = request;
  type Text = Pick<SettingFault, 'fix' | 'value'>;
  const each = (key: string, has: (worker: WorkerSettings) => boolean, text: (worker: WorkerSettings) => Text): readonly SettingFault[] =>
    lacking(settings, key, has).map((worker) => ({ key, worker, ...text(worker) }));
  const asked = (key: string, wanted: string): readonly SettingFault[] =>
    each(
      key,
      ({ value }) => value[key] === wanted,
      (worker) => ({
        value: `\`${pathOf(worker)}${key}\` is not "${wanted}", as \`wrangler\` of the config says`,
        fix: `Set it to "${wanted}", or change the config`,
      }),
    );
  const { top } = settings;
  const topName = textIn(top, 'name');
  return [
    ...(name === undefined ? nameFaults(topName) : topName === name ? [] : asked('name', name).slice(0, 1)).map((fault) => ({
      ...fault,
      worker: top,
    })),
    ...(main === undefined
      ? []
      : each(
          'main',
          (worker) => plainPath(textIn(worker, 'main')) === main,
          (worker) => mainFault(textIn(worker, 'main'), main),
        )),
    ...(compatibilityDate === undefined
      ? each('compatibility_date', ({ date }) => date !== '', dateFault)
      : asked('compatibility_date', compatibilityDate)),
    ...compatibilityFlags.flatMap((flag) =>
      each(
        'compatibility_flags',
        ({ flags }) => flags.has(flag),
        (worker) => ({
          value: `\`${pathOf(worker)}compatibility_flags\` has no "${flag}", which the config names`,
          fix: `Add "${flag}", or remove it from the config`,
        }),
      ),
    ),
    ...Object.entries(vars).flatMap(([variable, text]) =>
      each(
        'vars',
        (worker) => variableOf(worker, variable) === text,
        (worker) => ({
          value: `\`${pathOf(worker)}vars\` does not give ${variable} the value that the config has`,
          fix: `Set ${variable} there, or remove it from the config. Named environments take no variables over`,
        }),
      ),
    ),
    ...triggerFaults(settings),
  ];
}

const textIn = ({ value }: WorkerSettings, key: string): string => (typeof value[key] === 'string' ? value[key] : '');
const variableOf = ({ value }: WorkerSettings, name: string): Json | undefined => jsonMember(value['vars'], name);

/** What would be missing at the first request, and the class of an object that the platform would refuse at the deploy. */
function bindingFaults(settings: PlatformSettings, bindings: readonly PlatformBinding[]): readonly SettingFault[] {
  const missing = bindings.flatMap(({ className = storeClass, instead, kind, name }) => {
    const { key, member, row, use } = bindingRows[kind];
    const rowsIn = ({ value }: WorkerSettings): readonly JsonObject[] =>
      jsonObjectsIn(kind === 'durable-object' ? jsonMember(value[key], 'bindings') : value[key]);
    const has = (worker: WorkerSettings): boolean =>
      rowsIn(worker).some((found) => found[member] === name) || (instead !== undefined && variableOf(worker, instead) !== undefined);
    const absent = lacking(settings, key, has).map((worker) => ({
      key,
      worker,
      value: `\`${pathOf(worker)}${key}\` has no binding ${name}, ${use}`,
      fix: `Add ${row(name, className)}${instead === undefined ? '' : `, or ${instead} to \`vars\``}. Named environments take no bindings over`,
    }));
    if (kind !== 'durable-object') return absent;
    const misnamed = [settings.top, ...settings.environments].flatMap((worker) =>
      rowsIn(worker)
        // An object of another worker has the class that its own script gives it.
        .filter((found) => found[member] === name && found['class_name'] !== className && found['script_name'] === undefined)
        .map((found) => ({
          key,
          worker,
          value: `\`${pathOf(worker)}${key}\` binds ${name} to the class ${JSON.stringify(found['class_name'] ?? '')}, and this bundle exports ${className}`,
          fix: `Set \`class_name\` to "${className}"`,
        })),
    );
    return [...absent, ...misnamed];
  });
  const made = ({ value }: WorkerSettings) =>
    new Set(jsonObjectsIn(value['migrations']).flatMap((step) => step['new_sqlite_classes'] ?? []));
  const takenBy = (worker: WorkerSettings) =>
    bindings.filter(({ instead }) => instead === undefined || variableOf(worker, instead) === undefined);
  const unmadeBy = (worker: WorkerSettings): readonly string[] => classesOf(takenBy(worker)).filter((name) => !made(worker).has(name));
  return [
    ...missing,
    ...lacking(settings, 'migrations', (worker) => unmadeBy(worker).length === 0).map((worker) => {
      const unmade = unmadeBy(worker);
      return {
        key: 'migrations',
        worker,
        value: `\`${worker.says('migrations') ? pathOf(worker) : ''}migrations\` make no class ${unmade.join(' and no class ')} with SQLite, in which this server keeps records`,
        fix: `Add { tag = "${unusedTag(worker.value)}", new_sqlite_classes = [${unmade.map(tomlString).join(', ')}] } behind the others`,
      };
    }),
  ];
}

/** The bindings that no variable of the config replaces. */
const withoutReplaced = ({ vars = {} }: PlatformRequest, bindings: readonly PlatformBinding[]): readonly PlatformBinding[] =>
  bindings.filter(({ instead }) => instead === undefined || vars[instead] === undefined);

/** Classes of the objects, each once. */
const classesOf = (bindings: readonly PlatformBinding[]): readonly string[] => [
  ...new Set(bindings.flatMap(({ className = storeClass, kind }) => (kind === 'durable-object' ? [className] : []))),
];

const bindingRows = {
  'durable-object': {
    key: 'durable_objects',
    member: 'name',
    row: (name: string, className: string) => `{ name = "${name}", class_name = "${className}" } to \`durable_objects.bindings\``,
    use: 'in which this server keeps records',
  },
  'worker-kv': {
    key: 'kv_namespaces',
    member: 'binding',
    row: (name: string) => `{ binding = "${name}" } to \`kv_namespaces\``,
    use: 'in which this server keeps records',
  },
  'worker-loader': {
    key: 'worker_loaders',
    member: 'binding',
    row: (name: string) => `{ binding = "${name}" } to \`worker_loaders\``,
    use: 'by which this server makes isolates',
  },
} as const;

/** The platform applies each tag once, in their order. */
function unusedTag(file: JsonObject): string {
  const tags = jsonObjectsIn(file['migrations']).map(({ tag }) => tag);
  let number = tags.length + 1;
  while (tags.includes(`v${number}`)) number += 1;
  return `v${number}`;
}

const nameForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const nameFaults = (name: string): readonly Omit<SettingFault, 'worker'>[] =>
  nameForm.test(name)
    ? []
    : [
        {
          key: 'name',
          value: name === '' ? '`name` is missing, and the platform refuses the file' : '`name` is no name of a worker',
          fix: 'Set `name` to up to 63 lower-case letters, digits and hyphens',
        },
      ];

const mainFault = (found: string, main: string): Pick<SettingFault, 'fix' | 'value'> => ({
  value: found === '' ? '`main` is missing: nothing is deployed' : `\`main\` is "${found}", and this build writes "${main}"`,
  fix: `Set \`main\` to "${main}", or to a module of your own that imports it`,
});

/** `./dist/index.js` is `dist/index.js`. */
const plainPath = (path: string): string => (path.startsWith('./') ? path.slice(2) : path);

const dateFault = (worker: WorkerSettings): Pick<SettingFault, 'fix' | 'value'> => ({
  value: `\`${pathOf(worker)}compatibility_date\` is missing or is no date, and the platform refuses the file`,
  fix: `Set \`compatibility_date\` to "${minDate}" or later`,
});

function triggerFaults({ environments, top }: PlatformSettings): readonly SettingFault[] {
  const [worker] = [top, ...environments].filter(({ value: { triggers } }) => isJsonObject(triggers) && isFilled(triggers['crons']));
  return worker === undefined
    ? []
    : [
        {
          key: 'triggers',
          worker,
          value: '`triggers.crons` call `scheduled`, which this worker does not have: every one of them fails',
          fix: 'Remove `triggers`, until a server with managed bundles needs it',
        },
      ];
}

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
  kind === 'durable-object'
    ? ['', '[[durable_objects.bindings]]', `name = ${tomlString(name)}`, `class_name = ${tomlString(className)}`]
    : // Without an id the platform's own tools make a namespace at the first deploy.
      ['', `[[${bindingRows[kind].key}]]`, `binding = ${tomlString(name)}`];

/** The platform makes the class of an object once, at the deploy with this tag. */
const printMigration = (classes: readonly string[]): readonly string[] =>
  classes.length === 0 ? [] : ['', '[[migrations]]', 'tag = "v1"', `new_sqlite_classes = [${classes.map(tomlString).join(', ')}]`];
