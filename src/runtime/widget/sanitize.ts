import type { ViewDocument, ViewElement } from './view-window.ts';

/** What `ui.contentSecurity` lets a template return. */
export interface ContentSecurity {
  readonly allowUnsafeLinks?: boolean;
  readonly allowInlineScripts?: boolean;
  readonly bypassSanitization?: boolean;
}

const foreign = new Set(['script', 'base', 'meta', 'link', 'iframe', 'object', 'embed']);
const links = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'to', 'values', 'from']);

/** A link that runs code. Browsers ignore control characters and spaces in it. */
const isUnsafe = (value: string): boolean => /^(?:javascript|vbscript):/i.test(value.replaceAll(/[^\x21-\x7e]/g, ''));

/**
 * HTML of a template as elements. Whatever its author has forgotten to escape may look wrong, but runs no code: scripts, handlers and links
 * that run code are left out.
 */
export function toElements(document: ViewDocument, html: string, allowed: ContentSecurity): ViewElement {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  const content = holder.content ?? holder;
  if (allowed.bypassSanitization === true) return content;
  for (const element of content.querySelectorAll('*')) {
    if (foreign.has(element.localName) && !(element.localName === 'script' && allowed.allowInlineScripts === true)) element.remove();
    for (const { name, value } of Array.from(element.attributes)) {
      const runs = (name.startsWith('on') || name === 'srcdoc') && allowed.allowInlineScripts !== true;
      if (runs || (links.has(name) && allowed.allowUnsafeLinks !== true && isUnsafe(value))) element.removeAttribute(name);
    }
  }
  return content;
}

/** An element that takes safe HTML. */
export interface SafeTarget {
  readonly ownerDocument: ViewDocument;
  replaceChildren(...children: readonly ViewElement[]): void;
}

/** Shows HTML of a stranger in an element: scripts, handlers and links that run code are left out. */
export const showSafeHtml = (element: SafeTarget, html: string): void =>
  element.replaceChildren(toElements(element.ownerDocument, html, {}));
