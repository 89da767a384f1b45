/** The few things that a widget needs of a browser; the DOM's own types are no part of the SDK. */
export interface ViewWindow {
  readonly parent: { postMessage(message: unknown, target: string): void };
  readonly innerHeight: number;
  readonly document: ViewDocument;
  readonly localStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  addEventListener(type: 'message', listener: (event: ViewMessage) => void): void;
  addEventListener(type: 'load', listener: () => void): void;
  addEventListener(type: 'openai:set_globals', listener: (event: { readonly detail?: unknown }) => void): void;
  dispatchEvent(event: unknown): boolean;
  setTimeout(run: () => void, ms: number): number;
  clearTimeout(timer: number): void;
}

export interface ViewMessage {
  readonly source: unknown;
  readonly data: unknown;
}

export interface ViewDocument {
  readonly documentElement: ViewElement;
  readonly body: ViewElement;
  readonly head: ViewElement;
  createElement(name: string): ViewElement;
  querySelectorAll(selector: string): Iterable<ViewElement>;
  addEventListener(type: 'click', listener: (event: { readonly target: ViewElement | null }) => void): void;
}

export interface ViewElement {
  innerHTML: string;
  textContent: string | null;
  readonly content?: ViewElement;
  readonly localName: string;
  readonly scrollHeight: number;
  readonly style: { setProperty(name: string, value: string): void };
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  append(...children: readonly ViewElement[]): void;
  replaceChildren(...children: readonly ViewElement[]): void;
  remove(): void;
  closest(selector: string): ViewElement | null;
  querySelectorAll(selector: string): Iterable<ViewElement>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  dispatchEvent(event: unknown): boolean;
}
