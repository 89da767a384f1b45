import type { AuthContext } from './auth-context.ts';

/** W3C trace context of the caller, when it sent one. */
export interface TraceContext {
  readonly traceId: string;
  readonly parentId: string;
  readonly flags: string;
  readonly raw: string;
}

/** Per-request record. */
export interface RequestContext {
  readonly requestId: string;
  readonly sessionId: string | undefined;
  readonly scopeId: string;
  readonly traceContext: TraceContext | undefined;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  readonly authInfo: AuthContext;
  readonly metadata: {
    readonly userAgent?: string;
    readonly contentType?: string;
    readonly accept?: string;
    readonly clientIp?: string;
    readonly customHeaders: Readonly<Record<string, string>>;
  };
  /** Protocol revision of the wire. */
  readonly transport: { readonly revision: string };
  readonly marks: ReadonlyMap<string, number>;
  mark(label: string): void;
  /** Milliseconds since the request began, or since a mark. */
  elapsed(label?: string): number;
  set(key: string | symbol, value: unknown): void;
  get(key: string | symbol): unknown;
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
