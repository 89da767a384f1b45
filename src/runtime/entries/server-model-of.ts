import { declaredAs, globalStoreMissing, resolveAuto, type AnyClass, type Declaration } from '../define/index.ts';
import { messageOf, ServiceError, UnenforcedMetadataError, type UnenforcedEntry } from '../errors/index.ts';
import {
  listNames,
  longestEntryName,
  lookupKey,
  nameProblem,
  nameRule,
  ownerPath,
  pluginStore,
  reaches,
  type AppScopeModel,
  type EntryModel,
  type PluginModel,
  type PluginStoreModel,
  type ProviderModel,
  type ServerInfo,
  type ServerModel,
  type ServerOptionsModel,
  type SkillModel,
} from '../model/index.ts';
import { authProviderFaults, authProviderNames, vaultEntryNames, optionFaults, optionWarnings } from './option-faults.ts';
import type { Collected, CollectedEntry, CollectedPlugin, CollectedProvider } from './collected.ts';
import { entryModel, type KnownSchemas } from './entry-models.ts';
import { routeProblems } from '../options/path-rules.ts';
import { methodProblems } from '../options/plugin-methods.ts';
import { fieldsOf } from '../std/index.ts';
import { isPlainObject, jsonCopy, jsonObjectCopy } from './json-copy.ts';
import { livePaths } from './live-paths.ts';
import { serverOptions, withoutSecrets } from './server-options.ts';
import { skillModels, type KnownSkillFolders } from './skill-models.ts';
import { collect } from './collect.ts';
import { callStatic, callWithoutOptions, pluginBindings } from './plugin-lists.ts';

export interface NamedEntry {
  readonly collected: CollectedEntry;
  readonly model: EntryModel;
}

/** Results of the build for a model that is made at start. */
export interface KnownAtBuild {
  readonly schemas?: KnownSchemas;
  /** Contents of skill folders, by folder. */
  readonly skillFolders?: KnownSkillFolders;
}

export interface ModelledServer {
  readonly model: ServerModel;
  /** Models with the declarations behind them, in registration order. */
  readonly entries: readonly NamedEntry[];
  /** Options that are accepted and have no effect in this version; logged once. */
  readonly warnings: readonly string[];
}

/** How the options of a server are checked and read. */
export interface OptionReading {
  /** What is wrong, one fault an item. */
  readonly faultsOf: (collected: Collected) => string[];
  readonly warningsOf: (collected: Collected) => readonly string[];
  readonly optionsOf: (declared: Declaration['options']) => ServerOptionsModel;
  /** Endpoints and callers of apps, and the credentials that they make. */
  readonly accessOf: (collected: Collected) => Pick<ServerModel, 'authProviders' | 'scopes'>;
  readonly pluginModel: (plugin: CollectedPlugin, server: Declaration['options'], faults: string[]) => PluginModel;
  /** Where skills are served. */
  readonly skillModels?: typeof skillModels | undefined;
  /** The server's own entries come and go while it runs. */
  readonly changes?: true;
}

const everyOption: OptionReading = {
  faultsOf: (collected) => [...optionFaults(collected), ...authProviderFaults(collected)],
  warningsOf: optionWarnings,
  optionsOf: serverOptions,
  accessOf: (collected) => ({ ...scopesOf(collected), ...authProvidersOf(collected) }),
  pluginModel,
  skillModels,
};

/** The model of a server with every option checked. @throws {ServiceError} as {@link modelOf} */
export const serverModelOf = (collected: Collected, known: KnownAtBuild = {}, { tolerant = false } = {}): ModelledServer =>
  modelOf(collected, { reading: everyOption, known, tolerant });

interface ModelRequest {
  readonly reading: OptionReading;
  readonly known?: KnownAtBuild;
  /** Leave out what is faulty: for a build that asks what a server would be with other variables. */
  readonly tolerant?: boolean;
}

/**
 * Turns collected declarations into the model: the only code that does.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA with every fault, one a line; {UnenforcedMetadataError}
 */
export function modelOf(collected: Collected, { known = {}, reading, tolerant = false }: ModelRequest): ModelledServer {
  const { schemas = {}, skillFolders = {} } = known;
  const faults = reading.faultsOf(collected);
  const modelled = modelEntries(collected, schemas, faults);
  const plugins = collected.plugins.map((plugin) => reading.pluginModel(plugin, collected.server.options, faults));
  faults.push(...sharedMethods(plugins));
  const named = nameEntries(modelled, plugins, faults);
  const skills = reading.skillModels?.(collected.skills, skillFolders, faults) ?? [];
  checkFields([...named.map((entry) => entry.model), ...skills], collected.plugins, faults);
  if (!tolerant) refuseFaults(faults, promisingOf(named, skills), collected);
  const { options } = collected.server;
  const model: ServerModel = {
    info: options['info'] as ServerInfo,
    ...(typeof options['instructions'] === 'string' ? { instructions: options['instructions'] } : {}),
    ...(reading.changes === true ? { changes: true } : {}),
    apps: collected.apps,
    ...reading.accessOf(collected),
    ...listsOf(named),
    ...(skills.length > 0 ? { skills } : {}),
    plugins,
    adapters: collected.adapters,
    providers: collected.providers.map(providerModel),
    options: reading.optionsOf(options),
  };
  return { model, entries: named, warnings: reading.warningsOf(collected) };
}

