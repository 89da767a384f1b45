import { entryIdOf, kebabOf, ownerPath, type ProviderModel } from '@service/sdk/model';
import { withoutUndefined } from '@service/sdk/internal';
import { packageName } from '../../std/paths.ts';
import { insteadOfRemote, isRemoteApp } from '@service/sdk/options';
import type { ClassFacts, Declaration, DeclarationKind, Need, StaticValue } from '../model/declarations.ts';
import { branchItems } from './branch-items.ts';
import { shownAdapterOptions, shownStores } from './shown-options.ts';
import { isMadeByCall, itemsOf, stringOf, valueOf } from './plain.ts';
import { requiredString, resolveEntry, stringsOf } from './resolve-entry.ts';
import { keepNeeds, type OwnerChain, type Resolution } from './resolution.ts';
import type { Span } from '../model/span.ts';
import type { DiagnosticCollector } from '../diagnostics/index.ts';

/** Everything that a server, an app or a plugin lists, in the order of registration. */
export function resolveOwner(resolution: Resolution, options: StaticValue, owner: OwnerChain): void {
  const itemsOf = (list: string): readonly ListItem[] => resolveList(resolution, { options, owner, list });
  for (const list of ['tools', 'resources', 'resourceTemplates', 'prompts'] as const) {
    for (const item of itemsOf(list)) {
      if (item.kind === 'declaration') resolveEntry(resolution, item.declaration, owner);
      else resolution.openOwners.add(ownerPath(owner));
    }
  }
  for (const item of itemsOf('skills')) resolveSkill(resolution, item, owner);
  resolveProviders(resolution, options, owner);
  for (const item of itemsOf('plugins')) resolvePlugin(resolution, item, owner);
  for (const item of itemsOf('adapters')) resolveAdapter(resolution, item, owner);
  for (const item of itemsOf('apps')) resolveApp(resolution, item, owner);
}

/** Spans alone: evaluation and the skill folder give the rest. */
function resolveSkill(resolution: Resolution, item: ListItem, owner: OwnerChain): void {
  if (item.kind !== 'declaration') return;
  const { options, span } = item.declaration;
  const name = stringOf(valueOf(options, 'name')) ?? stringOf(valueOf(options, 'folder'))?.split('/').at(-1);
  if (name !== undefined) resolution.spans[entryIdOf({ kind: 'skill', owner, name })] ??= span;
}

function resolveApp(resolution: Resolution, item: ListItem, owner: OwnerChain): void {
  if (item.kind === 'opaque') resolution.openOwners.add(ownerPath(owner));
  if (item.kind !== 'declaration') return;
  const { declaration } = item;
  const name = requiredString(resolution, declaration, 'name');
  if (name === undefined) return;
  const id = stringOf(valueOf(declaration.options, 'id')) ?? kebabOf(name);
  const description = stringOf(valueOf(declaration.options, 'description'));
  const known = resolution.apps.some((app) => app.id === id);
  const first = resolution.spans[`app:${id}`];
  if (known) {
    const related = first === undefined ? {} : { related: [{ message: 'the other one', span: first }] };
    resolution.found.report('duplicate-app', { id }, { span: declaration.span, ...related });
    return;
  }
  resolution.spans[`app:${id}`] = declaration.span;
  if (valueOf(declaration.options, 'availableWhen') !== undefined) resolution.availableApps.add(id);
  resolution.apps.push({ id, name, ...(description === undefined ? {} : { description }) });
  walkInto(resolution, declaration, [...owner, { kind: 'app', id }]);
}

