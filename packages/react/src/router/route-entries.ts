/* The tools and the resource of a router, whichever it is; without React. */
import { Listeners } from '@service/sdk/internal';
import type { DynamicEntries, PageResource } from '../core/dynamic-registry.ts';
import { makePageTool } from '../core/dynamic-tool.ts';

/** Where a page is. */
export interface RouteLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** As a link would have it, with the base path of the router. */
  readonly href: string;
}

/** What a router can do for a model: React Router by `useRouterBridge`, any other by {@link connectRouter}. */
export interface RouterAdapter {
  navigate(path: string, options: { readonly replace: boolean }): unknown;
  back(): unknown;
  location(): RouteLocation;
  /** Tells of changes of the place. @returns what ends that */
  subscribe?(listener: () => void): () => void;
}

const notConnected = 'Router bridge not connected. Ensure useRouterBridge() is called inside a React Router tree.';

/** The page has one address, and so one router; of two the one that came last moves it. */
const adapters: RouterAdapter[] = [];
const moved = new Listeners();

function adapter(): RouterAdapter {
  const last = adapters.at(-1);
  if (last === undefined) throw new Error(notConnected);
  return last;
}

/**
 * Lets the entries of {@link createRouterEntries} move a router.
 * @returns what ends that
 * @example
 * useEffect(() => connectRouter({ navigate: (to, { replace }) => router.navigate({ to, replace }), back: () => history.back(), location }), []);
 */
export function connectRouter(given: RouterAdapter): () => void {
  const own = { ...given };
  adapters.push(own);
  const stop = given.subscribe?.(tellMoved);
  tellMoved();
  return () => {
    stop?.();
    adapters.splice(adapters.indexOf(own), 1);
  };
}

/** Tells listeners of `route://current` that the page is elsewhere. */
export const tellMoved = (): void => moved.tell();

const navigateSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Path to go to, such as /orders?open=true#first' },
    replace: { type: 'boolean', description: 'Takes the place of the current entry of the history' },
  },
  required: ['path'],
};

const anyPage = 'http://page.invalid';

/**
 * Addresses of other sites, and scripts: `navigate` stays on the page. Read as browsers read them, which leave out tabs, line ends and control
 * characters: React Router hands what the history refuses to `location.assign`.
 */
function leavesPage(path: string): boolean {
  if (!URL.canParse(path, `${anyPage}/here`)) return true;
  const { origin, pathname } = new URL(path, `${anyPage}/here`);
  return origin !== anyPage || pathname.startsWith('//');
}

/**
 * The tools `navigate` and `go_back` and the resource `route://current`, for a server in the page or a registry.
 * Without a router they answer what is missing.
 * @example
 * const { tools, resources } = createRouterEntries();
 */
export function createRouterEntries(): DynamicEntries {
  const navigate = makePageTool<{ readonly path: string; readonly replace?: boolean }>({
    name: 'navigate',
    description: 'Goes to another path of this page',
    schema: navigateSchema,
    execute: async ({ path, replace = false }) => {
      const router = adapter();
      if (leavesPage(path)) throw new Error(`"${path}" leads out of this page: give a path`);
      await router.navigate(path, { replace });
      return `Navigated to ${path}`;
    },
  });
  const goBack = makePageTool({
    name: 'go_back',
    description: 'Goes back to the path before',
    execute: async () => {
      await adapter().back();
      return 'Navigated back';
    },
  });
  const uri = 'route://current';
  const current: PageResource = {
    uri,
    name: 'current route',
    description: 'Where this page is',
    mimeType: 'application/json',
    read: async () => ({ contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(adapter().location()) }] }),
    subscribe: (listener) => moved.add(listener),
  };
  return { tools: [navigate, goBack], resources: [current] };
}