/** Models without their listed names; what is wrong goes to `faults`, one a line. */
export function modelEntries(
  { entries, server }: Pick<Collected, 'entries' | 'server'>,
  schemas: KnownSchemas,
  faults: string[],
): NamedEntry[] {
  const inherited = { ...defaultTimeout(server.options), schemas };
  return entries.flatMap((entry): NamedEntry[] => {
    try {
      return [{ collected: entry, model: entryModel(entry, inherited) }];
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      faults.push(error.message);
      return [];
    }
  });
}

/** @throws {ServiceError} INVALID_DECORATOR_METADATA with every fault, one a line; {UnenforcedMetadataError} */
export function refuseFaults(faults: readonly string[], promising: readonly Promising[], collected: Pick<Collected, 'plugins'>): void {
  if (faults.length > 0) throw new ServiceError('INVALID_DECORATOR_METADATA', faults.join('\n'));
  checkEnforced(promising, collected);
}

/** The lists of a model. */
export function listsOf(named: readonly NamedEntry[]): Pick<ServerModel, 'tools' | 'resources' | 'resourceTemplates' | 'prompts'> {
  const of = <K extends EntryModel['kind']>(kind: K) =>
    named.map(({ model }) => model).filter((model): model is Extract<EntryModel, { kind: K }> => model.kind === kind);
  return { tools: of('tool'), resources: of('resource'), resourceTemplates: of('resource-template'), prompts: of('prompt') };
}

function authProvidersOf(collected: Collected): Pick<ServerModel, 'authProviders'> {
  const { apps, declaredApps } = collected;
  const declared = declaredApps.flatMap(({ authProviders }, at) =>
    authProviderNames(authProviders).map((name) => `${apps[at]?.id ?? ''}/${name}`),
  );
  const names = [...declared, ...vaultEntryNames(collected)];
  return names.length === 0 ? {} : { authProviders: names };
}

/** Apps that ask for an endpoint, or for callers, of their own; secrets left out. */
function scopesOf({ apps, declaredApps }: Collected): Pick<ServerModel, 'scopes'> {
  const scopes = declaredApps.flatMap(({ auth, standalone }, at): AppScopeModel[] => {
    const id = apps[at]?.id;
    const apart = standalone === true || standalone === 'includeInParent' ? standalone : false;
    if (id === undefined || (apart === false && !isPlainObject(auth))) return [];
    return [{ app: id, standalone: apart, ...(isPlainObject(auth) ? appAuth(auth) : {}) }];
  });
  return scopes.length === 0 ? {} : { scopes };
}

function appAuth(auth: Readonly<Record<string, unknown>>): Pick<AppScopeModel, 'auth' | 'live'> {
  const live = livePaths(auth, 'auth.');
  return { auth: withoutSecrets(jsonObjectCopy(auth), 'auth.'), ...(live.length === 0 ? {} : { live }) };
}

function defaultTimeout(options: Readonly<Record<string, unknown>>): { readonly timeoutMs?: number } {
  const throttle = isPlainObject(options['throttle']) ? options['throttle']['defaultTimeout'] : undefined;
  const milliseconds = isPlainObject(throttle) ? throttle['executeMs'] : undefined;
  return typeof milliseconds === 'number' ? { timeoutMs: milliseconds } : {};
}

/** Gives every entry the name that it is listed by; an entry that has it already is kept as it is. */
export function nameEntries(entries: readonly NamedEntry[], plugins: readonly PluginModel[], faults: string[]): readonly NamedEntry[] {
  const listed = new Map<EntryModel, string>();
  for (const kind of ['tool', 'resource', 'resource-template', 'prompt'] as const) {
    const { entries: names, duplicates } = listNames(
      entries.map(({ model }) => model).filter((model) => model.kind === kind),
      plugins,
    );
    for (const [first, ...others] of duplicates) {
      if (first !== undefined)
        faults.push(
          `${ownerPath(first.owner)} declares ${others.length + 1} ${kind}s named "${first.name}" ("-" and "_" count as equal); rename all but one`,
        );
    }
    for (const { entry, listedName } of names) listed.set(entry, listedName);
    if (kind === 'tool') faults.push(...tooLong(names.map(({ listedName }) => listedName)));
    faults.push(...stillEqual(names, kind));
  }
  return entries.map((entry) => {
    const listedName = listed.get(entry.model) ?? entry.model.name;
    return entry.model.listedName === listedName ? entry : { ...entry, model: { ...entry.model, listedName } };
  });
}

