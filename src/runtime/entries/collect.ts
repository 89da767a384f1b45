import {
  construct,
  declaredAs,
  DynamicAdapter,
  hookNames,
  isToken,
  type AnyClass,
  type Declaration,
  type DeclarationKind,
} from '../define/index.ts';
import { ServiceError } from '../errors/index.ts';
import { kebabOf, ownerPath, type AdapterModel, type AppModel } from '../model/index.ts';
import { insteadOfRemote, isRemoteApp } from '../options/remote-apps.ts';
import { isRecord, withoutUndefined } from '../std/index.ts';
import { preparedAtBuild, startEntries, type AdapterInstance, type PrepareAdapter } from './adapter-entries.ts';
import { readAvailableWhen } from './availability.ts';
import { callStatic, type Fields, pluginLists } from './plugin-lists.ts';
import {
  type Collected,
  type CollectedAdapter,
  type CollectedEntry,
  type CollectedSkill,
  type CollectedExport,
  type CollectedOwner as Owner,
  type CollectedPlugin,
  type CollectedProvider,
  entryLists,
  isEntryKind,
} from './collected.ts';

/** The lists of an owner: of the server, an app, a plugin. */
export type CollectLists = (owner: Owner['chain'], lists: Lists) => Lists;

interface Walk {
  readonly prepare: PrepareAdapter;
  readonly listsOf: CollectLists;
  readonly apps: AppModel[];
  readonly declaredApps: Lists[];
  readonly declaredAdapters: Lists[];
  readonly entries: CollectedEntry[];
  readonly skills: CollectedSkill[];
  readonly plugins: CollectedPlugin[];
  readonly adapters: AdapterModel[];
  readonly adapterClasses: CollectedAdapter[];
  readonly providers: CollectedProvider[];
  readonly exports: CollectedExport[];
  readonly owners: Owner[];
  readonly faults: string[];
}

const emptyWalk = (prepare: PrepareAdapter, listsOf: CollectLists = (_owner, lists) => lists): Walk => ({
  prepare,
  listsOf,
  apps: [],
  declaredApps: [],
  declaredAdapters: [],
  entries: [],
  skills: [],
  plugins: [],
  adapters: [],
  adapterClasses: [],
  providers: [],
  exports: [],
  owners: [],
  faults: [],
});

type Lists = Readonly<Record<string, unknown>>;

/**
 * Walks a server class down to its entries: server, apps, plugins, adapters. Adapters make their entries here.
 * @param prepare gives what adapters have prepared
 * @param listsOf other lists than those that are declared, for a build
 * @throws {ServiceError} INVALID_DECORATOR_METADATA with every fault, one a line
 */
export async function collect(
  serverClass: AnyClass,
  prepare: PrepareAdapter = preparedAtBuild(),
  listsOf?: CollectLists,
): Promise<Collected> {
  const server = declaredAs('server', serverClass);
  if (server === undefined) throw invalid([`${serverClass.name} is not a server: decorate it with @Service({ info: { name, version } })`]);
  const walk = emptyWalk(prepare, listsOf);
  const info = server.options['info'];
  const name = typeof info === 'object' && info !== null && 'name' in info && typeof info.name === 'string' ? info.name : serverClass.name;
  const owner: Owner = { chain: [{ kind: 'server', id: name }], output: [server.options['output']] };
  await collectOwner(walk, owner, server.options);
  for (const item of listOf(walk, walk.listsOf(owner.chain, server.options), 'apps')) await collectApp(walk, owner, item);
  if (walk.faults.length > 0) throw invalid(walk.faults);
  const { prepare: _prepare, faults: _faults, listsOf: _listsOf, ...found } = walk;
  return { server, ...found };
}

/**
 * The entries and skills that an owner lists while the server runs.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA with every fault, one a line
 */
export function collectOwned(owner: Owner, lists: Lists): Pick<Collected, 'entries' | 'skills'> {
  const walk = emptyWalk(preparedAtBuild());
  collectLists(walk, owner, lists);
  if (walk.faults.length > 0) throw invalid(walk.faults);
  return walk;
}

const invalid = (faults: readonly string[]): ServiceError => new ServiceError('INVALID_DECORATOR_METADATA', faults.join('\n'));

function listOf(walk: Walk, options: Lists, list: string): readonly unknown[] {
  const value = options[list];
  if (Array.isArray(value)) return value;
  if (value !== undefined) walk.faults.push(`"${list}" must be a list`);
  return [];
}

