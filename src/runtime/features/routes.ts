import type { HttpRoute } from '../define/server-metadata.ts';
import { createCustomRoutes } from '../http/custom-routes.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';

/** Routes of the author's own (`http.routes`). */
export const routes: FeatureFactory = ({ http, runtime }): Feature => ({
  name: 'routes',
  routes: createCustomRoutes(readRoutes(runtime.declared['http']), http, takenPaths(runtime.model.options.rest)),
});

/** Checked with the other options before anything is built. */
function readRoutes(http: unknown): readonly HttpRoute[] {
  const list = typeof http === 'object' && http !== null && 'routes' in http ? http.routes : undefined;
  return Array.isArray(list) ? list.filter(isRoute) : [];
}

const isRoute = (value: unknown): value is HttpRoute =>
  typeof value === 'object' && value !== null && 'handler' in value && typeof value.handler === 'function';

/** Paths that options moved. */
function takenPaths(options: Readonly<Record<string, unknown>>): Record<string, string> {
  const taken: Record<string, string> = {};
  const take = (option: string, key: string, because: string): void => {
    const group = options[option];
    const path: unknown = typeof group === 'object' && group !== null ? Reflect.get(group, key) : undefined;
    if (typeof path === 'string') taken[path] = because;
  };
  take('health', 'healthzPath', 'it is a health check');
  take('health', 'readyzPath', 'it is a health check');
  take('metrics', 'path', 'it serves metrics');
  return taken;
}
