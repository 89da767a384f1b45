import type {
  EntryModel,
  JsonObject,
  PromptModel,
  ReadResult,
  PromptResult,
  ResourceModel,
  ResourceTemplateModel,
  ToolModel,
  ToolResult,
} from '../model/index.ts';
import type { Logger } from '../std/logger.ts';
import type { Awaitable } from '../std/promises.ts';
import type { AuthContext } from './auth-context.ts';
import type { Resolver } from './token.ts';

/** The call that a hook surrounds. */
export interface HookCall<Entry> {
  /** The tool, resource or prompt that is called, as the compiler described it. */
  readonly entry: Entry;
  /** Options of the author's decorator, plugin fields and functions included. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Parsed arguments, or the resource's `{ uri, params }`. */
  readonly input: unknown;
  /** The caller. */
  readonly auth: AuthContext;
  /** Id of the session; undefined where there is none. */
  readonly sessionId: string | undefined;
  /** Looks providers up, as the entry sees them. */
  readonly resolver: Resolver;
  /** Log of the entry, with the id of the request. */
  readonly logger: Logger;
  /** Aborted when the client cancels the call or the time limit is over. */
  readonly signal: AbortSignal;
  /** Capabilities that the client declared. */
  readonly clientCapabilities: JsonObject;
}

/** Calls the next hook, and at last the handler. `input` replaces the arguments for the hooks and the handler behind it. */
export type Next<Result> = (input?: unknown) => Awaitable<Result>;

/** The list request that a hook sees. */
export interface ListCall {
  /** The caller. */
  readonly auth: AuthContext;
  /** Id of the session; undefined where there is none. */
  readonly sessionId: string | undefined;
}

/**
 * The fixed list of points at which a plugin may act. Order: plugins of the server before those of the
 * app, in the order of their lists, the first outermost; a plugin of an app sees that app's entries unless its scope is `server`.
 * Arguments are parsed before and results are shaped inside the innermost `next`.
 */
export interface PluginHooks {
  /** Surrounds each tool call; returns what `next` gives, or a result of its own. */
  aroundToolCall?(call: HookCall<ToolModel>, next: Next<ToolResult>): Awaitable<ToolResult>;
  /** Surrounds each read of a resource. */
  aroundResourceRead?(call: HookCall<ResourceModel | ResourceTemplateModel>, next: Next<ReadResult>): Awaitable<ReadResult>;
  /** Surrounds each `prompts/get`. */
  aroundPromptGet?(call: HookCall<PromptModel>, next: Next<PromptResult>): Awaitable<PromptResult>;
  /** False hides an entry from a list and from calls of this caller. */
  filterEntry?(entry: EntryModel, call: ListCall): Awaitable<boolean>;
  /** Before the first call; a failure stops the start. */
  onStart?(server: { readonly resolver: Resolver; readonly logger: Logger }): Awaitable<void>;
  /** When the server ends, after the last call. */
  onClose?(): Awaitable<void>;
}
