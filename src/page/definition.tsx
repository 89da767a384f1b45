import type { ReactElement } from 'react';
import type { Entry } from './entries.ts';
import { Text } from './json.tsx';
import { jsonText } from './json-text.ts';
import { readable } from './readable.ts';

/** Characters of a definition that are shown. */
const maxShown = 100_000;

/** An entry as the server lists it. */
export const Definition = ({ entry: { item }, isOpen = false }: { readonly entry: Entry; readonly isOpen?: boolean }): ReactElement => (
  <details open={isOpen}>
    <summary>Definition</summary>
    <Text>{readable(jsonText(item), maxShown)}</Text>
  </details>
);
