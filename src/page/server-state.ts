import { useEffect, useState } from 'react';
import { messageOf } from '@service/sdk/internal';
import type { PageFinding } from '../cli/page/page-types.ts';
import type { CallLog } from './call-log.ts';
import type { PageLink } from './page-link.ts';

/** What the page knows of the server that it shows. */
export interface ServerState {
  readonly state: 'waiting' | 'building' | 'serving' | 'failed' | 'ended' | 'gone';
  readonly url: string | undefined;
  /** Servers so far: another one for each reload. */
  readonly generation: number;
  /** Milliseconds of the last build and start. */
  readonly took?: number | undefined;
  readonly findings: readonly PageFinding[];
  /** Why the program of the page does not answer. */
  readonly error?: string;
}

/** Follows the server, for as long as its program runs. */
export function useServerState(link: PageLink, log: CallLog): ServerState {
  const [shown, setShown] = useState<ServerState>(() => startOf(link));
  useEffect(() => {
    const stop = new AbortController();
    if (!link.isKnown || link.settings.events === undefined) return;
    link
      .listen((event) => {
        if (event.kind === 'line') log.add({ kind: 'line', title: event.text, time: event.time });
        else if (event.kind === 'findings') setShown((before) => ({ ...before, findings: event.findings }));
        else {
          if (event.url !== undefined) link.show(event.url);
          setShown(({ findings, generation, url }) => {
            const isNew = event.state === 'serving';
            return { findings, url: event.url ?? url, state: event.state, took: event.took, generation: generation + (isNew ? 1 : 0) };
          });
        }
      }, stop.signal)
      .then(
        () => setShown((before) => ({ ...before, state: 'gone' })),
        (error: unknown) => {
          if (!stop.signal.aborted) setShown((before) => ({ ...before, state: 'gone', error: messageOf(error) }));
        },
      );
    return () => stop.abort();
  }, [link, log]);
  return shown;
}

function startOf({ settings: { server } }: PageLink): ServerState {
  const nothing = { findings: [], generation: 0, url: undefined, state: 'waiting' } as const;
  return server === undefined ? nothing : { ...nothing, url: new URL(server, location.href).href, state: 'serving', generation: 1 };
}
