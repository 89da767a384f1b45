import type { ViewElement } from './view-window.ts';

type Called = 'closest' | 'getAttribute' | 'getAttributeNames' | 'remove' | 'removeAttribute' | 'replaceWith' | 'setAttribute';

/**
 * Calls a method of an element itself. A form hides its own behind fields that are named like them: after `<input name="getAttributeNames">`
 * a sanitiser that asks the form would find no attributes on it.
 */
export function callOn<K extends Called>(element: ViewElement, method: K, ...args: Parameters<ViewElement[K]>): ReturnType<ViewElement[K]> {
  const { Element } = globalThis as typeof globalThis & { readonly Element: { readonly prototype: ViewElement } };
  return Reflect.apply(Element.prototype[method], element, args) as ReturnType<ViewElement[K]>;
}
