import type { LiveTool } from '../../entries/index.ts';
import type { ToolResult } from '../../model/index.ts';
import type { Awaitable } from '../../std/index.ts';
import type { CallRequest } from './channel.ts';

/** What features put around calls. Filled by the composition root before the first request. */
export interface CallSurroundings {
  readonly toolGuards: ToolGuard[];
  /** Sees the stages of tool calls. */
  stage: StageObserver | undefined;
}

/** Who asks: a client, or another entry of the server, which may call `internal` tools. */
export type CallOrigin = 'client' | 'entry';

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
