import type { AuthContext } from '../define/auth-context.ts';
import { newErrorId } from '../errors/index.ts';
import type { Logger } from '../std/index.ts';
import type { HttpAnswer, HttpExchange, HttpHandler } from '../web/exchange.ts';
import { answerForbidden, answerJson, answerMethodNotAllowed, answerNotFoundPage } from './answers.ts';
import { findRefusedHost } from './guards/host.ts';
import { isCrossSite, isRefusedOrigin } from './guards/origin.ts';
import { withSecurityHeaders } from './headers/security.ts';
import type { HttpSettings } from './http-settings.ts';
import type { Router } from './router.ts';
import type { AuthenticatedExchange } from './transports/call-origin.ts';

export interface HandlerParts {
  readonly settings: HttpSettings;
  readonly router: Router;
  readonly logger: Logger;
  /** Names the caller or refuses. */
  readonly identify: (exchange: HttpExchange) => Promise<Verdict> | Verdict;
  readonly endpoint: (caller: AuthenticatedExchange) => Promise<HttpAnswer> | HttpAnswer;
  /** Paths that foreign pages must not reach beside the endpoint (`/sse`, `/message`). */
  readonly guardedPaths: ReadonlySet<string>;
  /** An unknown path; each host family has its own page. */
  readonly answerUnknown?: (exchange: HttpExchange) => HttpAnswer;
}

export type Verdict = { readonly answer: HttpAnswer } | { readonly auth: AuthContext };

/** The order of what happens to a request, on one page. */
export function createHttpHandler(parts: HandlerParts): HttpHandler {
  return async (exchange) => {
    try {
      return withSecurityHeaders(await answerExchange(parts, exchange));
    } catch (failure) {
      const errorId = newErrorId();
      parts.logger.error('request failed', { errorId, failure });
      return withSecurityHeaders(answerJson(500, { error: 'Internal Server Error', errorId }));
    }
  };
}

async function answerExchange(parts: HandlerParts, exchange: HttpExchange): Promise<HttpAnswer> {
  const { settings } = parts;
  // Before anything, health checks included: even those tell a rebound page that a server is here.
  const refusedHost = findRefusedHost(settings.hosts, exchange);
  if (refusedHost !== undefined) return answerForbidden(`Invalid ${refusedHost} header`);
  if (isRefusedOrigin(settings.allowedOrigins, exchange)) return answerForbidden('Invalid Origin header');
  const isEndpoint = exchange.path === settings.entryPath;
  if (settings.hosts.hosts !== undefined && (isEndpoint || parts.guardedPaths.has(exchange.path)) && isCrossSite(exchange)) {
    return answerForbidden('Cross-site request refused');
  }
  if (isEndpoint) {
    const verdict = await parts.identify(exchange);
    return 'answer' in verdict ? verdict.answer : parts.endpoint({ exchange, auth: verdict.auth });
  }
  const found = parts.router.find(exchange.method, exchange.path);
  if (found === undefined) return (parts.answerUnknown ?? answerUnknownPage)(exchange);
  return 'route' in found ? found.route.answer(exchange) : answerMethodNotAllowed(found.allow);
}

function answerUnknownPage(exchange: HttpExchange): HttpAnswer {
  return answerNotFoundPage(exchange.method, exchange.path);
}
