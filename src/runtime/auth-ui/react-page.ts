import type { AuthPageComponent } from './auth-flow.ts';
import { mountAuthPage } from './browser.ts';
import { rawHtml } from './html.ts';

/** What is taken of the project's own React: the SDK has none. */
type CreateElement = (component: never, props: object) => unknown;

/** A component of React as a page, printed on the server. */
export const reactPage =
  (react: { createElement: CreateElement; renderToString: (element: never) => string }, component: unknown): AuthPageComponent =>
  (flow) =>
    rawHtml(react.renderToString(react.createElement(component as never, flow) as never));

/** Takes the printed page over in the browser. */
export function mountReactPage(
  react: { createElement: CreateElement; hydrateRoot: (root: never, element: never) => unknown },
  component: unknown,
): void {
  mountAuthPage({ mount: (root, flow) => react.hydrateRoot(root as never, react.createElement(component as never, flow) as never) });
}
