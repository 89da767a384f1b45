import type { AdapterEntries, AnyClass, Declaration, DeclarationKind } from '../define/index.ts';
import type { AdapterInstance } from './adapter-entries.ts';
import type { Awaitable } from '../std/index.ts';
import type { AdapterModel, AppModel, AvailableWhen, OwnerModel, PluginModel } from '../model/index.ts';

export type EntryKind = 'tool' | 'resource' | 'resource-template' | 'prompt';

export interface CollectedSkill {
  readonly owner: readonly OwnerModel[];
  readonly declaration: Declaration;
  /** Condition of the app around it. */
  readonly appAvailability?: AvailableWhen;
}

export interface CollectedEntry {
  readonly kind: EntryKind;
  readonly owner: readonly OwnerModel[];
  readonly declaration: Declaration;
  /** Condition of the app around it. */
  readonly appAvailability?: AvailableWhen;
  /** `output` options from the app and the server, nearest first. */
  readonly outputOptions: readonly unknown[];
}

export interface CollectedPlugin {
  readonly model: PluginModel;
  readonly declaration: Declaration;
  readonly target: AnyClass;
}

type OptionsFactory = Extract<Declaration['init'], { readonly useFactory: unknown }>;

export interface CollectedAdapter {
  readonly name: string;
  readonly target: AnyClass;
  readonly owner: readonly OwnerModel[];
  /** Absent where its options are computed at start. */
  readonly made?: { readonly instance: AdapterInstance; readonly makeEntries: () => Awaitable<AdapterEntries> };
  /** Computes its options. */
  readonly factory?: OptionsFactory;
}

/** What lists entries, with what its entries inherit. Told apart by the very chain: two adapters may have one name. */
export interface CollectedOwner {
  readonly chain: readonly OwnerModel[];
  readonly availability?: AvailableWhen;
  readonly output: readonly unknown[];
}

export interface CollectedProvider {
  readonly item: unknown;
  readonly owner: readonly OwnerModel[];
}

/** Tokens that a plugin shows to the owner that registered it. */
export interface CollectedExport {
  readonly owner: readonly OwnerModel[];
  readonly tokens: readonly unknown[];
}

/** Every declaration that belongs to one server, by reference, in registration order. */
export interface Collected {
  readonly server: Declaration;
  readonly apps: readonly AppModel[];
  /** Options of the apps, as written. */
  readonly declaredApps: readonly Declaration['options'][];
  readonly declaredAdapters: readonly Declaration['options'][];
  readonly entries: readonly CollectedEntry[];
  readonly skills: readonly CollectedSkill[];
  readonly plugins: readonly CollectedPlugin[];
  readonly adapters: readonly AdapterModel[];
  /** A name is unique within its class and process. */
  readonly adapterClasses: readonly CollectedAdapter[];
  readonly providers: readonly CollectedProvider[];
  readonly exports: readonly CollectedExport[];
  /** Everything that may list entries, in the order of their entries. */
  readonly owners: readonly CollectedOwner[];
}

/** Entry lists of an owner, and what may stand in each. */
export const entryLists: readonly (readonly [list: string, kinds: readonly EntryKind[], decorator: string])[] = [
  ['tools', ['tool'], 'Tool'],
  ['resources', ['resource', 'resource-template'], 'Resource'],
  ['resourceTemplates', ['resource-template'], 'ResourceTemplate'],
  ['prompts', ['prompt'], 'Prompt'],
];

export const isEntryKind = (kind: DeclarationKind): kind is EntryKind =>
  kind === 'tool' || kind === 'resource' || kind === 'resource-template' || kind === 'prompt';
