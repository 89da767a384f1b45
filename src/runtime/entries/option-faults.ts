import { declaredAs, authProviderRecord } from '../define/index.ts';
import { checkOptionRules, checkOptions, refusalOf, unservedOptions, warningOf, type OptionOwner } from '../options/index.ts';
import type { Collected } from './collected.ts';
import { listOf } from '../std/index.ts';

/** Warnings for options that are accepted and have no effect in this version. */
export const optionWarnings = (collected: Collected): readonly string[] => unserved(declaredOptions(collected), false);

/** Options that this version does not serve: refused where they would protect something, else only a warning. */
function unserved(declared: readonly DeclaredOptions[], refused: boolean): string[] {
  return declared.flatMap(({ owner, label, options }) =>
    unservedOptions(owner, options)
      .filter((option) => (option.refused === true) === refused)
      .map((option) => `${label}: ${refused ? refusalOf(option) : warningOf(option)}`),
  );
}

interface DeclaredOptions {
  readonly owner: OptionOwner;
  readonly label: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The argument of every decorator and builder, with a name for messages. */
function declaredOptions(collected: Collected): readonly DeclaredOptions[] {
  return [
    { owner: 'service', label: '@Service', options: collected.server.options },
    ...collected.declaredApps.map((options) => ({ owner: 'app' as const, label: `app "${String(options['name'])}"`, options })),
    ...entryOptions(collected),
    ...collected.plugins.map((plugin) => ({
      owner: 'plugin' as const,
      label: `plugin "${plugin.model.name}"`,
      options: plugin.declaration.options,
    })),
    ...collected.declaredAdapters.map((options) => ({ owner: 'adapter' as const, label: `adapter "${String(options['name'])}"`, options })),
    ...collected.providers.flatMap(({ item }) => {
      const options = declaredAs('provider', item)?.options;
      return options === undefined ? [] : [{ owner: 'provider' as const, label: `provider "${String(options['name'])}"`, options }];
    }),
  ];
}

const entryOptions = ({ entries, skills }: Pick<Collected, 'entries' | 'skills'>): readonly DeclaredOptions[] => [
  ...entries.map(({ kind, declaration: { options } }) => ({ owner: kind, label: `${kind} "${String(options['name'])}"`, options })),
  ...skills.map(({ declaration: { options } }) => ({
    owner: 'skill' as const,
    label: `skill "${String(options['name'] ?? options['folder'])}"`,
    options,
  })),
];

/** Faults in the options of entries and skills alone. */
export const entryFaults = (collected: Collected): string[] => [
  ...faultsOf(entryOptions(collected), collected),
  ...authProviderFaults(collected),
];

/** Faults of every decorator's argument. Fields that plugins add to entries are theirs to check. */
export const optionFaults = (collected: Collected): string[] => faultsOf(declaredOptions(collected), collected);

function faultsOf(declared: readonly DeclaredOptions[], { entries, plugins }: Pick<Collected, 'entries' | 'plugins'>): string[] {
  const openOwners = new Set<OptionOwner>(plugins.length > 0 ? entries.map(({ kind }) => kind) : []);
  return [
    ...declared.flatMap(({ owner, label, options }) => [
      ...checkOptions(owner, options)
        .filter((fault) => !(openOwners.has(owner) && fault.kind === 'unknown' && fault.suggestion === undefined))
        .map((fault) => `${label}: ${fault.message}`),
      ...checkOptionRules(owner, options).map((fault) => `${label}: ${fault.message}`),
    ]),
    ...unserved(declared, true),
  ];
}

/** Names in `authProviders` of an app; an empty text for an item that is not a provider. */
export const authProviderNames = (list: unknown): readonly string[] => listOf(list).map(nameOf);

function nameOf(item: unknown): string {
  const name: unknown = Reflect.get(Object(authProviderRecord(item)), 'name');
  return typeof name === 'string' ? name : '';
}

/** Names of tools' `authProviders` that their apps do not declare, as `<app>/<name>`: entries of the caller's vault, where people sign in. */
export function vaultEntryNames(collected: Collected): readonly string[] {
  const namesOf = declaredNames(collected);
  const names = collected.entries.flatMap(({ declaration: { options }, owner }) => {
    const app = owner.find((one) => one.kind === 'app')?.id ?? '';
    if (!hasVault(collected, app)) return [];
    const unknown = listOf(options['authProviders']).map(referencedName).filter(isText);
    return unknown.filter((name) => namesOf.get(app)?.includes(name) !== true).map((name) => `${app}/${name}`);
  });
  return [...new Set(names)];
}

const isText = (name: unknown): name is string => typeof name === 'string';

const declaredNames = ({ apps, declaredApps }: Pick<Collected, 'apps' | 'declaredApps'>): ReadonlyMap<string, readonly string[]> =>
  new Map(declaredApps.map(({ authProviders }, at) => [apps[at]?.id ?? '', authProviderNames(authProviders)]));

/** People sign in at this app's endpoint, so that each has a vault, where `authenticate` keeps what it returns as `credentials`. */
function hasVault({ apps, declaredApps, server }: Collected, app: string | undefined): boolean {
  const own = declaredApps[apps.findIndex(({ id }) => id === app)]?.['auth'];
  const mode: unknown = Reflect.get(Object(own ?? server.options['auth']), 'mode');
  return mode === 'local' || mode === 'remote';
}

/** Faults that option rules cannot see: classes without their decorator, and tools that name unknown providers. */
export function authProviderFaults(collected: Collected): string[] {
  const { declaredApps, entries } = collected;
  const namesOf = declaredNames(collected);
  const items = declaredApps.flatMap(({ authProviders, name }) => classFaults(`app "${String(name)}"`, listOf(authProviders)));
  const references = entries.flatMap(({ declaration: { options }, kind, owner }) => {
    const app = owner.find((one) => one.kind === 'app')?.id;
    if (hasVault(collected, app)) return [];
    const known = (app === undefined ? undefined : namesOf.get(app)) ?? [];
    return listOf(options['authProviders'])
      .map(referencedName)
      .filter((name): name is string => isText(name) && !known.includes(name))
      .map((name) => `${kind} "${String(options['name'])}": "authProviders": ${unknownText(name, app, known)}`);
  });
  return [...items, ...references];
}

function referencedName(reference: unknown): unknown {
  if (typeof reference !== 'object' || reference === null) return reference;
  return 'name' in reference ? reference.name : undefined;
}

function unknownText(name: string, app: string | undefined, known: readonly string[]): string {
  if (app === undefined) return `names the auth provider "${name}", and only tools of an app have auth providers; move it into an app`;
  const has = known.length === 0 ? 'has none' : `has ${known.join(', ')}`;
  return `names the auth provider "${name}", which its app does not have; the app "${app}" ${has}`;
}

function classFaults(label: string, items: readonly unknown[]): string[] {
  const names = items.map(nameOf);
  return items.flatMap((item, at) => {
    if (typeof item !== 'function') return [];
    if (authProviderRecord(item) === undefined) return [`${label}: "authProviders": item ${at + 1} is a class without @AuthProvider`];
    return names.indexOf(names[at] ?? '') === at ? [] : [`${label}: "authProviders": two are named "${names[at]}"`];
  });
}
