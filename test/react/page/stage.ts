/* What the page of the tests holds: one scene at a time, in React's strict mode, and what a test may ask of it. */
import { createElement, StrictMode, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';

let root: Root | undefined;

/** Puts a scene into the page in place of the one before. */
export function show(element: ReactElement): void {
  leave();
  root = createRoot(Reflect.get(globalThis, 'document').getElementById('root'));
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
