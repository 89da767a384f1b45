import { ownMemberOf } from '../std/index.ts';
import { connect, rootOf, showInstead, type WidgetSettings } from './mount.ts';
import type { ViewWindow } from './view-window.ts';
import type { WidgetBridge } from './widget-types.ts';

/** Functions of the project's own React: the SDK does not depend on it. */
interface ReactFunctions {
  readonly createElement: (component: never, props: object) => unknown;
  readonly createRoot: (root: never, options: object) => { render(element: never): void };
  readonly Component: new (props: never) => object;
  /** Context provider around the widget, with the bridge, for the hooks; absent without `@service/ui`. */
  readonly provider?: unknown;
}

/** A widget that is a component of React: rendered again after each change, with the state that it has. */
export function mountReact(settings: WidgetSettings, react: ReactFunctions, component: unknown): void {
  const bridge = connect(settings);
  const { document } = globalThis as typeof globalThis & ViewWindow;
  const { createElement, provider } = react;
  const holder = rootOf(document);
  const root = react.createRoot(holder as never, {});
  const failed = (error: unknown): void => {
    // React has cleared the element, and is still at work in it.
    void Promise.resolve().then(() => showInstead(bridge, holder, error));
  };
  const guard = guardOf(react, failed);
  const show = (): void => {
    const { input, meta, output, status } = bridge.view;
    const widget = createElement(component as never, { input, output, meta, status });
    const provided = provider === undefined ? widget : createElement(provider as never, { bridge, children: widget });
    root.render(createElement(guard as never, { children: provided }) as never);
  };
  bridge.subscribe(show);
  show();
}

/** Only a class can catch what a component throws. */
function guardOf({ Component }: Pick<ReactFunctions, 'Component'>, failed: (error: unknown) => void): unknown {
  return class extends Component {
    state = { failed: false };
    static getDerivedStateFromError(): { readonly failed: boolean } {
      return { failed: true };
    }
    componentDidCatch(error: unknown): void {
      failed(error);
    }
    render(): unknown {
      return this.state.failed ? null : (this as { readonly props?: { readonly children: unknown } }).props?.children;
    }
  };
}

/** The bridge of this page; undefined outside of a widget, also where an element has its name. */
export const tryGetBridge = (): WidgetBridge | undefined => {
  const bridge = ownMemberOf(globalThis, 'ServiceBridge');
  return typeof bridge === 'object' && bridge !== null && 'callTool' in bridge ? (bridge as WidgetBridge) : undefined;
};
