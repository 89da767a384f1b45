import { configInvalid } from '../errors/index.ts';
import { toAnswer } from '../http/fetch-shapes.ts';
import type { AuthenticatedExchange } from '../http/handler.ts';
import { answerForbidden } from '../http/answers.ts';
import { isCrossSite } from '../http/guards/foreign-pages.ts';
import { allowsOrigin } from '../http/headers/cors.ts';
import type { HttpSettings } from '../http/http-settings.ts';
import type { Route } from '../http/router.ts';
import { createEndpoint } from '../http/transports/streamable.ts';
import { guarding, type Guarding } from '../mcp/call/admission.ts';
import type { EntryViewer } from '../mcp/call/call-pipeline.ts';
import { ownerPath, type EntryModel, type PluginModel } from '../model/index.ts';
import { namedPaths, reservedBecause } from '../options/reserved-paths.ts';
import type { LivePlugin } from '../plugins/index.ts';
import type { HttpAnswer, HttpExchange } from '../web/exchange.ts';
import { defineFeature, type FeatureInput } from './application/define-feature.ts';

type Parts = FeatureInput<'plugin-endpoints'>;
type OpenEndpoint = (caller: AuthenticatedExchange) => Promise<HttpAnswer> | HttpAnswer;

/** Requests that came to the endpoint of a plugin, by what every call knows of its request. */
type PathOf = WeakMap<EntryViewer['request']['http'], string>;

/** An endpoint, and the plugin behind it. */
interface Served extends Pick<PluginModel, 'name' | 'owner' | 'routes'> {
  readonly path: string;
  readonly hooks: LivePlugin['hooks'];
}

/** MCP endpoints of plugins: what such a plugin lists is served there alone, and nothing else is. */
export const pluginEndpoints = defineFeature('plugin-endpoints', (parts) => {
  const { http, mcp, runtime } = parts;
  const served = (runtime.plugins?.live ?? []).flatMap(({ hooks }, at): readonly Served[] => {
    const { endpoint, name, owner, routes } = runtime.model.plugins[at] ?? {};
    return endpoint === undefined || name === undefined || owner === undefined ? [] : [{ path: endpoint, name, owner, routes, hooks }];
  });
  refuseTaken(parts, served);
  const pathOf: PathOf = new WeakMap();
  let open: OpenEndpoint = () => Promise.reject(configInvalid('an endpoint was asked before its server was put together'));
  return {
    around: { use: apart(served, pathOf) },
    routes: served.flatMap((plugin) =>
      routesOf(plugin, pathOf, async (caller) =>
        hasPage(plugin) && (await isForeign(http, caller.exchange)) ? answerForbidden('Cross-site request refused') : open(caller),
      ),
    ),
    guardedPaths: served.filter((plugin) => !hasPage(plugin)).map(({ path }) => path),
    // What speaks with clients of older revisions is made after this feature.
    checkFeatures(features) {
      const sessions = features.find(({ sessionTransport }) => sessionTransport !== undefined)?.sessionTransport;
      open = createEndpoint({ server: mcp, bodyLimit: http.bodyLimit, sessions });
    },
  };
});

/** @throws {ServiceError} CONFIG_INVALID naming every endpoint at a path of the server's own, one a line */
function refuseTaken({ http, runtime }: Pick<Parts, 'runtime'> & { readonly http: HttpSettings }, served: readonly Served[]): void {
  const named = namedPaths(runtime.model.options.rest);
  const faults = served.flatMap(({ name, path }) => {
    const because = reservedBecause(path, http.entryPath, named);
    return because === undefined
      ? []
      : [`plugin "${name}": static endpoint: ${path} is reserved: ${because}. Give the endpoint another path.`];
  });
  if (faults.length > 0) throw configInvalid(faults.join('\n'));
}

/** A page of the plugin stands at the path of its endpoint, and links may lead there: requests to the endpoint alone are guarded. */
const hasPage = ({ path, routes = [] }: Served): boolean => routes.some((route) => route.path === path);

/** As the guard of paths judges it: a page of another site, that no rule allows. */
const isForeign = async ({ cors, hosts }: HttpSettings, exchange: HttpExchange): Promise<boolean> =>
  hosts.hosts !== undefined && isCrossSite(exchange) && !(cors !== undefined && (await allowsOrigin(cors, exchange)));

const methods = ['POST', 'GET', 'DELETE'];

/** A second way to the endpoint, behind the sign-in and the limits of the server. A route of the plugin keeps its method of the path. */
function routesOf({ hooks, name: plugin, path, routes = [] }: Served, pathOf: PathOf, open: OpenEndpoint): readonly Route[] {
  const own = methods.filter((method) => !routes.some((route) => route.path === path && route.method.toUpperCase() === method));
  return own.map((method) => ({
    method,
    path,
    needsCaller: true,
    asEndpoint: { sessionOf: (exchange: HttpExchange) => exchange.header('mcp-session-id') },
    async answer(exchange, auth) {
      if (auth === undefined) throw configInvalid(`the endpoint ${path} of plugin "${plugin}" has no caller`);
      const refusal = await hooks.onEndpoint?.({ auth, header: (name) => exchange.header(name.toLowerCase()) });
      if (refusal !== undefined) return toAnswer(refusal, `onEndpoint of plugin "${plugin}"`);
      pathOf.set(exchange, path);
      return open({ exchange, auth });
    },
  }));
}

/** Each entry is where it belongs; code of an entry may use those of the server from anywhere. */
function apart(served: readonly Served[], pathOf: PathOf): Guarding {
  const homes = served.map(({ owner, path }) => ({ owner: `${ownerPath(owner)}/`, path }));
  const homeOf = ({ owner }: EntryModel): string | undefined => homes.find((home) => `${ownerPath(owner)}/`.startsWith(home.owner))?.path;
  const isHere = (model: EntryModel, { request: { http } }: EntryViewer): boolean => homeOf(model) === pathOf.get(http);
  return guarding({
    concerns: () => true,
    lists: ({ model }, viewer) => isHere(model, viewer),
    admit({ model }, use) {
      const isInner = use.origin !== 'client' && homeOf(model) === undefined;
      if (!isInner && !isHere(model, use)) throw use.unknown();
      return undefined;
    },
  });
}