/** The prefix counts too: clients refuse the whole list for one name that is too long. */
const tooLong = (names: readonly string[]): string[] =>
  names
    .filter((name) => name.length > longestEntryName && name.includes(':'))
    .map((name) => `tools: "${name}", as it is listed, has more than ${longestEntryName} characters; shorten the name or its prefix`);

/** Stores that are no options of a server. */
function givenStore(storage: unknown): PluginStoreModel | undefined {
  const { client, open } = fieldsOf(storage);
  if (typeof open === 'function') return { kind: 'own' };
  return client === undefined ? undefined : { kind: 'redis-client' };
}

/** A plugin with what its options decide: where it keeps what it remembers, and the addresses that it answers. */
function pluginModel(plugin: CollectedPlugin, server: Declaration['options'], faults: string[]): PluginModel {
  const { model, target } = plugin;
  const { entryPrefix } = model;
  if (entryPrefix !== undefined && nameProblem(entryPrefix, 'tool') !== undefined)
    faults.push(`plugin "${model.name}": "entryPrefix" must be ${nameRule('tool')}`);
  const { init } = plugin.declaration;
  const options = init !== undefined && 'options' in init ? init.options : {};
  // Options that need providers are known at start alone, when they may decide nothing but the store.
  const ask = (name: string): unknown => (model.computed === true ? callWithoutOptions(target, name) : callStatic(target, name, options));
  const storages = model.computed === true ? [] : Object.values(fieldsOf(ask('stores'))).map((storage) => resolveAuto(storage, server));
  if (storages.includes('global') && server['redis'] === undefined && server['sqlite'] === undefined)
    faults.push(globalStoreMissing(model.name));
  const anyStore: PluginModel['stores'] = model.computed === true && 'stores' in target ? [{ kind: 'any' }] : [];
  const stores = [...anyStore, ...storages.flatMap((storage) => givenStore(storage) ?? pluginStore(jsonCopy(storage) ?? null) ?? [])];
  const named = ask('routes');
  const given: readonly Readonly<Record<string, unknown>>[] = Array.isArray(named)
    ? named.map((route: unknown) => ({ ...fieldsOf(route), handler: noAnswer }))
    : [];
  faults.push(...routeProblems(given).map((problem) => `plugin "${model.name}": static routes: ${problem}`));
  const routes = given.map(({ method, path }) => ({ method: String(method), path: String(path) }));
  const endpoint = ask('endpoint');
  faults.push(...endpointProblems(endpoint).map((problem) => `plugin "${model.name}": static endpoint: ${problem}`));
  const pages = stringsOf(ask('pages'));
  if (pages.length > 0 && model.hooks?.includes('onPage') !== true)
    faults.push(`plugin "${model.name}" names pages and has no method onPage that shows them`);
  const modules = stringsOf(ask('modules'));
  const bindings = pluginBindings(ask('bindings'));
  const deciders = fieldsOf(ask('deciders')) as Readonly<Record<string, string>>;
  const methods = ask('methods');
  const wrong = methodProblems(model.id, methods);
  faults.push(...wrong.map((problem) => `plugin "${model.name}": static methods: ${problem}`));
  const own = wrong.length > 0 ? [] : stringsOf(methods);
  if (own.length > 0 && model.hooks?.includes('onMethod') !== true)
    faults.push(`plugin "${model.name}" names methods and has no method onMethod that answers them`);
  return {
    ...model,
    ...(own.length > 0 ? { methods: own } : {}),
    ...(stores.length > 0 ? { stores } : {}),
    ...(routes.length > 0 ? { routes } : {}),
    ...(typeof endpoint === 'string' ? { endpoint } : {}),
    ...(pages.length > 0 ? { pages } : {}),
    ...(modules.length > 0 ? { modules } : {}),
    ...(bindings.length > 0 ? { bindings } : {}),
    ...(callStatic(target, 'searchesTools', options) === true ? { searchesTools: true } : {}),
    ...(Object.keys(deciders).length > 0 ? { deciders } : {}),
  };
}

const noAnswer = (): void => undefined;

const endpointProblems = (path: unknown): readonly string[] =>
  path === undefined ? [] : routeProblems([{ method: 'POST', path, handler: noAnswer }]).map((problem) => problem.replace(/^item 1: /, ''));

