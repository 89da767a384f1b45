import type { AuthContext } from '../../define/auth-context.ts';
import type { ContextServices } from '../../define/index.ts';
import type { LiveEntry, LiveTool } from '../../entries/index.ts';
import type { JsonObject, ToolResult } from '../../model/index.ts';
import type { Awaitable } from '../../std/index.ts';
import type { CallRequest } from './channel.ts';

/** What features put around calls. Filled by the composition root before the first request. */
export interface CallSurroundings {
  /** Asked before any use of an entry, and when lists are made. */
  readonly entryGuards: EntryGuard[];
  readonly toolGuards: ToolGuard[];
  readonly services: ContextServices;
  /** Sees the stages of tool calls. */
  stage: StageObserver | undefined;
}

/** Who asks: a client, or another entry of the server, which may call `internal` tools. */
export type CallOrigin = 'client' | 'entry';

/** Who would use an entry. */
export interface EntryUse {
  readonly auth: AuthContext;
  readonly origin: CallOrigin;
  /** Arguments that are settled while others are still to come (completion). */
  readonly partial?: JsonObject;
}

/** Decides who may use which entries: calls, reads, gets, completions, subscriptions and tasks, through whatever door. */
export interface EntryGuard {
  /** Whether it has anything to say of the entry, whoever asks. */
  concerns(entry: LiveEntry): boolean;
  /** False hides the entry from this caller's lists. */
  lists(entry: LiveEntry, auth: AuthContext): Awaitable<boolean>;
  /**
   * Before anything of the call happens, its arguments unread: who may not call must not reach the author's schemas either.
   * @returns what is left to ask once the arguments are known
   * @throws the refusal
   */
  admit(entry: LiveEntry, use: EntryUse): Awaitable<InputCheck | undefined>;
}

/** @throws the refusal */
export type InputCheck = (input: unknown) => Awaitable<void>;

/** A tool call that may be made as far as the tool itself is concerned: it is there and its caller may see it. */
export interface GuardedToolCall {
  readonly tool: LiveTool;
  readonly request: CallRequest;
  readonly origin: CallOrigin;
}

/**
 * Stands before every call of a tool: by clients over any transport, in batches and tasks, and by other entries. Goes on with `next`, or
 * throws the refusal.
 */
export type ToolGuard = (call: GuardedToolCall, next: (request?: CallRequest) => Awaitable<ToolResult>) => Awaitable<ToolResult>;

export type CallStage = 'parseInput' | 'execute' | 'validateOutput';
export type StageObserver = <T>(name: CallStage, request: CallRequest, run: () => Awaitable<T>) => Awaitable<T>;
