import type { ViewDocument, ViewElement } from './view-window.ts';
import type { WidgetBridge } from './widget-types.ts';

type Global = typeof globalThis & { readonly CustomEvent: new (type: string, options: object) => object };

/** Elements that the author of the widget has written. HTML of a result may hold `data-tool-call` too. */
const callers = new WeakSet<ViewElement>();

/** Lets the elements of an author's own markup call tools. */
export function allowCalls(content: Pick<ViewElement, 'querySelectorAll'>): void {
  for (const element of content.querySelectorAll('[data-tool-call]')) callers.add(element);
}

/** `data-tool-call="name"`, with `data-tool-args` as JSON: a click calls, and the element hears `toolresult` or `toolerror`. */
export function callOnClick(document: ViewDocument, bridge: WidgetBridge): void {
  document.addEventListener('click', ({ target }) => {
    const element = target?.closest('[data-tool-call]') ?? undefined;
    if (element === undefined) return;
    if (callers.has(element)) void callFrom(element, bridge);
    else
      bridge.log(
        'warning',
        'data-tool-call calls nothing here: it works in html`…` of a template and in the HTML of a page, never in a text or an element that a script has made',
      );
  });
}

async function callFrom(element: ViewElement, bridge: WidgetBridge): Promise<void> {
  const tell = (type: string, detail: unknown): void => {
    element.dispatchEvent(new (globalThis as Global).CustomEvent(type, { bubbles: true, detail }));
  };
  try {
    const args = JSON.parse(element.getAttribute('data-tool-args') ?? '{}') as Readonly<Record<string, never>>;
    tell('toolresult', await bridge.callTool(element.getAttribute('data-tool-call') ?? '', args));
  } catch (error) {
    tell('toolerror', error);
  }
}
