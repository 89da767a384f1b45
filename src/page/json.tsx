import type { ReactElement } from 'react';
import { jsonText } from './json-text.ts';

/** Characters that are drawn: a page with more of them does not answer. */
const maxShown = 200_000;

/** A text of a server, as text whatever it holds. */
export function Text({ children }: { readonly children: string }): ReactElement {
  const rest = children.length - maxShown;
  return (
    <pre>
      {rest > 0 ? children.slice(0, maxShown) : children}
      {rest > 0 && <em> … and {rest.toLocaleString()} characters more</em>}
    </pre>
  );
}

/** A value as JSON below its name. */
export function Json({ label, value }: { readonly label: string; readonly value: unknown }): ReactElement {
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <Text>{jsonText(value)}</Text>
    </figure>
  );
}
