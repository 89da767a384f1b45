/* What is used of a page: the package is compiled without the types of the DOM, because servers render it too. */

/** An element of the page. */
export interface PageElement {
  readonly outerHTML: string;
  readonly textContent: string | null;
  readonly tagName: string;
  readonly localName: string;
  readonly children: Iterable<PageElement>;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  getAttribute(name: string): string | null;
}

interface Page {
  readonly document?: {
    getElementById(id: string): PageElement | null;
    querySelectorAll(selector: string): Iterable<PageElement>;
  };
  readonly location?: { readonly href: string };
}

/** The page that this runs in; without members where it runs in none. */
export const page = globalThis as Page;