function resolvePlugin(resolution: Resolution, item: ListItem, owner: OwnerChain): void {
  if (item.kind === 'opaque') resolution.openOwners.add(ownerPath(owner));
  if (item.kind !== 'declaration') return;
  const { declaration } = item;
  const name = requiredString(resolution, declaration, 'name');
  if (name === undefined) return;
  const id = stringOf(valueOf(declaration.options, 'id')) ?? kebabOf(name);
  const chain: OwnerChain = [...owner, { kind: 'plugin', id }];
  const enforces = stringsOf(declaration, 'enforces');
  resolution.spans[`plugin:${id}`] ??= item.value.init === undefined ? declaration.span : item.value.span;
  const factory = needsOfInject(resolution, valueOf(item.value.init?.[0], 'inject'));
  keepNeeds(resolution, { name: declaration.name, needs: [...declaration.needs, ...factory], owner: chain });
  const computed = ['methods', 'stores', 'routes', 'endpoint', 'modules', 'bindings', 'searchesTools'].filter((name) =>
    declaration.methods.includes(name),
  );
  // A class has the hooks of its base classes too.
  for (const decided of ['hooks', 'contextExtensions', ...computed])
    resolution.blanks.add(`plugins.${resolution.plugins.length}.${decided}`);
  if (declaration.methods.includes('stores')) resolution.shownStores[ownerPath(chain)] = shownStores(item.value.init?.[0]);
  const order = valueOf(declaration.options, 'order');
  const isSet = (option: string): true | undefined => {
    const value = valueOf(declaration.options, option);
    return value?.kind === 'literal' && value.value === true ? true : undefined;
  };
  resolution.plugins.push({
    id,
    name,
    owner: chain,
    scope: stringOf(valueOf(declaration.options, 'scope')) === 'server' ? 'server' : 'app',
    ...(enforces.length > 0 ? { enforces } : {}),
    ...withoutUndefined({
      order: order?.kind === 'literal' && typeof order.value === 'number' ? order.value : undefined,
      asks: isSet('asks'),
      changes: isSet('changes'),
      computed: valueOf(item.value.init?.[0], 'useFactory') === undefined ? undefined : (true as const),
      entryPrefix: stringOf(valueOf(declaration.options, 'entryPrefix')),
    }),
  });
  if (mayMakeEntries(item)) resolution.openOwners.add(ownerPath(chain));
  walkInto(resolution, declaration, chain);
}

const madeLists = ['tools', 'resources', 'resourceTemplates', 'prompts', 'skills', 'plugins', 'adapters'];

/** `getPluginMetadata(options)` and lists given to `init` bring entries that only evaluation knows. */
function mayMakeEntries({ declaration, value }: ListItem & { readonly kind: 'declaration' }): boolean {
  const { bases, basesKnown, methods } = declaration;
  if (!basesKnown || methods.includes('getPluginMetadata')) return true;
  const options = value.init?.[0];
  if (!bases.includes('DynamicPlugin') || options === undefined) return false;
  return options.kind !== 'object' || !options.complete || options.properties.some(({ name }) => madeLists.includes(name));
}

function resolveAdapter(resolution: Resolution, item: ListItem, owner: OwnerChain): void {
  resolution.openOwners.add(ownerPath(owner));
  if (item.kind === 'record') return;
  const { value } = item;
  const className = item.kind === 'declaration' ? item.declaration.name : item.value.name;
  const options = value.init?.[0];
  const declared = item.kind === 'declaration' ? stringOf(valueOf(item.declaration.options, 'name')) : undefined;
  const computed = valueOf(options, 'useFactory') !== undefined;
  const name = (computed ? undefined : stringOf(valueOf(options, 'name'))) ?? declared;
  if (name === undefined) return;
  const twin = resolution.adapters.find((adapter) => adapter.className === className && adapter.name === name);
  if (twin !== undefined) {
    resolution.found.report('duplicate-adapter', { name, className }, { span: value.span });
    return;
  }
  resolution.spans[`adapter:${name}`] ??= value.span;
  resolution.adapterOptions[name] = shownAdapterOptions(options);
  // Its class and its options decide them together.
  for (const decided of ['changes', 'modules', 'polls']) resolution.blanks.add(`adapters.${resolution.adapters.length}.${decided}`);
  resolution.adapters.push({
    id: name,
    name,
    className,
    owner: [...owner, { kind: 'adapter', id: name }],
    ...(computed ? { computed } : {}),
  });
}

