import type { HttpRoute, PluginRoute } from '../define/index.ts';
import { callStatic } from '../entries/index.ts';
import { ServiceError, ReservedRouteCollisionError } from '../errors/index.ts';
import { withReadableHost } from '../http/guards/readable-host.ts';
import { namedPaths, reservedBecause, type NamedPath } from '../options/reserved-paths.ts';
import type { LivePlugin } from '../plugins/index.ts';
import { defineFeature } from './application/define-feature.ts';
import type { AuthContext } from '../define/auth-context.ts';
import type { RouteContext } from '../define/http-options.ts';
import { BodyTooLarge, BodyTooSlow, BodyUnreadable } from '../web/body-errors.ts';
import type { HttpAnswer, HttpExchange } from '../web/exchange.ts';
import { answerTooLarge } from '../http/answers.ts';
import { bodyLimitOf } from '../http/body-limit.ts';
import { answerJson } from '../web/json-answer.ts';
import { headersOf, toAnswer, urlOf } from '../http/fetch-shapes.ts';
import type { HttpSettings } from '../http/http-settings.ts';
import type { Route } from '../http/router.ts';

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

/**
 * `http.routes` as routes: standard `Request` in, standard `Response` out.
 * @param named paths that other options use
 * @throws {ReservedRouteCollisionError} naming every route that would take over a path of the server's own
 */
function createCustomRoutes(declared: readonly HttpRoute[], settings: HttpSettings, named: readonly NamedPath[]): readonly Route[] {
  const collisions = declared.flatMap(({ method, path }) => {
    const because = reservedBecause(path, settings.entryPath, named);
    return because === undefined ? [] : [{ method, path, because }];
  });
  if (collisions.length > 0) throw new ReservedRouteCollisionError(collisions);
  return declared.map((route) => ({
    method: route.method.toUpperCase(),
    path: route.path,
    isCustom: true,
    needsCaller: route.auth === true,
    answer: (exchange, caller) => callRoute(route, { exchange, caller, settings }),
  }));
}

interface RouteCall {
  readonly exchange: HttpExchange;
  readonly caller: AuthContext | undefined;
  readonly settings: HttpSettings;
}

async function callRoute(route: HttpRoute, { caller, exchange, settings }: RouteCall): Promise<HttpAnswer> {
  const body = await readBody(exchange, settings);
  if ('refusal' in body) return body.refusal;
  const request = new Request(urlOf(exchange, settings), {
    method: exchange.method,
    headers: headersOf(exchange),
    signal: exchange.signal,
    body: body.bytes && new Uint8Array(body.bytes),
  });
  const context: RouteContext = caller === undefined ? {} : { auth: caller };
  const response: unknown = await route.handler(request, context);
  if (isResponse(response) && canBeSent(response)) return toAnswer(response, 'http.routes');
  throw new Error(`http.routes: ${route.method} ${route.path} must return a Response of status 200 to 599 whose body has not been read`);
}

/** Reads the whole body within the limit of its kind: an author cannot handle a `Request` that fails half way. */
async function readBody(exchange: HttpExchange, settings: HttpSettings): Promise<{ bytes?: Uint8Array } | { refusal: HttpAnswer }> {
  if (exchange.method === 'GET' || exchange.method === 'HEAD') return {};
  try {
    const bytes = await exchange.bytes(bodyLimitOf(exchange, settings));
    return bytes.byteLength === 0 ? {} : { bytes };
  } catch (failure) {
    if (failure instanceof BodyTooLarge) return { refusal: answerTooLarge(failure.limit, failure.length) };
    if (failure instanceof BodyTooSlow)
      return { refusal: answerJson(408, { error: 'Request Timeout', message: failure.message }, { connection: 'close' }) };
    if (failure instanceof BodyUnreadable) return { refusal: answerJson(400, { error: 'Bad Request', message: failure.message }) };
    throw failure;
  }
}

/** A `Response` of any realm or library. */
const isResponse = (value: unknown): value is Response =>
  typeof value === 'object' && value !== null && 'headers' in value && 'bodyUsed' in value;

/** Checked before the head is sent: later the host could not answer any more, and the client would wait for ever. */
const canBeSent = ({ body, bodyUsed, status }: Response): boolean => status >= 200 && status <= 599 && !bodyUsed && body?.locked !== true;
