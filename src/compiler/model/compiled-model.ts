import type { EntryId, ServerModel } from '@service/sdk/model';
import type { Span } from './span.ts';
import type { StartCall } from './start-functions.ts';

/** Where a user's declaration lives, for the generated entry's imports. */
export interface ModuleRef {
  /** Absolute path of the source file. */
  readonly file: string;
  readonly exportName: string;
}

/** What reading the sources adds to an entry. */
export interface EntryFacts {
  /** Uses progress, notify, elicit or sampling: only such a tool may open an event stream. `unknown` when a helper hides it. */
  readonly streams: boolean;
  /** May ask its client something: elicit, sample, list roots, or call a tool that does. True as well when a helper could hide it. */
  readonly asks: boolean;
  /** Its own limits are a `rateLimit` alone. */
  readonly ratedOnly?: true;
  /** A call of its code that deletes a folder with all it holds. */
  readonly deletes?: { readonly call: string; readonly span: Span };
}

/** Members that each start decides by its time, by chance or by its machine, by the id of the entry; `server` for the server's own. */
export type DecidedAtStart = Readonly<Record<string, readonly string[]>>;

/** A token that is asked for with `inject` and that no list gives to the asker. */
export interface UnprovidedNeed {
  readonly asker: string;
  readonly token: string;
  /** The owner that has the provider for itself. */
  readonly elsewhere?: string;
  readonly span: Span;
}

/** A plugin, adapter or app of a package that ships no sources under the export condition that the compiler reads. */
export interface UnreadClass {
  readonly name: string;
  /** Absent where it does not lie in `node_modules`. */
  readonly package?: string | undefined;
}

/** Import, in generated modules, of a package that a plugin asks for. */
export const pluginModule = (name: string): string => `service:plugin-module/${name}`;

/**
 * The compiler's model: the shared `ServerModel` (filled by evaluation, the authority) plus what only the sources know.
 * JSON-serialisable; printed by `service build --print-model`.
 */
export interface CompiledModel {
  readonly server: ServerModel;
  /** The decorated server class. */
  readonly entry: ModuleRef;
  /** Absolute path of the project's entry, where the server is declared in another file. */
  readonly program?: string;
  /** Uses of functions that start or connect a server, when there are any. */
  readonly startCalls?: readonly StartCall[];
  /** Span of the decorator or builder call per entry id; `server` for the server decorator, `app:<id>`, `plugin:<id>`, … for owners. */
  readonly spans: Readonly<Record<string, Span>>;
  readonly facts: Readonly<Record<EntryId, EntryFacts>>;
  /** Code injects what no provider stands behind: the request or its logger. */
  readonly injectsBuiltIns?: true;
  /** Absent where plugins brought providers that the sources do not show. */
  readonly unprovided?: readonly UnprovidedNeed[];
  /** Absent when all code was read. */
  readonly unread?: readonly UnreadClass[] | undefined;
  /** Absent when every start says what the build does. */
  readonly decidedAtStart?: DecidedAtStart;
}
