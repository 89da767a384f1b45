import type { EntryModel, OwnerModel } from './server-model.ts';

/** Longest tool name that the clients in use accept. */
export const longestEntryName = 64;

const plainName = /^[A-Za-z0-9_.-]+$/;
/** Our separator, control and format characters (bidirectional and zero-width ones among them), line ends, lone surrogates, fillers without a width. */
const hiddenOrReserved = /[:\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/u;
const acceptedListedName = /^[A-Za-z0-9_.:-]+$/;

/** Why an entry's name is refused; `undefined` for a good one. MCP limits the names of tools alone: others are any printable text. */
export function nameProblem(name: string, kind: EntryModel['kind']): 'empty' | 'too-long' | 'bad-characters' | undefined {
  if (name.trim() === '') return 'empty';
  if (kind !== 'tool') return hiddenOrReserved.test(name) ? 'bad-characters' : undefined;
  if (name.length > longestEntryName) return 'too-long';
  return plainName.test(name) ? undefined : 'bad-characters';
}

/** Rule of names of this kind, for messages. */
export const nameRule = (kind: EntryModel['kind']): string =>
  kind === 'tool'
    ? '1 to 64 characters of A-Z, a-z, 0-9, "_", "." and "-"'
    : 'printable text without ":", control, bidirectional and zero-width characters';

/** A name that every client shows and offers as a command as it is. */
export const isPlainName = (name: string): boolean => name.length <= longestEntryName && plainName.test(name);

/** True for a name as listed: an entry's own, or `<owner>:<name>`. */
export const isListedName = (name: string): boolean => acceptedListedName.test(name);

/** Comparison key of names: `-` and `_` are equal. */
export const lookupKey = (name: string): string => name.replaceAll('-', '_');

/** kebab-case of a name: default of `id` for apps and plugins. */
export const kebabOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();

/** Prefix of an entry whose name is not unique: the id of its innermost owner below the server. */
export const ownerPrefix = (owner: readonly OwnerModel[]): string | undefined => {
  const innermost = owner.at(-1);
  return innermost === undefined || innermost.kind === 'server' ? undefined : innermost.id;
};

/** Owner chain as text; equal texts are the same owner. */
export const ownerPath = (owner: readonly OwnerModel[]): string => owner.map(({ kind, id }) => `${kind}:${id}`).join('/');

/** A plugin reaches what its registering owner holds; with scope `server`, everything. */
export function reaches(
  plugin: { readonly owner: readonly OwnerModel[]; readonly scope: 'app' | 'server' },
  entry: { readonly owner: readonly OwnerModel[] },
): boolean {
  const registrar = plugin.owner.filter((step) => step.kind === 'server' || step.kind === 'app');
  return plugin.scope === 'server' || ownerPath(entry.owner.slice(0, registrar.length)) === ownerPath(registrar);
}

/** The id of an entry: unique in a model. */
export const entryIdOf = (entry: { readonly kind: string; readonly owner: readonly OwnerModel[]; readonly name: string }): string =>
  `${entry.kind}:${entry.owner.map(({ id }) => id).join('/')}/${entry.name}`;

interface Named {
  readonly name: string;
  readonly owner: readonly OwnerModel[];
}

export interface ListedNames<T> {
  /** Same order as given. */
  readonly entries: readonly { readonly entry: T; readonly listedName: string }[];
  /** Groups of entries that one owner gave the same name. */
  readonly duplicates: readonly (readonly T[])[];
}

/** A plugin, as far as it names its entries. */
interface NamingPlugin {
  readonly owner: readonly OwnerModel[];
  readonly entryPrefix?: string;
}

/** Gives every entry of one kind the name that clients see: its own, that with its plugin's prefix, or, where others use it too, with its owner's id. */
export function listNames<T extends Named>(entries: readonly T[], plugins: readonly NamingPlugin[] = []): ListedNames<T> {
  const prefixes = new Map(plugins.map(({ entryPrefix, owner }) => [ownerPath(owner), entryPrefix]));
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const group = groups.get(lookupKey(entry.name));
    if (group === undefined) groups.set(lookupKey(entry.name), [entry]);
    else group.push(entry);
  }
  const duplicates: T[][] = [];
  for (const group of groups.values()) duplicates.push(...sameOwner(group));
  return {
    entries: entries.map((entry) => {
      const contested = (groups.get(lookupKey(entry.name)) ?? []).some((other) => ownerPath(other.owner) !== ownerPath(entry.owner));
      const prefix = prefixes.get(ownerPath(entry.owner)) ?? (contested ? ownerPrefix(entry.owner) : undefined);
      return { entry, listedName: prefix === undefined ? entry.name : `${prefix}:${entry.name}` };
    }),
    duplicates,
  };
}

function sameOwner<T extends Named>(group: readonly T[]): T[][] {
  const byOwner = new Map<string, T[]>();
  for (const entry of group) {
    const path = ownerPath(entry.owner);
    const same = byOwner.get(path);
    if (same === undefined) byOwner.set(path, [entry]);
    else same.push(entry);
  }
  return [...byOwner.values()].filter((same) => same.length > 1);
}

/** The app that an entry belongs to; undefined for what the server itself declares. */
export const appIdOf = ({ owner }: Pick<Named, 'owner'>): string | undefined => owner.find(({ kind }) => kind === 'app')?.id;

/** Whether a list of an option names an entry: as it is listed, or as `<app>:<name>`. */
export function namesEntry(names: readonly string[], entry: Named & { readonly listedName: string }): boolean {
  return names.includes(entry.listedName) || names.includes(`${appIdOf(entry) ?? ''}:${entry.name}`);
}
