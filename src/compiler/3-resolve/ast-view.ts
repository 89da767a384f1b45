import {
  type EntryId,
  entriesOf,
  type JsonObject,
  ownerPath,
  type PluginModel,
  type PluginStoreModel,
  type ServerModel,
} from '@service/sdk/model';
import type { CompiledModel, DecidedAtStart, EntryFacts, ModuleRef, UnprovidedNeed, UnreadClass } from '../model/compiled-model.ts';
import type { ShownBranches } from '../model/branches.ts';
import type { Span } from '../model/span.ts';
import type { StartCall } from '../model/start-functions.ts';

/** The server as the sources alone show it. */
export interface AstView {
  /** Without options, which evaluation decides; schemas named by `blanks` are empty. */
  readonly server: Omit<ServerModel, 'options'>;
  /** Server options as written, functions left out. */
  readonly options: JsonObject;
  /** Paths that only evaluation knows: `<entry id>.inputSchema`, `server.http`. */
  readonly blanks: readonly string[];
  readonly spans: Readonly<Record<string, Span>>;
  readonly entry: ModuleRef;
  /** Absolute path of the project's entry, where the server is declared in another file. */
  readonly program?: string;
  /** Uses of functions that start or connect a server, when there are any. */
  readonly startCalls?: readonly StartCall[];
  readonly facts: Readonly<Record<EntryId, EntryFacts>>;
  /** Owners whose entries are made at run time (adapters, plugins from packages): evaluation may know more of them. */
  readonly openOwners: readonly string[];
  /** Stores that branches of a plugin's options may need, by the path of the plugin. */
  readonly shownStores: Readonly<Record<string, readonly PluginStoreModel[]>>;
  /** What other branches of lists and of adapters' options bring. */
  readonly branches: ShownBranches;
  readonly unread?: readonly UnreadClass[];
  /** The code injects `SERVICE_CONTEXT` or `ServiceLogger`, which need no provider. */
  readonly injectsBuiltIns?: true;
  readonly unprovided: readonly UnprovidedNeed[];
  /** Options whose lists are computed. */
  readonly openLists: readonly string[];
}

/** The evaluated model, which is the authority, with spans and facts that only the sources know. */
function completeModel(view: AstView, evaluated: ServerModel): CompiledModel {
  const spans: Record<string, Span> = { ...view.spans };
  const facts: Record<EntryId, EntryFacts> = {};
  for (const entry of entriesOf(evaluated)) {
    // An entry made at run time is reported at its innermost owner; its code is unknown, so it may stream.
    const owner = [...entry.owner].reverse().find(({ kind, id }) => view.spans[`${kind}:${id}`] !== undefined);
    const span = spans[entry.id] ?? (owner === undefined ? undefined : view.spans[`${owner.kind}:${owner.id}`]) ?? view.spans['server'];
    if (span !== undefined) spans[entry.id] = span;
    facts[entry.id] = view.facts[entry.id] ?? { streams: true, asks: true };
  }
  const { entry, injectsBuiltIns, program, startCalls, unread } = view;
  return {
    server: { ...evaluated, plugins: evaluated.plugins.map((plugin) => withShownStores(plugin, view)) },
    entry,
    program,
    startCalls,
    spans,
    facts,
    ...(evaluated.providers.length > view.server.providers.length ? {} : { unprovided: view.unprovided }),
    injectsBuiltIns,
    unread,
  };
}

function withShownStores(plugin: PluginModel, { shownStores }: AstView): PluginModel {
  const shown = shownStores[ownerPath(plugin.owner)] ?? [];
  return shown.length === 0 ? plugin : { ...plugin, stores: [...(plugin.stores ?? []), ...shown] };
}

/** Result of the evaluation. */
interface EvaluatedServer {
  readonly server?: ServerModel;
  readonly others?: readonly { readonly server: ServerModel; readonly when: string; readonly span?: Span | undefined }[];
  readonly decidedAtStart?: DecidedAtStart | undefined;
}

/** The server with the build's variables, and in other environments. */
export interface CompletedProject {
  readonly model: CompiledModel;
  readonly others: readonly { readonly model: CompiledModel; readonly when: string; readonly span?: Span | undefined }[];
}

/** Undefined where the evaluation or the sources have no server. */
export function completeProject(view: AstView | undefined, evaluated: EvaluatedServer | undefined): CompletedProject | undefined {
  if (view === undefined || evaluated?.server === undefined) return undefined;
  const { decidedAtStart, others = [], server } = evaluated;
  return {
    model: { ...completeModel(view, server), decidedAtStart },
    others: others.map(({ server: other, span, when }) => ({ model: completeModel(view, other), when, span })),
  };
}