function walkInto(resolution: Resolution, declaration: Declaration, owner: OwnerChain): void {
  if (resolution.walking.has(declaration.id)) return;
  resolution.walking.add(declaration.id);
  resolveOwner(resolution, declaration.options, owner);
  resolution.walking.delete(declaration.id);
}

/** Adds the providers of one owner to the model and to the dependency graph. */
function resolveProviders(resolution: Resolution, options: StaticValue, owner: OwnerChain): void {
  const exported = exportedTokens(resolution, options);
  for (const item of resolveList(resolution, { options, owner, list: 'providers' })) {
    const read = readProvider(resolution, item);
    if (read === undefined) continue;
    const { name, form, scope, token, tokenKnown, needs, span, constructorTypes } = read;
    if (constructorTypes.length > 0)
      resolution.found.report('provider-constructor-types', { name, parameters: constructorTypes }, { span });
    resolution.spans[`provider:${owner.map(({ id }) => id).join('/')}/${name}`] ??= span;
    if (!read.nameKnown) resolution.blanks.add(`providers.${resolution.providers.length}.name`);
    resolution.providers.push({ name, scope, form, owner });
    resolution.graph.push({ token, tokenKnown, name, scope, needs, owner, isExported: exported?.includes(token) ?? true, span });
    keepNeeds(resolution, { name, needs, owner });
  }
}

/** Tokens that a plugin exports; undefined where the sources do not decide them. */
function exportedTokens(resolution: Resolution, options: StaticValue): readonly string[] | undefined {
  const value = valueOf(options, 'exports');
  if (value === undefined) return [];
  return value.kind === 'array' && value.complete ? value.items.map((item) => textAndToken(resolution, item).token) : undefined;
}

interface ProviderReading {
  readonly name: string;
  readonly nameKnown: boolean;
  readonly form: ProviderModel['form'];
  readonly scope: ProviderModel['scope'];
  readonly token: string;
  /** False where the sources do not decide which token it is. */
  readonly tokenKnown: boolean;
  readonly needs: readonly Need[];
  readonly constructorTypes: readonly string[];
  readonly span: Span;
}

function readProvider(resolution: Resolution, item: ListItem): ProviderReading | undefined {
  if (item.kind === 'opaque') return undefined;
  if (item.kind === 'record') return readRecord(resolution, item.value);
  const { options, name, needs, constructorTypes, span, id } = item.declaration;
  return {
    name: stringOf(valueOf(options, 'name')) ?? name,
    nameKnown: true,
    form: 'class',
    scope: scopeOf(valueOf(options, 'scope')),
    token: resolution.declarations.tokenOf(id),
    tokenKnown: true,
    needs,
    constructorTypes,
    span,
  };
}

function readRecord(resolution: Resolution, record: StaticValue & { readonly kind: 'object' }): ProviderReading | undefined {
  const provide = valueOf(record, 'provide');
  if (provide === undefined) {
    resolution.found.report('wrong-list-item', { list: 'providers', decorator: 'Provider' }, { span: record.span });
    return undefined;
  }
  const { isDecided: tokenKnown, text: name, token } = textAndToken(resolution, provide);
  const used = classFactsOf(resolution, valueOf(record, 'useClass'));
  const factory = valueOf(record, 'useFactory');
  return {
    name: stringOf(valueOf(record, 'name')) ?? name,
    nameKnown: valueOf(record, 'name')?.kind === 'literal' || provide.kind !== 'unknown',
    form: used !== undefined ? 'class' : factory !== undefined ? 'factory' : 'value',
    scope: scopeOf(valueOf(record, 'scope')),
    token,
    tokenKnown,
    needs: [...(used?.needs ?? []), ...needsOfInject(resolution, valueOf(record, 'inject'))],
    constructorTypes: used?.constructorTypes ?? [],
    span: record.span,
  };
}

