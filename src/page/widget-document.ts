import type { ServiceClient } from '@service/react';
import { messageOf } from '@service/sdk/internal';
import { jsonObjectMember, jsonObjectsIn, type JsonObject } from '@service/sdk/model';
import { useEffect, useState } from 'react';

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

/** The document of a widget, read again from each server; the same object while nothing in it has changed. */
export function useWidgetDocument(client: ServiceClient | undefined, uri: string | undefined): ReadDocument {
  const [read, setRead] = useState<ReadDocument>({});
  useEffect(() => {
    if (client === undefined || uri === undefined) return;
    const stop = new AbortController();
    client.request('resources/read', { uri }, { signal: stop.signal }).then(
      ({ contents }) => {
        const [content = {}] = jsonObjectsIn(contents);
        const { text: html } = content;
        const csp = jsonObjectMember(jsonObjectMember(jsonObjectMember(content, '_meta'), 'ui'), 'csp');
        if (typeof html !== 'string') return setRead({ error: 'it is no text' });
        setRead((before) => (isSame(before.document, { html, csp }) ? before : { document: { html, csp } }));
      },
      (error: unknown) => stop.signal.aborted || setRead((before) => ({ ...before, error: messageOf(error) })),
    );
    return () => stop.abort();
  }, [client, uri]);
  return read;
}

const isSame = (one: WidgetDocument | undefined, other: WidgetDocument): boolean =>
  one?.html === other.html && JSON.stringify(one.csp) === JSON.stringify(other.csp);
