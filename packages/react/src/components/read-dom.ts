/* What stands in the page, as answers of `resources/read`. */
import { page, type PageElement } from './dom.ts';

/** Answer of `resources/read`. */
export interface ReadResult {
  readonly contents: readonly [{ readonly uri: string; readonly mimeType: string; readonly text: string }];
}

/** A page of hundreds of megabytes would be doubled in memory. */
const maxElements = 1000;

const answer = (uri: string, mimeType: string, text: string): ReadResult => ({ contents: [{ uri, mimeType, text }] });
const failed = (uri: string, message: string): ReadResult => answer(uri, 'text/plain', message);

const describe = ({ outerHTML, tagName, textContent }: PageElement): object => ({ outerHTML, textContent, tagName });
const noDom = 'DOM not available (not in a browser environment)';

/**
 * The element of an id: JSON `{ outerHTML, textContent, tagName }`, or a text that says why there is none.
 *
 * @example
 * const total = readDomById('total').contents[0].text;
 */
export function readDomById(id: string): ReadResult {
  const uri = `dom://byId/${id}`;
  if (page.document === undefined) return failed(uri, noDom);
  const element = page.document.getElementById(id);
  return element === null
    ? failed(uri, `Element with id ${id} not found`)
    : answer(uri, 'application/json', JSON.stringify(describe(element)));
}

/**
 * The first 1,000 elements of a CSS selector as a JSON array, or a text that says why there is none.
 *
 * @example
 * const titles = readDomBySelector('main > h1').contents[0].text;
 */
export function readDomBySelector(selector: string): ReadResult {
  const uri = `dom://selector/${selector}`;
  if (page.document === undefined) return failed(uri, noDom);
  let found: PageElement[];
  try {
    found = [...page.document.querySelectorAll(selector)];
  } catch {
    return failed(uri, `Invalid selector: ${selector}`);
  }
  if (found.length === 0) return failed(uri, `No elements found matching ${selector}`);
  return answer(uri, 'application/json', JSON.stringify(found.slice(0, maxElements).map(describe)));
}
