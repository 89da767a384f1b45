import { isRecord } from '../std/index.ts';
import type { ViewElement, ViewWindow } from './view-window.ts';
import type { WidgetBridge } from './widget-types.ts';

/** Sizes of a widget in pixels, as `ui` has them. */
export interface WidgetSizing {
  readonly preferredHeight?: number;
  readonly minHeight?: number;
  readonly maxHeight?: number;
  readonly autoResize?: boolean;
}

/** Takes over what the host says of colours, fonts and edges. A view that sets `color-scheme` by itself gets an opaque background. */
export function followHost({ document }: ViewWindow, bridge: WidgetBridge): void {
  const root = document.documentElement;
  let fonts: unknown;
  const follow = (): void => {
    const { safeAreaInsets, styles, theme } = bridge.view.host;
    if (theme === 'light' || theme === 'dark') {
      root.setAttribute('data-theme', theme);
      root.style.setProperty('color-scheme', theme);
    }
    const { css, variables } = isRecord(styles) ? styles : {};
    if (isRecord(variables))
      for (const [name, value] of Object.entries(variables)) if (name.startsWith('--')) root.style.setProperty(name, String(value));
    if (isRecord(css) && typeof css['fonts'] === 'string' && css['fonts'] !== fonts) {
      fonts = css['fonts'];
      const style = document.createElement('style');
      style.textContent = css['fonts'];
      document.head.append(style);
    }
    if (isRecord(safeAreaInsets))
      for (const [side, width] of Object.entries(safeAreaInsets)) document.body.style.setProperty(`padding-${side}`, `${Number(width)}px`);
  };
  bridge.subscribe(follow);
  follow();
}

interface Reporting {
  readonly bridge: WidgetBridge;
  readonly sizing: WidgetSizing;
  /** Calls back when the size of an element changes. */
  readonly observe: (element: ViewElement, changed: () => void) => void;
}

/**
 * Tells the host how high the content is. What is as high as the frame (`100vh`) would grow with each answer, so a change that follows one
 * of the frame is not told.
 */
export function reportSize(window: ViewWindow, { bridge, observe, sizing }: Reporting): void {
  const { autoResize = true, maxHeight = Infinity, minHeight = 0, preferredHeight } = sizing;
  const { body } = window.document;
  let timer: number | undefined;
  let frame = window.innerHeight;
  let content = 0;
  const measure = (): void => {
    const grown = body.scrollHeight - content;
    const follows = grown !== 0 && grown === window.innerHeight - frame;
    frame = window.innerHeight;
    content = body.scrollHeight;
    const box = bridge.view.host['containerDimensions'];
    if (follows || (isRecord(box) && 'height' in box)) return;
    bridge.setSize(Math.min(Math.max(content, minHeight), maxHeight));
  };
  if (preferredHeight !== undefined) bridge.setSize(preferredHeight);
  if (!autoResize) return;
  const later = (): void => {
    if (timer !== undefined) window.clearTimeout(timer);
    timer = window.setTimeout(measure, 100);
  };
  observe(body, later);
  bridge.subscribe(later);
}
