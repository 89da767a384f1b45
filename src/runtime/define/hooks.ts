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
  readonly entry: Entry;
  /** Options of the author's decorator, plugin fields and functions included. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Parsed arguments, or the resource's `{ uri, params }`. */
  readonly input: unknown;
  readonly auth: AuthContext;
  readonly sessionId: string | undefined;
  readonly resolver: Resolver;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly clientCapabilities: JsonObject;
}

/** Calls the next hook, and at last the handler. `input` replaces the arguments for the hooks and the handler behind it. */
export type Next<Result> = (input?: unknown) => Awaitable<Result>;

/** The list request that a hook sees. */
export interface ListCall {
  readonly auth: AuthContext;
  readonly sessionId: string | undefined;
}

/**
 * The fixed list of points at which a plugin may act. Order: plugins of the server before those of the
 * app, in the order of their lists, the first outermost; a plugin of an app sees that app's entries unless its scope is `server`.
 * Arguments are parsed before and results are shaped inside the innermost `next`.
 */
export interface PluginHooks {
  aroundToolCall?(call: HookCall<ToolModel>, next: Next<ToolResult>): Awaitable<ToolResult>;
  aroundResourceRead?(call: HookCall<ResourceModel | ResourceTemplateModel>, next: Next<ReadResult>): Awaitable<ReadResult>;
  aroundPromptGet?(call: HookCall<PromptModel>, next: Next<PromptResult>): Awaitable<PromptResult>;
  /** False hides an entry from a list and from calls of this caller. */
  filterEntry?(entry: EntryModel, call: ListCall): Awaitable<boolean>;
  /** Before the first call; a failure stops the start. */
  onStart?(server: { readonly resolver: Resolver; readonly logger: Logger }): Awaitable<void>;
  onClose?(): Awaitable<void>;
}
