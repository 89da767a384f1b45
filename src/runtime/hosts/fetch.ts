import type { Application } from '../features/application/compose.ts';
import { nonEmptyVariables, type EnvironmentSource } from '../options/env.ts';
import { systemClock, type Clock } from '../std/index.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import { toResponse } from './fetch-answer.ts';
import { FetchExchange, type FetchScope, type PeerAddressOf } from './fetch-exchange.ts';
import type { Host, HostedServer } from './host.ts';
import { openEarlyLog, openHostLog } from './host-log.ts';
import { openHttpApplication } from './open-application.ts';
import { readStartEnvironment } from './read-start-environment.ts';
import { answerJson } from '../web/json-answer.ts';
import { warnOfUnansweredUrl } from '../http/guards/foreign-pages.ts';
import { uncached, standardSecurityHeaders, warnOfKeptHeaders } from '../http/headers/security.ts';
import type { HostCapabilities } from '../http/http-settings.ts';
import { ServiceError } from '../errors/index.ts';
import { securing } from '../http/handler.ts';

/** A web-standard request handler. `env` holds the platform's variables; what is no text in it is left alone. */
export type FetchHandler = (request: Request, env?: object, scope?: FetchScope) => Promise<Response>;

/** A platform that calls a fetch handler. */
export interface FetchPlatform extends Pick<Host, 'inspect' | 'describe'> {
  readonly peerAddress: PeerAddressOf;
  /** Variables of the process, beneath those of `env`. */
  readonly variables: EnvironmentSource;
  readonly write: (line: string) => void;
  readonly now?: Clock;
}

/**
 * A server as a request handler. It is built by the first request, with that request's `env`; later ones share it. A build that fails is
 * answered with what is wrong and tried again after 1, 2, 4, 8… seconds.
 */
export function createFetchHost(hosted: HostedServer, platform: FetchPlatform): FetchHandler {
  const application = new StartOnce<Application>(platform.now ?? systemClock);
  const answerFirst = async (exchange: FetchExchange, env: object, scope: FetchScope): Promise<HttpAnswer> => {
    const attempt = application.get(() => start(hosted, platform, env));
    // The request that began the build may go away; others wait for the same build.
    scope.waitUntil?.(attempt);
    const started = await attempt;
    return 'value' in started ? started.value.handle(exchange) : toFailedStart(started.failure, started.retryAfterSeconds);
  };
  return async (request, env = {}, scope = {}) => {
    const exchange = new FetchExchange(request, platform.peerAddress, scope);
    const { built } = application;
    const answer = await (built === undefined ? answerFirst(exchange, env, scope) : built.handle(exchange));
    if (answer.status >= 400 || !exchange.bodyWanted) await letArrive(request.body);
    return toResponse(answer, exchange);
  };
}

/** Limits in time and bytes for the rest of an unread body, which is drained so that its client can read the answer. */
const lingerMs = 10_000;
const lingerBytes = 16_777_216;

/**
 * workerd takes 64 kB of an unread body, ends the connection after the answer and so resets it while its client still sends: the answer is
 * lost. Cancelling the body changes nothing. Nothing of it is kept.
 */
async function letArrive(body: Request['body']): Promise<void> {
  if (body?.locked !== false) return;
  let left = lingerBytes;
  const nowhere = new WritableStream<Uint8Array>({
    write: ({ byteLength }) => {
      left -= byteLength;
      // A client that never stops sending is not drained for ever: the body is cancelled.
      if (left < 0) throw new Error('too much');
    },
  });
  const signal = AbortSignal.timeout(lingerMs);
  const late = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  // workerd hears of the signal with the next byte, which a client that waits for the answer never sends.
  await Promise.race([late, body.pipeTo(nowhere, { signal }).catch(() => undefined)]);
}

