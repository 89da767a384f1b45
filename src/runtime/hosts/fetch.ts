import type { RuntimeEnvironment } from '../define/index.ts';
import type { Application } from '../features/application/compose.ts';
import { fetchCapabilities } from '../http/fetch-capabilities.ts';
import { inspectShared, type Environment, type EnvironmentSource } from '../options/env.ts';
import { systemClock } from '../std/index.ts';
import type { Clock } from '../std/index.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import { toFailedStart } from './failed-start.ts';
import { toResponse } from './fetch-answer.ts';
import { FetchExchange, type FetchScope, type PeerAddressOf } from './fetch-exchange.ts';
import type { Host } from './host.ts';
import { openEarlyLog, openHostLog } from './host-log.ts';
import type { HostedServer } from './host-settings.ts';
import { openHttpApplication } from './open-application.ts';
import { readStart } from './read-start.ts';
import { StartOnce } from './start-once.ts';

/** A web-standard request handler. `env` holds the platform's variables; what is no text in it is left alone. */
export type FetchHandler = (request: Request, env?: object, scope?: FetchScope) => Promise<Response>;

/** What differs between the platforms that call a handler. */
export interface FetchPlatform {
  readonly describe: (environment: Environment) => RuntimeEnvironment;
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
      // Who has always more to send gets no more of our time; the body is cancelled.
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
  const host: Host = { inspect: inspectShared, describe: platform.describe, capabilities: fetchCapabilities };
  // A platform's log takes lines without their end.
  const write = (line: string): void => platform.write(line.trimEnd());
  let logger = openEarlyLog(write);
  try {
    const variables = { ...settings.variables, ...textsOf(platform.variables), ...textsOf(env) };
    const environment = await readStart(hosted, variables, host);
    const log = openHostLog(hosted, environment, write);
    logger = log.logger;
    const application = await openHttpApplication(hosted, { environment, host, log });
    await application.start();
    return application;
  } catch (failure) {
    logger.error('the server could not be started', { failure });
    throw failure;
  }
}

/** Bindings beside the variables (stores, other services) are not text. */
function textsOf(env: object): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}
