/* What the page of the tests holds: one scene at a time, in React's strict mode, and what a test may ask of it. */
import { createElement, StrictMode, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';

let root: Root | undefined;

/** The element that scenes stand in; the repository is compiled without the types of the DOM. */
export const container = (): Element =>
  (globalThis as { readonly document?: { getElementById(id: string): Element } }).document?.getElementById('root') as Element;

/** Puts a scene into the page in place of the one before. */
export function show(element: ReactElement): void {
  leave();
  root = createRoot(container());
  root.render(createElement(StrictMode, null, element));
}

/** Takes the scene away. */
export function leave(): void {
  root?.unmount();
  root = undefined;
}

/** What a test asks for by name. */
export function offer(members: Readonly<Record<string, unknown>>): void {
  Reflect.set(globalThis, 'stage', { ...Reflect.get(globalThis, 'stage'), ...members });
}
