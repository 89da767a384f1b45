import { memberOf } from '../std/index.ts';
import type { HttpRoute } from '../define/http-options.ts';
import { createCustomRoutes } from '../http/custom-routes.ts';
import { withReadableHost } from '../http/guards/readable-host.ts';
import { namedPaths } from '../options/reserved-paths.ts';
import { defineFeature } from './application/define-feature.ts';

/** Routes of the author's own (`http.routes`). */
export const routes = defineFeature('routes', ({ http, runtime }) => ({
  aroundRoutes: withReadableHost(http),
  routes: createCustomRoutes(readRoutes(runtime.declared['http']), http, namedPaths(runtime.model.options.rest)),
}));

/** Checked with the other options before anything is built. */
function readRoutes(http: unknown): readonly HttpRoute[] {
  const list = memberOf(http, 'routes');
  return Array.isArray(list) ? list.filter(isRoute) : [];
}

const isRoute = (value: unknown): value is HttpRoute =>
  typeof value === 'object' && value !== null && 'handler' in value && typeof value.handler === 'function';
