/** An element of a text of HTML, as far as matchers look at it. */
export interface HtmlTag {
  readonly name: string;
  readonly isClosing: boolean;
  /** Names in lower case. */
  readonly attributes: ReadonlyMap<string, string>;
}

const tag = /<(\/?)([a-z][\w-]*)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']*))?)*)\s*\/?>/gi;
const attribute = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?/g;

/** All tags, in their order. What stands escaped is text. */
export const tagsOf = (html: string): readonly HtmlTag[] =>
  [...html.matchAll(tag)].map(([, slash, name = '', inside = '']) => ({
    name: name.toLowerCase(),
    isClosing: slash === '/',
    attributes: new Map(
      [...inside.matchAll(attribute)].map(([, key = '', ...values]) => [
        key.toLowerCase(),
        values.find((value) => value !== undefined) ?? '',
      ]),
    ),
  }));

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", nbsp: '\u00a0' };

/** The text of HTML, without its tags. */
export const textOf = (html: string): string =>
  html.replaceAll(tag, '').replaceAll(/&(\w+|#39);/g, (whole, name: string) => entities[name] ?? whole);

/** Elements that end by themselves. */
const isVoid = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

/** What is wrong with the nesting of a text of HTML; undefined where every element is closed in its order. */
export function faultOf(html: string): string | undefined {
  const open: string[] = [];
  for (const { isClosing, name } of tagsOf(html)) {
    if (isVoid.has(name)) continue;
    if (!isClosing) open.push(name);
    else if (open.pop() !== name) return `</${name}> closes nothing`;
  }
  return open.length === 0 ? undefined : `<${open.at(-1)}> is not closed`;
}

const active = new Set(['script', 'iframe', 'object', 'embed', 'base', 'meta', 'link']);
const links = new Set(['href', 'src', 'action', 'formaction', 'xlink:href']);

/** The first thing of a text of HTML that runs code, or loads some. */
export function activePartOf(html: string): string | undefined {
  for (const { attributes, name } of tagsOf(html)) {
    if (active.has(name)) return `<${name}>`;
    for (const [key, value] of attributes) {
      if (key.startsWith('on') || key === 'srcdoc') return `${key} of <${name}>`;
      // Browsers ignore control characters and spaces in a scheme.
      if (links.has(key) && /^(?:javascript|vbscript|data:text\/html)/i.test(value.replaceAll(/[^\x21-\x7e]/g, '')))
        return `${key} of <${name}>`;
    }
  }
  return undefined;
}
