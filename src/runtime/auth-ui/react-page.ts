import type { AuthPageComponent, AuthPageProps } from './auth-flow.ts';
import { mountAuthPage } from './browser.ts';
import { rawHtml } from '../std/index.ts';

/** Functions of the project's own React: the SDK does not depend on it. */
interface ReactFunctions {
  readonly createElement: (component: never, props: object) => unknown;
  /** Context provider around the page, with the props as `flow`, for the hooks. */
  readonly provider?: unknown;
}

/** A React component as a page, rendered on the server. */
export const reactPage =
  (react: ReactFunctions & { renderToString: (element: never) => string }, component: unknown): AuthPageComponent =>
  (flow) =>
    rawHtml(react.renderToString(elementOf(react, component, flow) as never));

/** Hydrates the rendered page in the browser. */
export function mountReactPage(
  react: ReactFunctions & { hydrateRoot: (root: never, element: never) => unknown },
  component: unknown,
  options?: { readonly mountId?: string },
): void {
  mountAuthPage({ mount: (root, flow) => react.hydrateRoot(root as never, elementOf(react, component, flow) as never) }, options);
}

/** The same element on both sides, because hydration needs equal markup. */
function elementOf({ createElement, provider }: ReactFunctions, component: unknown, flow: AuthPageProps): unknown {
  const page = createElement(component as never, flow);
  return provider === undefined ? page : createElement(provider as never, { flow, children: page });
}