async function start(hosted: HostedServer, platform: FetchPlatform, env: object): Promise<Application> {
  const { settings } = hosted;
  const host: Host = { inspect: platform.inspect, describe: platform.describe, capabilities: fetchCapabilities };
  // A platform's log takes lines without their end.
  const write = (line: string): void => platform.write(line.trimEnd());
  let logger = openEarlyLog(write);
  try {
    const variables = { ...settings.variables, ...nonEmptyVariables(platform.variables), ...nonEmptyVariables(env) };
    const read = await readStartEnvironment(hosted, variables, host);
    const environment = { ...read, binding: (name: string): unknown => Reflect.get(env, name) };
    const log = openHostLog(hosted, environment, write);
    logger = log.logger;
    const application = await openHttpApplication(hosted, { environment, host, log });
    await application.start();
    warnOfUnansweredUrl(application.http, application.logger);
    warnOfKeptHeaders(application);
    return application;
  } catch (failure) {
    logger.error('the server could not be started', { failure });
    throw failure;
  }
}

/**
 * HTTP of a host that gets `Request` objects from its platform: health without checks, readiness only when a server has
 * something to be ready for, and a JSON answer that says where the endpoint is.
 */
const fetchCapabilities: HostCapabilities = {
  health: ({ model: { info } }) => {
    const { name, version } = info;
    const answer = answerJson(200, { status: 'ok', server: { name, version }, transport: 'web-fetch' }, uncached);
    return () => answer;
  },
  answerUnknown: (entryPath) => {
    const answer = answerJson(404, { error: 'Not Found', entryPaths: [entryPath] });
    return () => answer;
  },
};

/** Codes of faults in a server's own declaration or variables; their texts name options and variables, never values. */
const configurationFaults: ReadonlySet<string> = new Set([
  'AUTH_CONFIGURATION_ERROR',
  'CONFIG_INVALID',
  'INVALID_DECORATOR_METADATA',
  'JWT_SECRET_INVALID',
  'JWT_SECRET_REQUIRED',
  'METRICS_PATH_CONFLICT',
  'METRICS_TOKEN_NOT_CONFIGURED',
  'SESSION_SECRET_REQUIRED',
  'UNENFORCED_METADATA',
]);

const secured = /* @__PURE__ */ securing(standardSecurityHeaders);

/** Faults of the configuration are told, for the operator; of every other failure only that it happened. */
function toFailedStart(failure: unknown, retryAfterSeconds: number): HttpAnswer {
  const headers = { 'retry-after': String(retryAfterSeconds) };
  if (failure instanceof ServiceError && configurationFaults.has(failure.code)) {
    const { code, message } = failure;
    return secured(answerJson(500, { error: 'server_misconfigured', code, message }, headers));
  }
  const message = 'The server could not be started. The log says why.';
  return secured(answerJson(503, { error: 'server_unavailable', code: 'SERVER_START_FAILED', message }, headers));
}

/** Milliseconds; doubled with every failure up to the longest. */
const firstDelayMs = 1000;
const longestDelayMs = 64_000;

type Started<T> = { readonly value: T } | { readonly failure: unknown; readonly retryAfterSeconds: number };

/**
 * Builds something when it is first needed, and keeps it. After a failure the same answer is given until the delay is over, so that a
 * server that cannot start does not try again for every request of a crowd.
 */
class StartOnce<T> {
  readonly #now: Clock;
  #attempt: Promise<Started<T>> | undefined;
  #value: T | undefined;
  #failures = 0;
  #retryAt = Number.POSITIVE_INFINITY;

  constructor(now: Clock) {
    this.#now = now;
  }

  /** The value; undefined before it is built. */
  get built(): T | undefined {
    return this.#value;
  }

  /** The value; `start` builds it when no build has succeeded or runs. Never rejects. */
  get(start: () => Promise<T>): Promise<Started<T>> {
    if (this.#attempt === undefined || this.#now() >= this.#retryAt) this.#attempt = this.#try(start);
    return this.#attempt;
  }

  async #try(start: () => Promise<T>): Promise<Started<T>> {
    this.#retryAt = Number.POSITIVE_INFINITY;
    try {
      const value = await start();
      this.#value = value;
      return { value };
    } catch (failure) {
      const delay = Math.min(firstDelayMs * 2 ** this.#failures, longestDelayMs);
      this.#failures++;
      this.#retryAt = this.#now() + delay;
      return { failure, retryAfterSeconds: Math.ceil(delay / 1000) };
    }
  }
}