/** What plugins say of the fields of entries that they reach; faults go to `faults`, one a line. */
export function checkFields(entries: readonly (EntryModel | SkillModel)[], plugins: readonly CollectedPlugin[], faults: string[]): void {
  for (const { model, target } of plugins) {
    if (!('checkEntry' in target)) continue;
    for (const entry of entries.filter((one) => reaches(model, one))) {
      try {
        callStatic(target, 'checkEntry', entry);
      } catch (failure) {
        faults.push(`${entry.kind} "${entry.name}": ${messageOf(failure)}`);
      }
    }
  }
}
const stringsOf = (list: unknown): readonly string[] => (Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []);

/** Two plugins of one id in two apps have one prefix. */
const sharedMethods = (plugins: readonly PluginModel[]): string[] =>
  plugins.flatMap(({ methods = [], name }, at) =>
    methods
      .filter((method) => plugins.slice(0, at).some((other) => other.methods?.includes(method) === true))
      .map((method) => `plugin "${name}": the method "${method}" is another plugin's: give one of them another "id"`),
  );

/** Two owners of one id (an adapter and a plugin, say) would still be listed under one name. */
function stillEqual(names: readonly { readonly entry: EntryModel; readonly listedName: string }[], kind: string): string[] {
  const seen = new Map<string, EntryModel>();
  return names.flatMap(({ entry, listedName }) => {
    const other = seen.get(lookupKey(listedName));
    seen.set(lookupKey(listedName), entry);
    if (other === undefined || other.id === entry.id) return [];
    const [one, two] = [other.owner.at(-1), entry.owner.at(-1)];
    const advice =
      one?.kind === 'plugin' && two?.kind === 'plugin' && one.id === two.id
        ? `two owners list the plugin "${one.id}": keep one of them, such as the plugin or an app that brings it`
        : 'give one owner another id';
    return [`${kind}s ${other.id} and ${entry.id} would both be listed as "${listedName}"; ${advice}`];
  });
}

/** Fields that promise protection: without the plugin that keeps the promise the server does not start. */
const promises = ['approval', 'featureFlag'] as const;

/** What may carry a field that promises protection. */
interface Promising {
  readonly model: EntryModel | SkillModel;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Entries and skills with what their authors wrote. */
export const promisingOf = (named: readonly NamedEntry[], skills: readonly SkillModel[]): readonly Promising[] => [
  ...named.map(({ collected, model }) => ({ model, options: collected.declaration.options })),
  ...skills.map((model) => ({ model, options: model.pluginFields ?? {} })),
];

function checkEnforced(promising: readonly Promising[], collected: Pick<Collected, 'plugins'>): void {
  const unenforced = promising.flatMap(({ model, options }): UnenforcedEntry[] =>
    promises
      .filter(
        (field) =>
          isPromise(options[field]) &&
          !collected.plugins.some(
            (plugin) => reaches(plugin.model, model) && plugin.model.enforces?.includes(field) && concerns(plugin.target, model),
          ),
      )
      .map((field) => ({ entry: `${model.kind} "${model.kind === 'skill' ? model.name : model.listedName}"`, field })),
  );
  if (unenforced.length > 0) throw new UnenforcedMetadataError(unenforced);
}

const isPromise = (value: unknown): boolean => value !== undefined && value !== false && value !== null;

/** Whether a plugin's hooks are asked about an entry: about each, unless its `static concerns(entry)` says no. */
export const concerns = (target: AnyClass, entry: EntryModel | SkillModel): boolean =>
  !('concerns' in target) || callStatic(target, 'concerns', entry) !== false;

function providerModel({ item, owner }: CollectedProvider): ProviderModel {
  const declared = declaredAs('provider', item);
  const fields: Readonly<Record<string, unknown>> = declared?.options ?? (isPlainObject(item) ? item : {});
  const form = declared !== undefined || 'useClass' in fields ? 'class' : 'useFactory' in fields ? 'factory' : 'value';
  const token = fields['provide'];
  const name =
    typeof fields['name'] === 'string'
      ? fields['name']
      : typeof token === 'function' || typeof token === 'object'
        ? tokenText(token)
        : typeof token === 'string'
          ? token
          : 'provider';
  return { name, scope: fields['scope'] === 'context' ? 'context' : 'global', form, owner };
}

function tokenText(token: unknown): string {
  if (typeof token === 'function') return token.name;
  return typeof token === 'object' && token !== null && 'description' in token ? String(token.description) : 'provider';
}

/**
 * The model of a decorated server class. Adapters make their entries on the way.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA, CONFIG_INVALID, INVALID_RESOURCE_URI; {UnenforcedMetadataError}
 */
export async function modelFromMetadata(serverClass: AnyClass): Promise<ServerModel> {
  return serverModelOf(await collect(serverClass)).model;
}
