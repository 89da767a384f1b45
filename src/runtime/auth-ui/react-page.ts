import type { AuthPageComponent, AuthPageProps } from './auth-flow.ts';
import { mountAuthPage } from './browser.ts';
import { rawHtml } from './html.ts';

/** What is taken of the project's own React: the SDK has none. */
interface ReactFunctions {
  readonly createElement: (component: never, props: object) => unknown;
  /** Put around the page, with what the page gets as `flow`: what makes hooks of it. */
  readonly provider?: unknown;
}

/** A component of React as a page, printed on the server. */
export const reactPage =
  (react: ReactFunctions & { renderToString: (element: never) => string }, component: unknown): AuthPageComponent =>
  (flow) =>
    rawHtml(react.renderToString(elementOf(react, component, flow) as never));

/** Takes the printed page over in the browser. */
export function mountReactPage(
  react: ReactFunctions & { hydrateRoot: (root: never, element: never) => unknown },
  component: unknown,
  options?: { readonly mountId?: string },
): void {
  mountAuthPage({ mount: (root, flow) => react.hydrateRoot(root as never, elementOf(react, component, flow) as never) }, options);
}

/** The same on both sides, or the browser would find another page than was printed. */
function elementOf({ createElement, provider }: ReactFunctions, component: unknown, flow: AuthPageProps): unknown {
  const page = createElement(component as never, flow);
  return provider === undefined ? page : createElement(provider as never, { flow, children: page });
}
