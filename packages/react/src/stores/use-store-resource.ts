import { useEffect, useState } from 'react';
import type { ResourceResult } from '../core/dynamic-registry.ts';
import { useConnection, useSnapshot } from '../provider/context.ts';
import type { ServerChoice } from '../hooks/use-service.ts';
import { useRun, type RunState } from '../hooks/use-run.ts';

/**
 * The state behind a `state://` resource, read again whenever it changes: of a store of the page, or of a server that tells of changes.
 * @returns the state, parsed
 * @example
 * const { data: cart } = useStoreResource('state://cart');
 */
export function useStoreResource(uri: string, { server }: ServerChoice = {}): RunState<unknown> {
  const connection = useConnection('useStoreResource', server);
  const { client } = useSnapshot(connection);
  const { called: _called, reset: _reset, start, ...state } = useRun(async () => stateOf(await connection.readResource(uri)));
  const own = connection.registry.resource(uri);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const changed = (): void => setChanges((before) => before + 1);
    if (own !== undefined) return own.subscribe?.(changed);
    const stop = new AbortController();
    const heard = (method: string): void => {
      if (method === 'notifications/resources/updated') changed();
    };
    void client?.listen({ resourceSubscriptions: [uri] }, heard, stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [client, own, uri]);
  const isThere = connection.canRead(uri);
  useEffect(() => {
    if (isThere) void start();
  }, [changes, isThere, start, uri]);
  return state;
}

/** @throws {Error} what is no JSON */
function stateOf({ contents: [content] }: ResourceResult): unknown {
  return content?.text === undefined ? undefined : JSON.parse(content.text);
}
