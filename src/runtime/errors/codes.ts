/** How the outside hears of an error: its HTTP status, its JSON-RPC number where it is a protocol error, and whether its text may leave the server. */
export interface ErrorRow {
  readonly status: number;
  readonly rpc: number;
  readonly exposed: boolean;
}

const open = (status: number, rpc = -32602): ErrorRow => ({ status, rpc, exposed: true });
const closed = (status = 500, rpc = -32603): ErrorRow => ({ status, rpc, exposed: false });

/** Error codes of the specification (supplement section 1.19) that are more than an internal error. */
export const errorRows = {
  PUBLIC_ERROR: open(400),
  INVALID_INPUT: open(400),
  INVALID_METHOD: open(400, -32601),
  INVALID_RESOURCE_URI: open(400),
  MISSING_PROMPT_ARGUMENT: open(400),
  UNSUPPORTED_CONTENT_TYPE: open(400, -32600),
  UNSUPPORTED_CLIENT_VERSION: open(400, -32600),
  TOOL_NOT_FOUND: open(404),
  RESOURCE_NOT_FOUND: open(404, -32002),
  PROMPT_NOT_FOUND: open(404),
  AGENT_NOT_FOUND: open(404),
  TOOL_NOT_CONSENTED: open(403, -32003),
  ENTRY_UNAVAILABLE: open(403, -32003),
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
  EXECUTION_TIMEOUT: open(408, -32603),
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
  REQUEST_CANCELLED: open(499, -32603),
  STORAGE_CONNECTION_ERROR: closed(503),
  STORE_FULL: closed(503),
} as const satisfies Record<string, ErrorRow>;

/** The codes of internal errors: 500, and their text stays inside. Named for types and tests; what is not in the rows above is such a one. */
export const internalCodes = [
  'INTERNAL_ERROR',
  'SERVER_ERROR',
  'INVALID_OUTPUT',
  'TOOL_EXECUTION_ERROR',
  'RESOURCE_READ_ERROR',
  'PROMPT_EXECUTION_FAILED',
  'MISSING_PROVIDE',
  'INVALID_USE_CLASS',
  'INVALID_USE_FACTORY',
  'INVALID_USE_VALUE',
  'INVALID_ENTITY',
  'PROVIDER_NOT_REGISTERED',
  'PROVIDER_NOT_AVAILABLE',
  'PROVIDER_SCOPE_MISMATCH',
  'DEPENDENCY_CYCLE',
  'PROVIDER_CONSTRUCTION_FAILED',
  'INVALID_DEPENDENCY_SCOPE',
  'CONFIG_NOT_FOUND',
  'CONFIG_INVALID',
  'CONTEXT_EXTENSION_NOT_AVAILABLE',
  'HA_CONFIGURATION_ERROR',
  'SESSION_CLAIM_CONFLICT',
  'SCOPE_CONFIGURATION_ERROR',
  'INVALID_DECORATOR_METADATA',
  'SESSION_SECRET_REQUIRED',
  'NAME_DISAMBIGUATION_FAILED',
  'UNENFORCED_METADATA',
  'METRICS_PATH_CONFLICT',
  'METRICS_TOKEN_NOT_CONFIGURED',
  'JWT_SECRET_REQUIRED',
  'JWT_SECRET_INVALID',
  'SQLITE_DECRYPTION_ERROR',
] as const;

export type ErrorCode = keyof typeof errorRows | (typeof internalCodes)[number];

const byCode: ReadonlyMap<string, ErrorRow> = new Map(Object.entries(errorRows));
const internal = closed();

/** The row of a code; an unknown code is treated as an internal one, so that nothing leaks by a typing mistake. */
export const rowOf = (code: string): ErrorRow => byCode.get(code) ?? internal;