async function collectApp(walk: Walk, server: Owner, item: unknown): Promise<void> {
  const declaration = declared(walk, item, { list: 'apps', kind: 'app', decorator: 'App' });
  if (declaration === undefined) return;
  const { options } = declaration;
  const name = textOf(options['name']) ?? declaration.target?.name ?? 'app';
  const id = textOf(options['id']) ?? kebabOf(name);
  if (walk.apps.some((app) => app.id === id)) walk.faults.push(`two apps have the id "${id}"; give one of them another "id"`);
  const description = textOf(options['description']);
  walk.declaredApps.push(options);
  walk.apps.push(withoutUndefined({ id, name, description }));
  const availability = readAvailableWhen(options['availableWhen']);
  const owner = { chain: [...server.chain, { kind: 'app' as const, id }], output: [options['output'], ...server.output] };
  await collectOwner(walk, availability === undefined ? owner : { ...owner, availability }, options);
}

/** Everything that a server, an app or a plugin may list. */
async function collectOwner(walk: Walk, owner: Owner, declaredLists: Lists): Promise<void> {
  const options = walk.listsOf(owner.chain, declaredLists);
  collectLists(walk, owner, options);
  for (const item of listOf(walk, options, 'providers')) walk.providers.push({ item, owner: owner.chain });
  for (const item of listOf(walk, options, 'plugins')) await collectPlugin(walk, owner, item);
  for (const item of listOf(walk, options, 'adapters')) await collectAdapter(walk, owner, item);
}

/** What an adapter may bring too. */
function collectLists(walk: Walk, owner: Owner, options: Lists): void {
  walk.owners.push(owner);
  collectEntries(walk, owner, options);
  for (const item of listOf(walk, options, 'skills')) collectSkill(walk, owner, item);
}

function collectEntries(walk: Walk, owner: Owner, options: Lists): void {
  for (const [list, kinds, decorator] of entryLists) {
    for (const item of listOf(walk, options, list)) {
      const declaration = kinds.map((kind) => declaredAs(kind, item)).find((found) => found !== undefined);
      if (declaration !== undefined && isEntryKind(declaration.kind)) {
        const entry = { kind: declaration.kind, owner: owner.chain, declaration, outputOptions: owner.output };
        walk.entries.push(owner.availability === undefined ? entry : { ...entry, appAvailability: owner.availability });
      } else if (list === 'resources') walk.faults.push(`Invalid resource '${itemName(item)}'. Expected a class or a resource function.`);
      else walk.faults.push(`${list} items must be annotated with @${decorator}() (found ${itemName(item)})`);
    }
  }
}

function collectSkill(walk: Walk, owner: Owner, item: unknown): void {
  const declaration = declared(walk, item, { list: 'skills', kind: 'skill', decorator: 'Skill' });
  if (declaration === undefined) return;
  const skill = { owner: owner.chain, declaration };
  walk.skills.push(owner.availability === undefined ? skill : { ...skill, appAvailability: owner.availability });
}

async function collectPlugin(walk: Walk, owner: Owner, item: unknown): Promise<void> {
  const declaration = declared(walk, item, { list: 'plugins', kind: 'plugin', decorator: 'Plugin' });
  const target = declaration?.target;
  if (declaration === undefined || target === undefined) return;
  const lists = pluginLists(declaration, target);
  const name = textOf(lists['name']) ?? target.name;
  const id = textOf(lists['id']) ?? kebabOf(name);
  const chain = [...owner.chain, { kind: 'plugin' as const, id }];
  const enforces = Array.isArray(lists['enforces']) ? lists['enforces'].filter((field) => typeof field === 'string') : [];
  if (walk.plugins.some(({ model }) => ownerPath(model.owner) === ownerPath(chain)))
    walk.faults.push(
      `two plugins of ${owner.chain.at(-1)?.kind} "${owner.chain.at(-1)?.id}" have the id "${id}"; give one of them another "id"`,
    );
  if (extensionNames(lists).length < listOf(walk, lists, 'contextExtensions').length)
    walk.faults.push(`plugin "${name}": contextExtensions are { property, token?, errorMessage? }`);
  const computed = declaration.init !== undefined && 'useFactory' in declaration.init ? (true as const) : undefined;
  const scope = lists['scope'] === 'server' ? 'server' : 'app';
  walk.plugins.push({
    model: withoutUndefined({
      id,
      name,
      owner: chain,
      scope,
      ...hookSettings(lists),
      hooks: someOf(hookNames.filter((hook) => hook in Object(target.prototype))),
      contextExtensions: someOf(extensionNames(lists)),
      computed,
      enforces: someOf(enforces),
    }),
    declaration: { ...declaration, options: lists },
    target,
  });
  await collectOwner(walk, { ...owner, chain }, lists);
  const tokens = listOf(walk, lists, 'exports');
  if (tokens.length > 0) walk.exports.push({ owner: chain, tokens });
}

