import { withTarget } from '../http/router.ts';
import type { HttpExchange } from '../web/exchange.ts';
import { CallSpans, describeTracing, HttpSpans, readTracing, traceHook, traceStage, type TracingOptions } from '../telemetry/index.ts';
import type { LivePlugin } from '../plugins/index.ts';
import type { AroundEndpoint, AroundIdentify } from './application/feature.ts';
import { defineFeature } from './application/define-feature.ts';

/** Spans of requests and calls, and `this.telemetry`. */
export const telemetry = defineFeature('telemetry', ({ logger, runtime }) => {
  const options = readTracing(runtime.declared.observability);
  if (options === undefined) return {};
  const calls = new CallSpans(options);
  if (options.hookSpans) for (const plugin of runtime.plugins?.live ?? []) plugin.hooks = tracedHooks(plugin);
  return {
    around: {
      request: options.httpSpans || options.oauthSpans ? withTarget(new HttpSpans(wantsOf(options)).around) : undefined,
      identify: options.authSpans ? aroundIdentify : undefined,
      endpoint: options.transportSpans ? aroundEndpoint : undefined,
      method: calls.around,
      tool: options.executionSpans ? calls.guardTool : undefined,
      stage: options.flowStageSpans ? calls.observeStage : undefined,
    },
    start: async () => {
      if (options.startupReport) logger.info(describeTracing(options));
      return undefined;
    },
  };
});

/** A span for each hook around a call. */
function tracedHooks({ hooks, plugin: { model } }: LivePlugin): LivePlugin['hooks'] {
  const { aroundPromptGet, aroundResourceRead, aroundToolCall } = hooks;
  const trace = <T>(hook: string, run: () => T): T => traceHook(model.name, hook, run);
  return {
    ...hooks,
    ...(aroundToolCall && { aroundToolCall: (call, next) => trace('aroundToolCall', () => aroundToolCall(call, next)) }),
    ...(aroundResourceRead && { aroundResourceRead: (call, next) => trace('aroundResourceRead', () => aroundResourceRead(call, next)) }),
    ...(aroundPromptGet && { aroundPromptGet: (call, next) => trace('aroundPromptGet', () => aroundPromptGet(call, next)) }),
  };
}

const wantsOf =
  ({ httpSpans, oauthSpans }: TracingOptions) =>
  (path: string): boolean =>
    path.startsWith('/oauth/') || path.startsWith('/.well-known/oauth-') ? oauthSpans : httpSpans;

const aroundIdentify: AroundIdentify = (exchange, next) =>
  traceStage(
    {
      name: 'auth',
      exchange,
      note: (span, verdict) => {
        span.setAttribute('auth.outcome', 'answer' in verdict ? 'refused' : verdict.auth.isAnonymous ? 'anonymous' : 'signed-in');
      },
    },
    () => next(exchange),
  );

const aroundEndpoint: AroundEndpoint = (caller, next) =>
  traceStage(
    {
      name: `transport ${transportOf(caller.exchange)}`,
      exchange: caller.exchange,
      note: (span, { status }) => void span.setAttribute('http.response.status_code', status),
    },
    () => next(caller),
  );

const transportOf = ({ path }: HttpExchange): string => (path.endsWith('/sse') || path.endsWith('/message') ? 'sse' : 'streamable-http');
