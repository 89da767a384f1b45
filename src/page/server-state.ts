import { useEffect, useState } from 'react';
import { messageOf } from '@service/sdk/internal';
import type { PageFinding } from '../cli/page/page-types.ts';
import type { CallLog } from './call-log.ts';
import type { PageLink } from './page-link.ts';
import type { WidgetDocument } from './widget-document.ts';

type Previews = ReadonlyMap<string, WidgetDocument>;

/** What the page knows of the server that it shows. */
export interface ServerState {
  readonly state: 'waiting' | 'building' | 'serving' | 'failed' | 'ended' | 'gone';
  readonly url: string | undefined;
  /** Servers so far: another one for each reload. */
  readonly generation: number;
  /** Milliseconds of the last build and start. */
  readonly took?: number | undefined;
  readonly findings: readonly PageFinding[];
  /** Widgets that the next server will have, by their tools. */
  readonly previews: Previews;
  /** Those that the build of now holds. */
  readonly built: Previews;
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
        else if (event.kind === 'widget') {
          const { csp, html, tool } = event;
          setShown((before) => ({ ...before, previews: new Map(before.previews).set(tool, { html, csp }) }));
        } else if (event.kind === 'findings') setShown((before) => ({ ...before, findings: event.findings }));
        else {
          if (event.url !== undefined) link.show(event.url);
          const { state, took } = event;
          setShown(({ built, generation, previews, url, ...before }) => {
            const next = { ...before, state, took, url: event.url ?? url };
            // What was saved during the build is of the server after it.
            if (state === 'serving') return { ...next, built, generation: generation + 1, previews: without(previews, built) };
            return { ...next, built: state === 'building' ? previews : built, generation, previews };
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

const without = (previews: Previews, built: Previews): Previews =>
  new Map([...previews].filter(([tool, document]) => built.get(tool) !== document));

function startOf({ settings: { server } }: PageLink): ServerState {
  const nothing = { findings: [], previews: new Map(), built: new Map(), generation: 0, url: undefined, state: 'waiting' } as const;
  return server === undefined ? nothing : { ...nothing, url: new URL(server, location.href).href, state: 'serving', generation: 1 };
}
