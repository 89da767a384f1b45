import { commonRows, open, rowsByCode, type ErrorRow, type internalCodes } from './common-codes.ts';
import { ServiceError, type ServiceErrorOptions } from './service-error.ts';

/** Error codes of the specification with a row of their own. */
export const errorRows = {
  ...commonRows,
  PUBLIC_ERROR: open(400),
  INVALID_METHOD: open(400, -32601),
  INVALID_RESOURCE_URI: open(400),
  UNSUPPORTED_CONTENT_TYPE: open(400, -32600),
  UNSUPPORTED_CLIENT_VERSION: open(400, -32600),
  TOOL_NOT_FOUND: open(404),
  RESOURCE_NOT_FOUND: open(404, -32002),
  PROMPT_NOT_FOUND: open(404),
  AGENT_NOT_FOUND: open(404),
  TOOL_NOT_CONSENTED: open(403, -32003),
  AUTHORITY_DENIED: open(403, -32003),
  AUTHORIZATION_REQUIRED: open(403, -32003),
  UNAUTHORIZED: open(401, -32001),
  SESSION_MISSING: open(401, -32001),
  TOOL_CREDENTIALS_REQUIRED: open(401, -32001),
  PAYLOAD_TOO_LARGE: open(413, -32600),
  RATE_LIMIT_EXCEEDED: open(429, -32000),
  QUOTA_EXCEEDED: open(429, -32000),
  CONCURRENCY_LIMIT: open(429, -32000),
  QUEUE_TIMEOUT: open(429, -32000),
  ELICITATION_TIMEOUT: open(408, -32603),
  AGENT_TIMEOUT: open(408, -32603),
  IP_BLOCKED: open(403, -32003),
  IP_NOT_ALLOWED: open(403, -32003),
  ELICITATION_NOT_SUPPORTED: open(400),
  ELICITATION_DISABLED: open(400),
  TASK_NOT_FOUND: open(400),
  TASK_ALREADY_TERMINAL: open(400),
  TASK_AUGMENTATION_NOT_SUPPORTED: open(404, -32601),
  TASK_AUGMENTATION_REQUIRED: open(404, -32601),
  AUTH_CONFIGURATION_ERROR: open(500, -32603),
  GLOBAL_CONFIG_NOT_FOUND: open(500, -32603),
  AGENT_CONFIGURATION_ERROR: open(500, -32603),
} as const satisfies Record<string, ErrorRow>;

/** Codes of errors; the reference of errors has a row for each. */
export type ErrorCode = keyof typeof errorRows | (typeof internalCodes)[number];

/** The row of a code; an unknown code is treated as an internal one. */
export const rowOf = /* @__PURE__ */ rowsByCode(errorRows);

/** An error of any code of the specification. */
export const listedError = (code: ErrorCode, message: string, options: ServiceErrorOptions = {}): ServiceError =>
  new ServiceError(code, message, { ...rowOf(code), ...options });
