import { ServiceError } from '../errors/index.ts';
import { answerJson } from '../web/json-answer.ts';
import { securing } from '../http/handler.ts';
import { standardSecurityHeaders } from '../http/headers/security.ts';
import type { HttpAnswer } from '../web/exchange.ts';

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

/** Whoever operates the server reads what is wrong with its configuration; of everything else only that it happened. */
export function toFailedStart(failure: unknown, retryAfterSeconds: number): HttpAnswer {
  const headers = { 'cache-control': 'no-store', 'retry-after': String(retryAfterSeconds) };
  if (failure instanceof ServiceError && configurationFaults.has(failure.code)) {
    const { code, message } = failure;
    return secured(answerJson(500, { error: 'server_misconfigured', code, message }, headers));
  }
  const message = 'The server could not be started. The log says why.';
  return secured(answerJson(503, { error: 'server_unavailable', code: 'SERVER_START_FAILED', message }, headers));
}
