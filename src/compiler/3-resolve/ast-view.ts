import type { EntryId, EntryModel, JsonObject, ServerModel } from '@service/sdk/model';
import type { EntryFacts, ModuleRef, UnprovidedNeed } from '../model/compiled-model.ts';
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
  /** The code injects `SERVICE_CONTEXT` or `ServiceLogger`, which need no provider. */
  readonly injectsBuiltIns?: true;
  readonly unprovided: readonly UnprovidedNeed[];
  /** Options whose lists are computed. */
  readonly openLists: readonly string[];
}

export const entriesOf = (server: Pick<ServerModel, 'tools' | 'resources' | 'resourceTemplates' | 'prompts'>): readonly EntryModel[] => [
  ...server.tools,
  ...server.resources,
  ...server.resourceTemplates,
  ...server.prompts,
];
