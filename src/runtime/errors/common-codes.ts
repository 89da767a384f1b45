/** How an error is answered: its HTTP status, its JSON-RPC number where it is a protocol error, and whether its text may leave the server. */
export interface ErrorRow {
  /** Status of an HTTP answer. */
  readonly status: number;
  /** Number of a JSON-RPC error. */
  readonly rpcCode: number;
  /** Whether callers may read the message. */
  readonly expose: boolean;
}

export const open = (status: number, rpcCode = -32602): ErrorRow => ({ status, rpcCode, expose: true });
const closed = (status = 500, rpcCode = -32603): ErrorRow => ({ status, rpcCode, expose: false });

/** Codes that every server may raise. A bundle holds only these, unless its code uses others (`listed-codes.ts`). */
export const commonRows = {
  INVALID_INPUT: open(400),
  MISSING_PROMPT_ARGUMENT: open(400),
  ENTRY_UNAVAILABLE: open(403, -32003),
  EXECUTION_TIMEOUT: open(408, -32603),
  REQUEST_CANCELLED: open(499, -32603),
  STORAGE_CONNECTION_ERROR: closed(503),
  STORE_FULL: closed(503),
} as const satisfies Record<string, ErrorRow>;

/** Codes of internal errors: 500, and their text stays in the log. Listed for types and tests; every code without a row is internal. */
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

/** Codes of {@link commonRows} and of internal errors. */
export type CommonCode = keyof typeof commonRows | (typeof internalCodes)[number];

export const rowsByCode = (rows: Readonly<Record<string, ErrorRow>>): ((code: string) => ErrorRow) => {
  const byCode: ReadonlyMap<string, ErrorRow> = new Map(Object.entries(rows));
  // An unknown code counts as internal, so that a typing mistake leaks nothing.
  return (code) => byCode.get(code) ?? internal;
};

const internal = closed();

export const commonRowOf = /* @__PURE__ */ rowsByCode(commonRows);
