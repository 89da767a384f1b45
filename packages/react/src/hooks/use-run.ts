import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { tell } from '../core/tell.ts';
import { useLatest } from './use-latest.ts';

/** A piece of work that a page waits for. */
export interface RunState<T> {
  /** What the last run gave; kept while a new one is waited for. */
  readonly data: T | undefined;
  readonly loading: boolean;
  /** Why the last run failed. */
  readonly error: Error | undefined;
}

/** {@link RunState} with what starts and forgets a run. */
export interface Run<Args extends readonly unknown[], T> extends RunState<T> {
  /** A run was started since the last reset. */
  readonly called: boolean;
  /** Does not reject: a run that fails, or is no longer wanted, resolves `null`. A new run ends the one before. */
  readonly start: (...args: Args) => Promise<T | null>;
  readonly reset: () => void;
}

const idle = { data: undefined, loading: false, error: undefined, called: false };

/**
 * Work of which the newest run counts; those before are aborted, and all when the component is gone.
 * @param work is called as it was rendered last
 * @param events hear of a run that counts
 */
export function useRun<Args extends readonly unknown[], T>(
  work: (signal: AbortSignal, ...args: Args) => Promise<T>,
  events: { readonly onSuccess?: ((data: T) => void) | undefined; readonly onError?: ((error: Error) => void) | undefined } = {},
): Run<Args, T> {
  const [state, setState] = useState<RunState<T> & { readonly called: boolean }>(idle);
  const newest = useLatest({ work, events });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = useCallback(
    async (...args: Args): Promise<T | null> => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      setState(({ data }) => ({ data, loading: true, error: undefined, called: true }));
      try {
        const data = await newest.current.work(signal, ...args);
        if (signal.aborted) return null;
        setState({ data, loading: false, error: undefined, called: true });
        tell(newest.current.events.onSuccess, data);
        return data;
      } catch (failure) {
        if (signal.aborted) return null;
        const error = failure instanceof Error ? failure : new Error(String(failure));
        setState({ data: undefined, loading: false, error, called: true });
        tell(newest.current.events.onError, error);
        return null;
      }
    },
    [newest],
  );
  const reset = useCallback(() => {
    running.current?.abort();
    setState(idle);
  }, []);
  return useMemo(() => ({ ...state, start, reset }), [reset, start, state]);
}