function classFactsOf(resolution: Resolution, value: StaticValue | undefined): Pick<ClassFacts, 'needs' | 'constructorTypes'> | undefined {
  if (value?.kind === 'class') return value.class;
  return value?.kind === 'declaration' ? resolution.declarations.all.get(value.id) : undefined;
}

/** The tokens of `inject: () => [A, B]`, of a factory. */
const needsOfInject = (resolution: Resolution, inject: StaticValue | undefined): readonly Need[] =>
  (inject?.kind === 'function' ? itemsOf(inject.returns) : []).map((value) => ({
    ...textAndToken(resolution, value),
    span: value.span,
  }));

function textAndToken(resolution: Resolution, value: StaticValue): Omit<Need, 'span'> {
  if (value.kind === 'class') return { text: value.name, token: value.class.token, isDecided: true };
  if (value.kind === 'declaration') return { text: value.text, token: resolution.declarations.tokenOf(value.id), isDecided: true };
  if (value.kind === 'literal') return { text: String(value.value), token: `string:${String(value.value)}`, isDecided: true };
  if (value.kind === 'unknown') return { text: value.text, token: value.token, isDecided: value.makesToken === true };
  return { text: value.kind, token: `${value.span.file}#${value.span.start}`, isDecided: false };
}

/** `ProviderScope.SESSION` and `REQUEST` are older names of CONTEXT. */
const scopeOf = (value: StaticValue | undefined): ProviderModel['scope'] =>
  ['context', 'session', 'request'].includes((stringOf(value) ?? '').toLowerCase()) ? 'context' : 'global';

type ListItem =
  | { readonly kind: 'declaration'; readonly declaration: Declaration; readonly value: StaticValue & { readonly kind: 'declaration' } }
  | { readonly kind: 'record'; readonly value: StaticValue & { readonly kind: 'object' } }
  | { readonly kind: 'opaque'; readonly value: StaticValue & { readonly kind: 'class' } };

interface ListRule {
  readonly kinds: readonly DeclarationKind[];
  /** The decorator that the message names. */
  readonly decorator: string;
  /** Plain records are items too. */
  readonly records: boolean;
}

const rules: Readonly<Record<string, ListRule>> = {
  apps: { kinds: ['app'], decorator: 'App', records: false },
  tools: { kinds: ['tool'], decorator: 'Tool', records: false },
  resources: { kinds: ['resource', 'resource-template'], decorator: 'Resource', records: false },
  resourceTemplates: { kinds: ['resource-template'], decorator: 'ResourceTemplate', records: false },
  prompts: { kinds: ['prompt'], decorator: 'Prompt', records: false },
  skills: { kinds: ['skill'], decorator: 'Skill', records: false },
  plugins: { kinds: ['plugin'], decorator: 'Plugin', records: false },
  adapters: { kinds: ['adapter'], decorator: 'Adapter', records: false },
  providers: { kinds: ['provider'], decorator: 'Provider', records: true },
};

/** An owner's options, and which of their lists is read. */
interface OwnedList {
  readonly options: StaticValue;
  readonly owner: OwnerChain;
  readonly list: string;
}

interface ListItems extends OwnedList {
  readonly rule: ListRule;
}

/**
 * The items of a list option, each followed to its declaration; an item of another kind is reported. A list that more than the
 * sources decides opens its owner: an unknown item may use any part of the SDK.
 */
function resolveList(resolution: Resolution, owned: OwnedList): readonly ListItem[] {
  const { list, options } = owned;
  const rule = rules[list];
  if (rule === undefined) return [];
  const property = options.kind === 'object' ? options.properties.find(({ name }) => name === list) : undefined;
  if (property === undefined) {
    // A spread that could not be followed may bring the list.
    if (options.kind !== 'object' || !options.complete) openList(resolution, owned);
    return [];
  }
  const { value } = property;
  noteBranches(resolution, branchItems(value), owned);
  if (value.kind === 'array') {
    if (!value.complete) openList(resolution, owned);
    return withoutTwins(
      resolution,
      value.items.flatMap((item) => resolveItem(resolution, item, { ...owned, rule })),
      list,
    );
  }
  // Neither a list nor undecided: its type is reported with the other options.
  const isDecided = value.kind === 'literal' || value.kind === 'object';
  if (value.kind === 'unknown' && value.because !== 'computed') return resolveItem(resolution, value, { ...owned, rule });
  if (!isDecided) openList(resolution, owned);
  return [];
}

