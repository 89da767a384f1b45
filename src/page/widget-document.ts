import type { ServiceClient } from '@service/react';
import { messageOf } from '@service/sdk/internal';
import { jsonObjectMember, jsonObjectsIn, type JsonObject } from '@service/sdk/model';
import { useEffect, useRef, useState } from 'react';

/** A widget as the server has it now. */
export interface WidgetDocument {
  readonly html: string;
  /** What it asks the policy for. */
  readonly csp: JsonObject;
}

interface ReadDocument {
  readonly document?: WidgetDocument;
  readonly error?: string;
}

interface ShownWidget {
  readonly client: ServiceClient | undefined;
  readonly uri: string | undefined;
  /** What the next server will have. */
  readonly preview: WidgetDocument | undefined;
}

/** The document of a widget, read again from each server, or shown before there is one; the same object while nothing in it has changed. */
export function useWidgetDocument({ client, preview, uri }: ShownWidget): ReadDocument {
  const [read, setRead] = useState<ReadDocument>({});
  const newest = useRef(preview);
  newest.current = preview;
  useEffect(() => {
    if (preview !== undefined) setRead(({ document }) => ({ document: isSame(document, preview) ? document : preview }));
  }, [preview]);
  useEffect(() => {
    if (client === undefined || uri === undefined) return;
    const stop = new AbortController();
    const { current: known } = newest;
    client.request('resources/read', { uri }, { signal: stop.signal }).then(
      ({ contents }) => {
        const [content = {}] = jsonObjectsIn(contents);
        // This server is of before the last save; the next one is read again.
        if (known !== undefined || newest.current !== undefined) return;
        const { text: html } = content;
        const csp = jsonObjectMember(jsonObjectMember(jsonObjectMember(content, '_meta'), 'ui'), 'csp');
        if (typeof html !== 'string') return setRead({ error: 'it is no text' });
        setRead((before) => ({ document: isSame(before.document, { html, csp }) ? before.document : { html, csp } }));
      },
      (error: unknown) => stop.signal.aborted || setRead((before) => ({ ...before, error: messageOf(error) })),
    );
    return () => stop.abort();
  }, [client, uri]);
  return read;
}

const isSame = (one: WidgetDocument | undefined, other: WidgetDocument): one is WidgetDocument =>
  one?.html === other.html && JSON.stringify(one.csp) === JSON.stringify(other.csp);
