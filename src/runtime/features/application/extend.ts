import { ServiceError } from '../../errors/index.ts';
import type { CallPipeline, CallServices } from '../../mcp/call/call-pipeline.ts';
import type { Around, CallWatch, CompleteCaller, Extensions, ListenTopic, SessionTasks, Rounds, Method } from '../../mcp/protocol.ts';
import type { JsonObject } from '../../model/json.ts';

/** What a feature adds to the protocol and to calls. */
export interface CoreAdditions {
  /** Further JSON-RPC methods (extensions). */
  readonly methods?: Readonly<Record<string, Method>>;
  /** Protocol extensions it stands for: identifier → settings, advertised as they are. */
  readonly extensions?: Readonly<Record<string, JsonObject>>;
  /** Tasks of 2025-11-25; at most one feature brings it. */
  readonly sessionTasks?: SessionTasks;
  /** Stands before methods of the core, by method; of several features the first is the outermost. */
  readonly around?: Readonly<Record<string, Around>>;
  /** More to ask for in `subscriptions/listen`; at most one feature brings it. */
  readonly listenTopic?: ListenTopic;
  /** What lets calls ask their client; at most one feature brings it. */
  readonly rounds?: Rounds;
  /** Adds to the caller what `this.auth` shows; before every method, at most one feature brings it. */
  readonly completeCaller?: CompleteCaller;
  /** What it gives to calls and their context objects. */
  readonly callServices?: CallServices;
  /** Told of every JSON-RPC request and of its answer, over every transport. */
  readonly watchCall?: CallWatch;
}

/** What features add to, before the first request. */
export interface Core {
  readonly extensions: Extensions;
  readonly pipeline: CallPipeline;
}

export type Extend = (core: Core, feature: string) => void;

/** Apart from the composition root: a server whose features add nothing to the core does without. */
export const extending =
  (added: CoreAdditions): Extend =>
  ({ extensions, pipeline }, feature) => {
    addAll(extensions.methods, added.methods, `${feature}: another feature brings the method`);
    addAll(extensions.settings, added.extensions, `${feature}: another feature brings the extension`);
    for (const [method, around] of Object.entries(added.around ?? {})) addAround(extensions, method, around);
    if (added.listenTopic !== undefined) extensions.listenTopic = added.listenTopic;
    if (added.sessionTasks !== undefined) extensions.sessionTasks = added.sessionTasks;
    if (added.watchCall !== undefined) extensions.watches.push(added.watchCall);
    if (added.completeCaller !== undefined) extensions.completeCaller = added.completeCaller;
    if (added.rounds !== undefined) extensions.rounds = added.rounds;
    Object.assign(pipeline.services, added.callServices);
  };

function addAround({ around }: Extensions, method: string, inner: Around): void {
  const outer = around.get(method);
  around.set(method, outer === undefined ? inner : (call, next) => outer(call, (within) => inner(within, next)));
}

/** @throws {ServiceError} CONFIG_INVALID for what is there already */
function addAll<T>(target: Map<string, T>, added: Readonly<Record<string, T>> = {}, twice: string): void {
  for (const [name, value] of Object.entries(added)) {
    if (target.has(name)) throw new ServiceError('CONFIG_INVALID', `${twice} "${name}"`);
    target.set(name, value);
  }
}
