import type { ReactElement } from 'react';
import type { Entry } from './entries.ts';
import { Text } from './json.tsx';
import { readable } from './readable.ts';

/** Characters of a definition that are shown. */
const maxShown = 100_000;

/** An entry as the server lists it. */
export const Definition = ({ entry: { item }, isOpen = false }: { readonly entry: Entry; readonly isOpen?: boolean }): ReactElement => (
  <details open={isOpen}>
    <summary>Definition</summary>
    <Text>{readable(JSON.stringify(item, null, 2), maxShown)}</Text>
  </details>
);
