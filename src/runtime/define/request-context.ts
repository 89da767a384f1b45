import type { AuthContext } from './auth-context.ts';

/** W3C trace context of the caller, when it sent one. */
export interface TraceContext {
  /** Id of the trace: 32 hexadecimal digits. */
  readonly traceId: string;
  /** Id of the caller's span: 16 hexadecimal digits. */
  readonly parentId: string;
  /** Trace flags: two hexadecimal digits; `01` is sampled. */
  readonly flags: string;
  /** The header `traceparent`, in version 00. */
  readonly raw: string;
}

/** Per-request record. */
export interface RequestContext {
  /** Id of the JSON-RPC request, as text. */
  readonly requestId: string;
  /** Id of the session; undefined where there is none. */
  readonly sessionId: string | undefined;
  /** Id of the app or plugin that owns the entry. */
  readonly scopeId: string;
  /** Trace of the caller; undefined without a valid `traceparent`. */
  readonly traceContext: TraceContext | undefined;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  /** The caller; the same as `this.auth`. */
  readonly authInfo: AuthContext;
  /** Facts about the HTTP request; without one only `customHeaders`. */
  readonly metadata: {
    /** Header `User-Agent`. */
    readonly userAgent?: string;
    /** Header `Content-Type`. */
    readonly contentType?: string;
    /** Header `Accept`. */
    readonly accept?: string;
    /** Address of the connection, or what a trusted proxy forwards. */
    readonly clientIp?: string;
    /** Headers that begin with `x-service-`, names in lower case. */
    readonly customHeaders: Readonly<Record<string, string>>;
  };
  /** Protocol revision of the wire. */
  readonly transport: {
    /** Protocol revision, such as `2025-11-25`. */
    readonly revision: string;
  };
  /** Times of `mark`, by label: milliseconds since the epoch. */
  readonly marks: ReadonlyMap<string, number>;
  /** Remembers the time under a label, for `elapsed`. */
  mark(label: string): void;
  /** Milliseconds since the request began, or since a mark. */
  elapsed(label?: string): number;
  /** Keeps a value for the rest of this request. */
  set(key: string | symbol, value: unknown): void;
  /** The value that `set` kept under this key, or undefined. */
  get(key: string | symbol): unknown;
  /** `fetch` with the id, the trace and the custom headers of this request; ends with the call, at the latest after 30 seconds. */
  fetch(input: string | URL, init?: RequestInit): Promise<Response>;
}

/** A later version may add fields behind a further `-`; of 00 they are a fault. */
const traceparent =
  /^(?!ff)(00(?=.{53}$)|(?!00)[0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-[\x20-\x7e]*)?$/;

/**
 * Reads a `traceparent` (W3C Trace Context sections 3.2 and 4.3); `undefined` for none or a malformed one. Of a later version it takes, and sends
 * on, what 00 has of it.
 */
export function parseTraceparent(raw: unknown): TraceContext | undefined {
  const match = typeof raw === 'string' ? traceparent.exec(raw) : null;
  const [, , traceId, parentId, flags] = match ?? [];
  return traceId !== undefined && parentId !== undefined && flags !== undefined
    ? { traceId, parentId, flags, raw: `00-${traceId}-${parentId}-${flags}` }
    : undefined;
}
