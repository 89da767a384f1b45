import type { JsonObject } from '@service/sdk/model';
import { useCallback, useEffect } from 'react';
import type { ResourceResult, ToolResult } from '../core/dynamic-registry.ts';
import { useConnection, useSnapshot } from '../provider/context.ts';
import type { ServerChoice } from './use-service.ts';
import { useRun, type RunState } from './use-run.ts';

/** Options of {@link useCallTool} and {@link useGetPrompt}. */
export interface CallOptions<T> extends ServerChoice {
  /** Hears what a call gave; a result with `isError` is one too. */
  readonly onSuccess?: ((result: T) => void) | undefined;
  /** Hears why there is no result. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** Options of {@link useCallTool}. */
export interface CallToolOptions extends CallOptions<ToolResult> {
  /** Forgets the last result when the hook is given another tool. @default true */
  readonly resetOnToolChange?: boolean | undefined;
}

/** How far a call is. */
export interface CallState extends RunState<ToolResult> {
  readonly called: boolean;
}

/** What {@link useCallTool} gives: the call, how far it is, and what forgets it. */
export type CallTool = readonly [
  call: (args?: Readonly<Record<string, unknown>>) => Promise<ToolResult | null>,
  state: CallState,
  reset: () => void,
];

/**
 * Calls a tool. The call does not reject: it resolves `null` and `error` says why. A new call ends the one before.
 * @param name of the tool
 * @example
 * const [call, { data, loading, error }] = useCallTool('add');
 * <button onClick={() => void call({ a: 1, b: 2 })}>Add</button>
 */
export function useCallTool(name: string, options: CallToolOptions = {}): CallTool {
  const { onError, onSuccess, resetOnToolChange = true, server } = options;
  const connection = useConnection('useCallTool', server);
  const { start, reset, ...state } = useRun(
    (signal, args: Readonly<Record<string, unknown>> = {}) => connection.callTool(name, args, signal),
    { onSuccess, onError },
  );
  useEffect(() => {
    if (resetOnToolChange) reset();
  }, [name, reset, resetOnToolChange]);
  return [start, state, reset];
}

/**
 * Gets a prompt.
 * @param name of the prompt
 * @example
 * const [get, { data }] = useGetPrompt('review');
 */
export function useGetPrompt(
  name: string,
  { onError, onSuccess, server }: CallOptions<JsonObject> = {},
): readonly [get: (args?: Readonly<Record<string, string>>) => Promise<JsonObject | null>, state: RunState<JsonObject>] {
  const connection = useConnection('useGetPrompt', server);
  const { start, reset, ...state } = useRun(
    (signal, args: Readonly<Record<string, string>> = {}) => connection.getPrompt(name, args, signal),
    { onSuccess, onError },
  );
  useEffect(() => reset(), [name, reset]);
  return [start, state];
}

/** A resource that is read now, and again by `refetch`. */
export interface ResourceState extends RunState<ResourceResult> {
  readonly refetch: () => Promise<ResourceResult | null>;
}

/** What reads resources later, and how far it is. */
export type ReadResource = readonly [read: (uri: string) => Promise<ResourceResult | null>, state: RunState<ResourceResult>];

/**
 * Reads a resource as soon as the server is connected; without a URI it gives what reads one later.
 * @example
 * const { data, loading, error, refetch } = useReadResource('notes://today');
 * @example
 * const [read, { data }] = useReadResource();
 */
export function useReadResource(uri: string, options?: ServerChoice): ResourceState;
export function useReadResource(uri?: undefined, options?: ServerChoice): ReadResource;
export function useReadResource(uri?: string, { server }: ServerChoice = {}): ResourceState | ReadResource {
  const connection = useConnection('useReadResource', server);
  useSnapshot(connection);
  const { start, reset, called, ...state } = useRun((signal, given: string) => connection.readResource(given, signal));
  const refetch = useCallback(() => start(uri ?? ''), [start, uri]);
  const isThere = uri !== undefined && connection.canRead(uri);
  useEffect(() => {
    reset();
    if (isThere) void start(uri);
  }, [isThere, reset, start, uri]);
  if (uri === undefined) return [start, state];
  return { ...state, loading: state.loading || (isThere && !called), refetch };
}