/** Undefined for a name that is taken. */
function addAdapter(
  walk: Walk,
  { name, owner, target }: { readonly name: string; readonly target: AnyClass; readonly owner: Owner },
  flags: Pick<AdapterModel, 'changes' | 'computed' | 'modules' | 'polls'>,
): Owner['chain'] | undefined {
  if (walk.adapters.some((adapter) => adapter.className === target.name && adapter.name === name)) {
    walk.faults.push(`Duplicate adapter name '${name}' for ${target.name}`);
    return undefined;
  }
  const chain = [...owner.chain, { kind: 'adapter' as const, id: name }];
  walk.adapters.push({ id: name, name, className: target.name, owner: chain, ...flags });
  return chain;
}

const isAdapter = (value: unknown): value is AdapterInstance => value instanceof DynamicAdapter;

async function collectAdapter(walk: Walk, owner: Owner, item: unknown): Promise<void> {
  const declaration = declared(walk, item, { list: 'adapters', kind: 'adapter', decorator: 'Adapter' });
  if (declaration !== undefined) walk.declaredAdapters.push(declaration.options);
  const target = declaration?.target;
  if (declaration === undefined || target === undefined) return;
  const declaredName = textOf(declaration.options['name']) ?? target.name;
  const { init } = declaration;
  if (init !== undefined && 'useFactory' in init) {
    if (!('fetch' in target.prototype))
      walk.faults.push(
        `${target.name}.init({ useFactory }) needs fetch(): options that are known at start alone cannot be prepared at build`,
      );
    const chain = addAdapter(walk, { name: declaredName, target, owner }, { changes: true, computed: true });
    if (chain === undefined) return;
    walk.adapterClasses.push({ name: declaredName, target, owner: chain, factory: init });
    collectLists(walk, { ...owner, chain }, {});
    return;
  }
  callStatic(target, 'checkOptions', init?.options ?? {});
  const instance = construct(target, [init?.options ?? {}]);
  if (!isAdapter(instance)) {
    walk.faults.push(`${target.name} must extend DynamicAdapter`);
    return;
  }
  const name = textOf(Reflect.get(instance.options, 'name')) ?? declaredName;
  const chain = addAdapter(walk, { name, target, owner }, changesOf(instance, target));
  if (chain === undefined) return;
  const adapter = { className: target.name, name, target, options: instance.options };
  const makeEntries = await startEntries(instance, adapter, walk.prepare);
  walk.adapterClasses.push({ name, target, owner: chain, made: { instance, makeEntries } });
  collectLists(walk, { ...owner, chain }, { ...(await makeEntries()) });
}

/** How its entries change with its options, and what it imports for that. */
function changesOf(instance: AdapterInstance, target: AnyClass): Pick<AdapterModel, 'changes' | 'modules' | 'polls'> {
  const modules = callStatic(target, 'modules', instance.options);
  const polls = textOf(callStatic(target, 'polls', instance.options));
  const changes = 'polls' in target ? polls !== undefined : instance.onUpdate !== undefined || instance.startPolling !== undefined;
  return withoutUndefined({
    changes: changes ? (true as const) : undefined,
    polls,
    modules: someOf(Array.isArray(modules) ? modules.filter((name) => typeof name === 'string') : []),
  });
}

function declared(
  walk: Walk,
  item: unknown,
  expected: { list: string; kind: DeclarationKind; decorator: string },
): Declaration | undefined {
  const declaration = declaredAs(expected.kind, item);
  if (declaration === undefined)
    walk.faults.push(
      expected.kind === 'app' && isRecord(item) && isRemoteApp(Object.keys(item))
        ? `apps of other servers and packages are not part of this version: ${insteadOfRemote}`
        : `${expected.list} items must be annotated with @${expected.decorator}()`,
    );
  return declaration;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function itemName(item: unknown): string {
  if (typeof item === 'function') return item.name === '' ? 'a function' : item.name;
  if (typeof item === 'object' && item !== null) return 'name' in item && typeof item.name === 'string' ? item.name : 'an object';
  return String(item);
}

/** What the decorator says of hooks and names; wrong types were refused with the other options. */
const hookSettings = ({ asks, changes, entryPrefix, order }: Fields) => ({
  order: typeof order === 'number' ? order : undefined,
  asks: asks === true ? (true as const) : undefined,
  changes: changes === true ? (true as const) : undefined,
  entryPrefix: textOf(entryPrefix),
});

/** Undefined for an empty list: a model has no empty members. */
const someOf = (names: readonly string[]): readonly string[] | undefined => (names.length > 0 ? names : undefined);

/** Properties of the context extensions that are written as they should be. */
const extensionNames = ({ contextExtensions }: Fields): readonly string[] =>
  (Array.isArray(contextExtensions) ? contextExtensions : []).flatMap((extension: unknown) => {
    if (!isRecord(extension)) return [];
    const { property, token, errorMessage } = extension;
    const isHint = errorMessage === undefined || typeof errorMessage === 'string';
    return typeof property === 'string' && isHint && (token === undefined || isToken(token)) ? [property] : [];
  });
