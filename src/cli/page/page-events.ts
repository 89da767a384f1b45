import type { PageEvent } from './page-types.ts';

/** Lines that a page hears which is opened later. */
const maxKept = 500;
/** Characters of a line. */
const maxLine = 10_000;

/** What happens to a server, for every page that is open and for those to come. */
export class PageEvents {
  readonly #listeners = new Set<(event: PageEvent) => void>();
  #lines: PageEvent[] = [];
  readonly #last = new Map<string, PageEvent>();

  tell(event: PageEvent): void {
    if (event.kind === 'line') this.#lines = [...this.#lines.slice(1 - maxKept), event];
    // A page that is opened later reads widgets from the server.
    else if (event.kind !== 'widget') this.#last.set(event.kind, event);
    for (const listener of this.#listeners) listener(event);
  }

  /** Whether a page is open. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  line(text: string): void {
    const rest = text.length - maxLine;
    const shown = rest > 0 ? `${text.slice(0, maxLine)} … and ${rest} characters more` : text;
    this.tell({ kind: 'line', text: shown, time: Date.now() });
  }

  /** Hears what is known now, and everything after it. @returns what ends that */
  listen(listener: (event: PageEvent) => void): () => void {
    for (const event of [...this.#lines, ...this.#last.values()]) listener(event);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
