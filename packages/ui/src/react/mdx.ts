import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { SafeMdxRenderer } from 'safe-mdx';
import { mdxParse } from 'safe-mdx/parse';
import { Linked, type ContentRenderer } from './content.ts';
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

/** Elements of the text without what runs or leads away; components are their author's. */
function safeElement(type: unknown, props: object | null, ...children: ReactNode[]): ReactElement {
  if (typeof type !== 'string') return createElement(type as typeof Fragment, props, ...children);
  if (!tags.has(type)) return createElement(Fragment, null, ...children);
  const kept = Object.entries(props ?? {}).filter(([name, value]) => {
    if (name === 'href') return isSafeLink(String(value));
    if (name === 'src') return isImage(String(value));
    return name === 'children' || attributes.has(name);
  });
  return createElement(
    type,
    { ...Object.fromEntries(kept), ...(type === 'input' ? { type: 'checkbox', readOnly: true } : {}) },
    ...children,
  );
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
    return createElement(Linked, null, createElement(SafeMdxRenderer, shown));
  },
});
