import { createCustomRoutes } from '../http/custom-routes.ts';
import { withReadableHost } from '../http/guards/readable-host.ts';
import { namedPaths } from '../options/reserved-paths.ts';
import { defineFeature } from './application/define-feature.ts';

/** Routes of the author's own (`http.routes`), and of plugins. */
export const routes = defineFeature('routes', ({ http, runtime }) => ({
  aroundRoutes: withReadableHost(http),
  routes: createCustomRoutes(
    [...(runtime.declared.http?.routes ?? []), ...(runtime.plugins?.routes() ?? [])],
    http,
    namedPaths(runtime.model.options.rest),
  ),
}));
