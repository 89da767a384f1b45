import { useContext, useEffect } from 'react';
import { useHref, useInRouterContext, useLocation, useNavigate, type NavigateFunction } from 'react-router';
import { useLatest } from '../hooks/use-latest.ts';
import { ServiceContext } from '../provider/context.ts';
import { connectRouter, createRouterEntries, tellMoved, type RouteLocation } from './route-entries.ts';

/** Options of {@link useRouterBridge}. */
export interface RouterBridgeOptions {
  /** Server that gets the tools, by the name that its provider gives. @default the nearest provider's own */
  readonly server?: string | undefined;
}

/**
 * Lets a model move the page: the tools `navigate` and `go_back` and the resource `route://current`, while the component is mounted. They
 * are added to the nearest provider's server where there is one.
 * @throws {Error} outside a React Router tree
 * @example
 * function App() {
 *   useRouterBridge();
 *   return <Routes>…</Routes>;
 * }
 */
export function useRouterBridge({ server }: RouterBridgeOptions = {}): void {
  if (!useInRouterContext()) throw new Error('useRouterBridge() is called outside a React Router tree: call it below the router');
  const navigate: NavigateFunction = useNavigate();
  const place = useLocation();
  const href = useHref(place);
  const newest = useLatest({ navigate, location: { pathname: place.pathname, search: place.search, hash: place.hash, href } });
  useEffect(
    () =>
      connectRouter({
        navigate: (path, options) => newest.current.navigate(path, options),
        back: () => newest.current.navigate(-1),
        location: (): RouteLocation => newest.current.location,
      }),
    [newest],
  );
  useEffect(tellMoved, [href]);
  const scope = useContext(ServiceContext);
  const registry = scope?.connections.get(server ?? scope.name)?.registry;
  useEffect(() => registry?.addAll(createRouterEntries()), [registry]);
}
