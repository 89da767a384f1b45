import { type html, Markup, ownMemberOf } from '../std/index.ts';
import { withAliases } from './bridge-aliases.ts';
import { type BridgeOptions, createBridge } from './bridge.ts';
import { followHost, reportSize, type WidgetSizing } from './frame.ts';
import { connectHost, type Connect } from './host-connection.ts';
import { guardLinks } from './links.ts';
import { createHelpers, type WidgetHelpers } from './template-helpers.ts';
import { type ContentSecurity, toElements } from './sanitize.ts';
import { allowCalls, callOnClick } from './tool-clicks.ts';
import type { ViewDocument, ViewElement, ViewWindow } from './view-window.ts';
import type { WidgetPart } from './widget-part.ts';
import type { WidgetBridge, WidgetView } from './widget-types.ts';

/** What the build knows of a widget. */
export interface WidgetSettings extends Omit<BridgeOptions, 'connect'>, WidgetSizing {
  readonly contentSecurity?: ContentSecurity | undefined;
  readonly parts?: readonly WidgetPart[];
}

/** What a template function is given. */
export interface TemplateInput extends Pick<WidgetView, 'input' | 'output' | 'structuredContent' | 'meta' | 'status'> {
  readonly helpers: WidgetHelpers;
  readonly bridge: WidgetBridge;
}

/** A template: HTML text, or markup of `helpers.html`. */
export type WidgetTemplate = (input: TemplateInput) => string | ReturnType<typeof html>;

/** Id of the element that widgets are shown in. */
const rootId = 'root';

type Global = typeof globalThis & {
  readonly ResizeObserver: new (changed: () => void) => { observe(element: ViewElement): void };
  readonly CustomEvent: new (type: string, options: object) => object;
};

/**
 * Connects the page with its host; the bridge is `window.ServiceBridge` too.
 *
 * @param begun called once the body of the page is there
 */
export function connect(
  { contentSecurity: _security, name, parts = [], unwrap, ...sizing }: WidgetSettings,
  begun?: (document: ViewDocument) => void,
): WidgetBridge {
  const browser = globalThis as Global;
  const window = globalThis as typeof globalThis & ViewWindow;
  const connection = parts.reduce<Connect>((next, part) => part.connect(next), connectHost);
  const bridge = withAliases(createBridge(window, { connect: connection, name, unwrap }), parts);
  Reflect.set(window, 'ServiceBridge', bridge);
  void bridge.initialize().then(() => window.dispatchEvent(new browser.CustomEvent('bridge:ready', { detail: bridge })));
  const begin = (): void => {
    followHost(window, bridge);
    reportSize(window, { bridge, sizing, observe: (element, changed) => new browser.ResizeObserver(changed).observe(element) });
    showTexts(window, bridge);
    callOnClick(window.document, bridge);
    begun?.(window.document);
  };
  openLinks(window, bridge);
  // The script stands before the body of a page that its author has written.
  if ((window.document.body as ViewElement | null) === null) window.addEventListener('DOMContentLoaded', begin);
  else begin();
  return bridge;
}

/** The host opens links, and the page shows elements of its own. */
const openLinks = ({ document }: ViewWindow, bridge: WidgetBridge): void =>
  guardLinks(document, {
    open: (address) => void bridge.openLink(address).catch((error: unknown) => bridge.log('warning', String(error))),
    show: (id) => document.getElementById(id)?.scrollIntoView(),
  });

/** `data-text="output.city"`: the text of an element is that value. */
function showTexts({ document }: ViewWindow, bridge: WidgetBridge): void {
  const show = (): void => {
    for (const element of document.querySelectorAll('[data-text]')) {
      const path = (element.getAttribute('data-text') ?? '').split('.');
      const value = path.reduce<unknown>((of, key) => ownMemberOf(of, key), bridge.view);
      if (value !== undefined) element.textContent = typeof value === 'string' ? value : JSON.stringify(value);
    }
  };
  bridge.subscribe(show);
  show();
}

/** A widget whose page its author has written. */
export const mountPage = (settings: WidgetSettings): void => void connect(settings, allowCalls);

/** A widget from a function that returns HTML. */
export function mountTemplate(settings: WidgetSettings, template: WidgetTemplate): void {
  const bridge = connect(settings);
  const { document } = globalThis as typeof globalThis & ViewWindow;
  const helpers = createHelpers(() => bridge.view.host);
  const root = rootOf(document);
  const show = (): void => {
    try {
      const shown = template({ ...bridge.view, helpers, bridge });
      const isOwn = shown instanceof Markup;
      const content = toElements(document, String(shown), { ...settings.contentSecurity, styles: isOwn });
      if (isOwn || settings.contentSecurity?.bypassSanitization === true) allowCalls(content);
      root.replaceChildren(content);
    } catch (error) {
      showInstead(bridge, root, error);
    }
  };
  bridge.subscribe(show);
  show();
}

/** A template that fails leaves the text of the result; its error is in the log of the host. */
export function showInstead(bridge: WidgetBridge, root: ViewElement, error: unknown): void {
  root.textContent = bridge.view.text;
  bridge.log('error', `The widget failed: ${String(error)}`);
}

export function rootOf(document: ViewWindow['document']): ViewElement {
  const [root] = document.querySelectorAll(`#${rootId}`);
  return root ?? document.body;
}