function noteBranches(resolution: Resolution, items: readonly StaticValue[], { list, owner }: OwnedList): void {
  for (const { kind, span } of items)
    if (kind === 'declaration' || kind === 'class')
      resolution.branchItems.push({ id: `${span.file}#${span.start}`, owner: ownerPath(owner), list, span });
}

/** At the import that breaks off, which is what has to be mended. */
function reportUnresolved(found: DiagnosticCollector, { broken, span, text }: StaticValue & { kind: 'unknown' }, list: string): void {
  const related = broken === undefined ? {} : { related: [{ message: 'listed here', span }] };
  found.report('unresolved-reference', { list, text }, { span: broken ?? span, ...related });
}

/** Plugins and adapters may be listed with options of their own each, which their names tell apart. */
const oncePerList: ReadonlySet<string> = new Set(['apps', 'tools', 'resources', 'resourceTemplates', 'prompts', 'skills']);

function withoutTwins({ found }: Resolution, items: readonly ListItem[], list: string): readonly ListItem[] {
  if (!oncePerList.has(list)) return items;
  const first = new Map<string, Span>();
  return items.filter((item) => {
    if (item.kind !== 'declaration') return true;
    const { id, span, text } = item.value;
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, span);
    else found.report('listed-twice', { list, text }, { span, related: [{ message: 'listed here first', span: earlier }] });
    return earlier === undefined;
  });
}

function openList({ blanks, openLists, openOwners }: Resolution, { list, owner }: OwnedList): void {
  openLists.add(list);
  blanks.add(`list:${list}`);
  // Providers are asked for by token; no provider is an entry or stands around one.
  if (list !== 'providers') openOwners.add(ownerPath(owner));
}

/** A class that a declaration file alone shows; others of them are declared in the project in a way that does not show. */
function noteUnread({ unread }: Resolution, { class: { token }, name }: StaticValue & { readonly kind: 'class' }): void {
  const [file = ''] = token.split('#');
  const found = { name, package: packageName(file) };
  if (/\.d\.[cm]?ts$/.test(file) && !unread.some((one) => one.name === name && one.package === found.package)) unread.push(found);
}

function resolveItem(resolution: Resolution, item: StaticValue, within: ListItems): readonly ListItem[] {
  const { list, rule } = within;
  const { found, declarations } = resolution;
  if (item.kind === 'declaration') {
    const declaration = declarations.all.get(item.id);
    if (declaration !== undefined && rule.kinds.includes(declaration.kind)) return [{ kind: 'declaration', declaration, value: item }];
  }
  if (item.kind === 'class' && item.class.opaque) {
    if (list !== 'providers') noteUnread(resolution, item);
    return [{ kind: 'opaque', value: item }];
  }
  if (item.kind === 'object' && rule.records) return [{ kind: 'record', value: item }];
  if (isMadeByCall(item, list)) resolution.openOwners.add(ownerPath(within.owner));
  else if (item.kind === 'unknown' && item.because === 'unresolved') reportUnresolved(found, item, list);
  else if (item.kind === 'unknown' && item.because === 'remote')
    found.report('not-supported', { what: `${item.text}(…)`, write: insteadOfRemote }, { span: item.span });
  else if (list === 'apps' && item.kind === 'object' && isRemoteApp(item.properties.map(({ name }) => name)))
    found.report('not-supported', { what: 'An app of another server or package', write: insteadOfRemote }, { span: item.span });
  else if (item.kind === 'unknown' || item.kind === 'one-of') openList(resolution, within);
  else found.report('wrong-list-item', { list, decorator: rule.decorator }, { span: item.span });
  return [];
}
