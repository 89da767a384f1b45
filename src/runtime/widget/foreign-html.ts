import { parse } from './sanitize.ts';
import { safeStyle } from './safe-style.ts';
import { callOn } from './unclobbered.ts';
import type { ViewDocument, ViewElement } from './view-window.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements whose content is no text to be read; of other unknown ones the content stays. */
const removed = words(
  'script style base meta link iframe frame frameset object embed template noscript noembed noframes textarea select title xmp plaintext animate animateMotion animateTransform set foreignObject dialog',
);
const known = words(
  'a abbr article aside audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p picture pre q rp rt ruby s samp section small source span strong sub summary sup table tbody td tfoot th thead time tr track u ul var video wbr svg g path rect circle ellipse line polyline polygon text tspan defs use symbol marker pattern mask clipPath linearGradient radialGradient stop image desc math mi mn mo ms mtext mrow mfrac msqrt mroot msub msup msubsup mover munder munderover mtable mtr mtd',
);
/** Nothing that runs, names (forms, labels and buttons find others by names), leads to a tool, or takes the look of the author's own elements. */
const attributes = words(
  'alt aria-hidden aria-label colspan controls datetime dir height href id lang loop muted open poster reversed role rowspan scope span src start style type value width xlink:href clip-path cx cy d dx dy fill fill-opacity fill-rule font-family font-size font-style font-weight fx fy gradientTransform gradientUnits marker-end marker-mid marker-start markerHeight markerUnits markerWidth mask offset opacity orient patternTransform patternUnits points preserveAspectRatio r refX refY rx ry stop-color stop-opacity stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity stroke-width text-anchor transform viewBox x x1 x2 y y1 y2',
);

const isPicture = (address: string): boolean => /^(?:https:|data:(?:image|audio|video)\/)/i.test(address);
const isLink = (address: string): boolean => /^(?:https?|mailto):/i.test(address);

/** The value that an attribute keeps; undefined: it goes. */
function kept(element: string, name: string, value: string): string | undefined {
  if (!attributes.has(name)) return undefined;
  if (name === 'style') return safeStyle(value);
  // Names of its own, so that it finds what is in it, and hides nothing of the widget's.
  if (name === 'id') return `foreign-${value}`;
  if (name.endsWith('href') && value.startsWith('#')) return `#foreign-${value.slice(1)}`;
  if (name.endsWith('href') && element === 'a') return isLink(value) ? value : undefined;
  if (name.endsWith('href') || name === 'src' || name === 'poster') return isPicture(value) && element !== 'use' ? value : undefined;
  return value.replaceAll(/\burl\(\s*(["']?)(#?)/gi, (_whole, quote: string, own: string) => `url(${quote}${own}foreign-`);
}

/** An element that takes safe HTML. */
export interface SafeTarget {
  readonly ownerDocument: ViewDocument;
  replaceChildren(...children: readonly ViewElement[]): void;
}

/**
 * Shows HTML of a stranger in an element: texts, tables, pictures, drawings and links. What runs, loads pages, sends forms, calls tools, names
 * elements of the widget or leaves its place is left out.
 */
export function showSafeHtml(target: SafeTarget, html: string): void {
  const content = parse(target.ownerDocument, html);
  for (const element of content.querySelectorAll('*')) {
    // A form that hides its own name behind a field is no known element.
    const tag = element.localName;
    if (removed.has(tag)) callOn(element, 'remove');
    else if (!known.has(tag)) callOn(element, 'replaceWith', ...element.childNodes);
    else
      for (const name of callOn(element, 'getAttributeNames')) {
        const value = kept(tag, name, callOn(element, 'getAttribute', name) ?? '');
        if (value === undefined) callOn(element, 'removeAttribute', name);
        else callOn(element, 'setAttribute', name, value);
      }
  }
  target.replaceChildren(content);
}
