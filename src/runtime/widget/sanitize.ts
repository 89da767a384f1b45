import { safeStyle } from './safe-style.ts';
import { callOn } from './unclobbered.ts';
import type { ViewDocument, ViewElement } from './view-window.ts';

/** What `ui.contentSecurity` lets a template return. */
export interface ContentSecurity {
  readonly allowUnsafeLinks?: boolean;
  readonly allowInlineScripts?: boolean;
  readonly bypassSanitization?: boolean;
}

/** What a template may return beside plain elements. */
interface Allowed extends ContentSecurity {
  /** Elements of styles, which change the whole widget: those of the author, whose own markup it is. */
  readonly styles: boolean;
}

const foreign = new Set(['script', 'base', 'meta', 'link', 'iframe', 'frame', 'object', 'embed', 'template']);
const links = new Set(['href', 'src', 'action', 'formaction', 'xlink:href']);

/** A link that runs code. Browsers ignore control characters and spaces in it. */
const isUnsafe = (value: string): boolean => /^(?:javascript|vbscript):/i.test(value.replaceAll(/[^\x21-\x7e]/g, ''));

/** HTML as elements that are in no document: nothing of it runs or loads so far. */
export function parse(document: ViewDocument, html: string): ViewElement {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  return holder.content ?? holder;
}

/**
 * HTML of a template as elements. Whatever its author has forgotten to escape may look wrong, but runs no code and covers nothing: scripts,
 * handlers, links that run code, and styles that leave their place are left out.
 */
export function toElements(document: ViewDocument, html: string, allowed: Allowed): ViewElement {
  const content = parse(document, html);
  if (allowed.bypassSanitization === true) return content;
  // A picture or form that is called `body` hides the body of the document from scripts.
  for (const element of content.querySelectorAll('img[name], form[name]')) callOn(element, 'removeAttribute', 'name');
  for (const element of content.querySelectorAll('*')) {
    if (isForeign(element, allowed)) element.remove();
    for (const name of callOn(element, 'getAttributeNames')) cleanAttribute(element, name, allowed);
  }
  return content;
}

function isForeign(element: ViewElement, { allowInlineScripts, allowUnsafeLinks, styles }: Allowed): boolean {
  const name = element.localName;
  if (name === 'script') return allowInlineScripts !== true;
  // An animation may give a link its address in many steps, of which any one may run code.
  const animated = callOn(element, 'getAttribute', 'attributeName');
  return foreign.has(name) || (name === 'style' && !styles) || (allowUnsafeLinks !== true && /href/i.test(animated ?? ''));
}

function cleanAttribute(element: ViewElement, name: string, { allowInlineScripts, allowUnsafeLinks }: Allowed): void {
  const value = callOn(element, 'getAttribute', name) ?? '';
  const runs = (name.startsWith('on') || name === 'srcdoc') && allowInlineScripts !== true;
  if (runs || (links.has(name) && allowUnsafeLinks !== true && isUnsafe(value))) callOn(element, 'removeAttribute', name);
  if (name === 'style') callOn(element, 'setAttribute', name, safeStyle(value));
}
