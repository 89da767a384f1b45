/** The few things that a widget needs of a browser; the DOM's own types are no part of the SDK. */
export interface ViewWindow {
  readonly parent: { postMessage(message: unknown, target: string): void };
  readonly innerHeight: number;
  readonly document: ViewDocument;
  readonly localStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  addEventListener(type: 'message', listener: (event: ViewMessage) => void): void;
  addEventListener(type: 'DOMContentLoaded', listener: () => void): void;
  addEventListener(type: 'openai:set_globals', listener: (event: { readonly detail?: unknown }) => void): void;
  dispatchEvent(event: unknown): boolean;
  setTimeout(run: () => void, ms: number): number;
  clearTimeout(timer: number): void;
}

export interface ViewMessage {
  readonly source: unknown;
  readonly data: unknown;
}

/** What a click, or a form that is sent, says of itself. */
export interface LeavingEvent {
  readonly type: string;
  readonly button?: number;
  readonly submitter?: ViewElement | null;
  readonly target: ViewElement | null;
  composedPath(): readonly unknown[];
  preventDefault(): void;
}

/** What tells of clicks and of forms. */
export interface ViewTarget {
  addEventListener(type: 'keydown' | 'click' | 'auxclick' | 'submit', listener: (event: LeavingEvent) => void, capture?: boolean): void;
}

export interface ViewDocument extends ViewTarget {
  readonly documentElement: ViewElement;
  readonly body: ViewElement;
  readonly head: ViewElement;
  createElement(name: string): ViewElement;
  querySelectorAll(selector: string): Iterable<ViewElement>;
  getElementById(id: string): ViewElement | null;
}

export interface ViewElement {
  innerHTML: string;
  textContent: string | null;
  readonly content?: ViewElement;
  readonly localName: string;
  readonly scrollHeight: number;
  readonly style: { setProperty(name: string, value: string): void };
  readonly childNodes: Iterable<ViewElement>;
  append(...children: readonly ViewElement[]): void;
  replaceChildren(...children: readonly ViewElement[]): void;
  replaceWith(...nodes: ViewElement[]): void;
  remove(): void;
  scrollIntoView(): void;
  getRootNode(): Pick<ViewDocument, 'querySelectorAll'>;
  closest(selector: string): ViewElement | null;
  querySelectorAll(selector: string): Iterable<ViewElement>;
  getAttribute(name: string): string | null;
  getAttributeNames(): readonly string[];
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  dispatchEvent(event: unknown): boolean;
}
