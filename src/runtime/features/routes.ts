import type { HttpRoute, PluginRoute } from '../define/index.ts';
import { callStatic } from '../entries/index.ts';
import { ServiceError } from '../errors/index.ts';
import { createCustomRoutes } from '../http/custom-routes.ts';
import { withReadableHost } from '../http/guards/readable-host.ts';
import { namedPaths } from '../options/reserved-paths.ts';
import type { LivePlugin } from '../plugins/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Routes of the author's own (`http.routes`), and of plugins. */
export const routes = defineFeature('routes', ({ http, runtime }) => ({
  around: { routes: withReadableHost(http) },
  routes: createCustomRoutes(
    [...(runtime.declared.http?.routes ?? []), ...(runtime.plugins?.live ?? []).flatMap(routesOf)],
    http,
    namedPaths(runtime.model.options.rest),
  ),
}));

/** What a plugin answers beside the MCP endpoint. */
function routesOf({ hooks: { onRequest }, options, plugin: { model, target } }: LivePlugin): readonly HttpRoute[] {
  const named = callStatic(target, 'routes', options);
  if (!Array.isArray(named) || named.length === 0) return [];
  if (onRequest === undefined)
    throw new ServiceError(
      'INVALID_DECORATOR_METADATA',
      `plugin "${model.name}" names routes and has no method onRequest that answers them`,
    );
  return (named as readonly PluginRoute[]).map((route) => ({ ...route, handler: async (request, context) => onRequest(request, context) }));
}
