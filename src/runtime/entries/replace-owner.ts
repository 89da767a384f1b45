import type { RuntimeEnvironment } from '../define/index.ts';
import { type ServerModel, type OwnerModel, readContentsOf } from '../model/index.ts';
import type { ListKind } from './changes.ts';
import { collectOwned } from './collect.ts';
import type { Collected, CollectedEntry, CollectedOwner } from './collected.ts';
import type { EntryServices } from './entry-services.ts';
import { createLive, indexEntries, type AnyLive, type Registry } from './registry.ts';
import { checkFields, listsOf, modelEntries, nameEntries, promisingOf, refuseFaults, type NamedEntry } from './server-model-of.ts';

/** Everything that a server has at one time. It never changes. */
export interface EntrySnapshot {
  readonly collected: Collected;
  readonly entries: readonly NamedEntry[];
  readonly model: ServerModel;
  readonly registry: Registry;
}

interface Replacement {
  readonly owner: CollectedOwner;
  /** As an adapter makes them. */
  readonly lists: Readonly<Record<string, unknown>>;
  readonly services: EntryServices;
  readonly environment: RuntimeEnvironment;
  /** Faults in the options of entries, where these are checked. */
  readonly faultsOf?: ((collected: Collected) => string[]) | undefined;
}

/**
 * A server in which an owner has other entries and skills. Those of the others stay as they are, except for the names that they are listed by.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA, CONFIG_INVALID with every fault, one a line; {UnenforcedMetadataError}
 */
export function replaceOwner(current: EntrySnapshot, { environment, faultsOf, lists, owner, services }: Replacement): EntrySnapshot {
  const brought = collectOwned(owner, lists);
  const fresh: Collected = { ...current.collected, ...brought };
  const faults = faultsOf?.(fresh) ?? [];
  const owners = current.collected.owners.map(({ chain }) => chain);
  const put = <T>(old: readonly T[], added: readonly T[], ownerOf: (item: T) => Chain): readonly T[] =>
    replaceOf(owners, owner.chain, { old, added, ownerOf });
  const all = put(current.entries, modelChanged(current, fresh, { owner: owner.chain, faults }), (entry) => entry.collected.owner);
  const entries = nameEntries(all, current.model.plugins, faults);
  const skills = put(current.collected.skills, brought.skills, (skill) => skill.owner);
  const collected: Collected = { ...current.collected, entries: entries.map((entry) => entry.collected), skills };
  const models = services.skillModels?.(skills, readContentsOf(current.model.skills ?? []), faults) ?? [];
  checkFields([...entries.map((entry) => entry.model), ...models], collected.plugins, faults);
  refuseFaults(faults, promisingOf(entries, models), collected);
  const { skills: _before, ...rest } = current.model;
  const { allowNonFinite } = rest.options.output;
  const create = (entry: NamedEntry): AnyLive => createLive(entry, { services, environment, allowNonFinite });
  return {
    collected,
    entries,
    registry: indexEntries(liveEntries(current, entries, create)),
    model: { ...rest, ...listsOf(entries), ...(models.length > 0 ? { skills: models } : {}) },
  };
}

type Chain = readonly OwnerModel[];

/** Models of what an owner brings; a declaration that it had before keeps its own, whose schemas need no second conversion. */
function modelChanged(
  current: EntrySnapshot,
  fresh: Collected,
  { faults, owner }: { readonly owner: Chain; readonly faults: string[] },
): readonly NamedEntry[] {
  const kept = new Map(current.entries.filter(({ collected }) => collected.owner === owner).map((one) => [one.collected.declaration, one]));
  const added = fresh.entries.filter(({ declaration }) => !kept.has(declaration));
  const made = new Map(modelEntries({ ...fresh, entries: added }, {}, faults).map((one) => [one.collected, one]));
  return fresh.entries.flatMap((entry) => kept.get(entry.declaration) ?? made.get(entry) ?? []);
}

/** Puts what an owner brings where its own has stood. */
function replaceOf<T>(
  owners: readonly Chain[],
  owner: Chain,
  { added, old, ownerOf }: { readonly old: readonly T[]; readonly added: readonly T[]; readonly ownerOf: (item: T) => Chain },
): readonly T[] {
  const at = owners.indexOf(owner);
  const ranked = old.map((item) => ({ item, rank: owners.indexOf(ownerOf(item)) }));
  const before = ranked.filter(({ rank }) => rank < at);
  const after = ranked.filter(({ rank }) => rank > at);
  return [...before.map(({ item }) => item), ...added, ...after.map(({ item }) => item)];
}

/** Entries of other owners keep what was made of them, among it what guards and limits know of them. */
function liveEntries(current: EntrySnapshot, entries: readonly NamedEntry[], create: (entry: NamedEntry) => AnyLive): readonly AnyLive[] {
  const known = new Map<CollectedEntry, AnyLive>();
  for (const [at, live] of current.registry.entries.entries()) {
    const entry = current.entries[at]?.collected;
    if (entry !== undefined) known.set(entry, live);
  }
  return entries.map((entry) => {
    const live = known.get(entry.collected);
    if (live === undefined) return create(entry);
    // Another entry of its name came or went.
    return live.model === entry.model ? live : Object.assign({}, live, { model: entry.model });
  });
}

/** The lists that clients see otherwise than before. */
export function changedLists(before: ServerModel, after: ServerModel): readonly ListKind[] {
  const differs = (list: 'tools' | 'prompts' | 'resources' | 'resourceTemplates' | 'skills'): boolean => {
    const [old = [], now = []] = [before[list], after[list]];
    return old.length !== now.length || old.some((one, at) => one !== now[at] && JSON.stringify(one) !== JSON.stringify(now[at]));
  };
  const skills = differs('skills');
  // Files of skills are resources too.
  const resources = differs('resources') || differs('resourceTemplates') || skills;
  const changed: readonly (readonly [ListKind, boolean])[] = [
    ['tools', differs('tools')],
    ['resources', resources],
    ['prompts', differs('prompts')],
    ['skills', skills],
  ];
  return changed.flatMap(([kind, isChanged]) => (isChanged ? [kind] : []));
}
