import type { RequestLog } from '../define/index.ts';
import type { Logger } from '../std/index.ts';
import { type CallWatch, componentOf } from '../mcp/protocol.ts';
import { defineFeature } from './application/define-feature.ts';

/** Logs every request that has been answered (`observability.requestLogs: true`), or tells the author of it (`onRequestComplete`). */
export const requestLogs = defineFeature('request-logs', ({ logger, runtime }) => {
  const { observability } = runtime.declared;
  const { requestLogs: option } = typeof observability === 'object' ? observability : {};
  const tell = option === true ? logWith(logger) : option && option.onRequestComplete;
  if (!tell) return {};
  const failed = (failure: unknown): void => logger.error('observability.requestLogs.onRequestComplete failed', { failure });
  const watchCall: CallWatch = (call, method) => {
    const startedAt = runtime.now();
    const component = componentOf(call, method);
    return ({ error, isError }) => {
      const { auth, requestId, revision } = call;
      const request: RequestLog = {
        requestId: requestId.text,
        method,
        ...(component === undefined ? {} : { component: { type: component.kind, key: component.id, name: component.listedName } }),
        revision: revision.version,
        startedAt: new Date(startedAt),
        durationMs: runtime.now() - startedAt,
        outcome: error !== undefined ? 'error' : isError === true ? 'failed' : 'ok',
        errorCode: error,
        ...(auth.isAnonymous ? {} : { subject: auth.user.sub }),
      };
      // What is told must not hold up, and not fail, what it tells of.
      Promise.resolve(request).then(tell).catch(failed);
    };
  };
  return { watchCall };
});

const logWith =
  (logger: Logger) =>
  (request: RequestLog): void =>
    logger.info('request completed', { ...request, startedAt: request.startedAt.toISOString() });
