import { createElement, useEffect, useRef, useState, type ReactElement } from 'react';
import type { ContentRenderer } from './content.ts';

/** An element that a library draws in. */
export interface DrawnIn {
  textContent: string | null;
  innerHTML: string;
  append(child: unknown): void;
  replaceChildren(...children: unknown[]): void;
  readonly ownerDocument: { createElement(name: string): DrawnIn };
  readonly shadowRoot: DrawnIn | null;
  attachShadow(options: { readonly mode: 'open' }): DrawnIn;
}

interface Drawing {
  readonly value: unknown;
  /** Draws, and returns what ends it. */
  readonly draw: (element: DrawnIn, value: unknown) => Promise<(() => void) | void> | (() => void) | void;
  readonly style?: object;
}

/** What a library draws by itself; what it throws leaves the text. */
function Drawn({ draw, style, value }: Drawing): ReactElement {
  const holder = useRef<DrawnIn>(null);
  const [error, setError] = useState<Error>();
  useEffect(() => {
    let isGone = false;
    let end: (() => void) | void;
    const run = async (): Promise<void> => {
      end = holder.current === null ? undefined : await draw(holder.current, value);
      if (isGone) end?.();
    };
    run().catch((thrown: unknown) => setError(thrown instanceof Error ? thrown : new Error(String(thrown))));
    return () => {
      isGone = true;
      end?.();
    };
  }, [draw, value]);
  // To the guard of `Content`.
  if (error !== undefined) throw error;
  return createElement('div', { ref: holder as never, ...(style === undefined ? {} : { style }) });
}

/** A renderer whose library draws. @param library name of the package @param module what the widget has of it; undefined where it is not installed */
export const drawnBy = (
  { library, module, style, type }: Pick<ContentRenderer, 'library' | 'type'> & { readonly module: unknown; readonly style?: object },
  draw: Drawing['draw'],
): ContentRenderer => ({
  type,
  library,
  isThere: module !== undefined,
  render: (value) => createElement(Drawn, { draw, value, ...(style === undefined ? {} : { style }) }),
});
