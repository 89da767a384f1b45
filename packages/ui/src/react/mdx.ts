import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { SafeMdxRenderer } from 'safe-mdx';
import { mdxParse } from 'safe-mdx/parse';
import type { ContentRenderer } from './content.ts';
import { isSafeLink } from './markdown.ts';

/** Elements that a text may write by itself; what is in another one stays. */
const tags = new Set(
  'a abbr b blockquote br code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q s samp section small span strong sub summary sup table tbody td tfoot th thead tr u ul var'.split(
    ' ',
  ),
);

/** Attributes of them: nothing that runs, and no style that could cover the widget. */
const attributes = new Set('alt checked className colSpan disabled key open rowSpan scope start title type value'.split(' '));

const isImage = (address: string): boolean => /^(?:https:|data:image\/)/i.test(address);

/** Names that components hand on to their elements, which then run code, send forms, call tools or leave their place. */
const handedOn =
  /^(?:on[A-Z].*|dangerously.*|data-.*|form(?:Action|Method|Target)?|popover.*|command.*|ref|style|is|as|srcDoc|srcSet|htmlFor)$/;

function isKept(name: string, value: unknown, names: { has(name: string): boolean }): boolean {
  if (/href$|^action$/i.test(name)) return isSafeLink(String(value));
  if (/^(?:src|poster)$/i.test(name)) return isImage(String(value));
  return name === 'children' || names.has(name);
}

/** Elements of the text without what runs or leads away. Components are their author's, but what they are given is not. */
function safeElement(type: unknown, props: object | null, ...children: ReactNode[]): ReactElement {
  const given = Object.entries(props ?? {});
  if (typeof type !== 'string') {
    const names = { has: (name: string) => !handedOn.test(name) };
    return createElement(
      type as typeof Fragment,
      Object.fromEntries(given.filter(([name, value]) => isKept(name, value, names))),
      ...children,
    );
  }
  if (!tags.has(type)) return createElement(Fragment, null, ...children);
  const kept = Object.fromEntries(given.filter(([name, value]) => isKept(name, value, attributes)));
  return createElement(type, { ...kept, ...(type === 'input' ? { type: 'checkbox', readOnly: true } : {}) }, ...children);
}

/**
 * MDX, by `safe-mdx` of the project, which reads it without `eval`: expressions compute values and call nothing.
 * @param components what a text may name beside HTML
 * @example
 * const Shown = () => <Content type="mdx" value={'# Sky\n\n<Badge>clear</Badge>'} renderers={[mdx({ Badge })]} />;
 */
export const mdx = (components: Readonly<Record<string, unknown>> = {}): ContentRenderer => ({
  type: 'mdx',
  library: 'safe-mdx',
  isThere: (SafeMdxRenderer as unknown) !== undefined,
  render: (value) => {
    const markdown = String(value);
    const shown = { markdown, mdast: mdxParse(markdown), components, createElement: safeElement, sanitize: true };
    return createElement(SafeMdxRenderer, shown);
  },
});
