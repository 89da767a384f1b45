import {
  type AuthContext,
  authProvidersOf,
  type CallFrame,
  parseTraceparent,
  type RequestContext,
  type TraceContext,
} from '../../define/index.ts';
import type { Clock } from '../../std/index.ts';
import { metadataOf, traceHeadersOf, type TraceHeaders } from './request-headers.ts';
import type { CallRequest } from './call-request.ts';
import type { FetchInit } from '../../define/auth-provider.ts';
import { listedError } from '../../errors/index.ts';

/**
 * `this.fetch` of an entry, with a credential of its caller where `init.credentials` names the provider.
 * @throws {ServiceError} TOOL_CREDENTIALS_REQUIRED when the caller has none
 */
export async function fetchForCall(call: CallFrame, input: string | URL, init: FetchInit = {}): Promise<Response> {
  const { credentials, ...rest } = init;
  if (typeof credentials !== 'object') return call.request.fetch(input, credentials === undefined ? rest : { ...rest, credentials });
  const { provider } = credentials;
  const providers = authProvidersOf(call);
  if (!(await providers.has(provider)))
    throw listedError('TOOL_CREDENTIALS_REQUIRED', `There is no credential of "${provider}" for this caller`, {
      data: { providers: [provider] },
    });
  const headers = new Headers(rest.headers);
  for (const [name, value] of Object.entries(await providers.headers(provider))) headers.set(name, value);
  // A redirect could carry the credential elsewhere.
  return call.request.fetch(input, { redirect: 'error', ...rest, headers });
}

const fetchTimeoutMs = 30_000;

type RecordFetchInit = RequestInit & Pick<FetchInit, 'timeoutMs'>;

export const createRequestRecord = (options: RequestRecordOptions): RequestRecord => new RequestRecord(options);

interface RequestRecordOptions {
  readonly request: CallRequest;
  readonly now: Clock;
  readonly scopeId: string;
  readonly signal: AbortSignal;
}

/** The request context of one call. Only what is asked for is built. */
export class RequestRecord implements RequestContext {
  readonly #request: CallRequest;
  readonly #now: Clock;
  readonly #signal: AbortSignal;
  readonly timestamp: number;
  readonly scopeId: string;
  #metadata: RequestContext['metadata'] | undefined;
  #marks: Map<string, number> | undefined;
  #values: Map<string | symbol, unknown> | undefined;

  constructor(options: RequestRecordOptions) {
    this.#request = options.request;
    this.#now = options.now;
    this.#signal = options.signal;
    this.scopeId = options.scopeId;
    this.timestamp = options.now();
  }

  get requestId(): string {
    return this.#request.requestId.text;
  }
  get sessionId(): string | undefined {
    return this.#request.sessionId;
  }
  get authInfo(): AuthContext {
    return this.#request.auth;
  }
  get metadata(): RequestContext['metadata'] {
    return (this.#metadata ??= metadataOf(this.#request.http));
  }
  get transport(): RequestContext['transport'] {
    return { revision: this.#request.revision.version };
  }
  get traceContext(): TraceContext | undefined {
    return parseTraceparent(traceHeadersOf(this.#request).traceparent);
  }
  get marks(): ReadonlyMap<string, number> {
    return (this.#marks ??= new Map());
  }
  mark(label: string): void {
    (this.#marks ??= new Map()).set(label, this.#now());
  }
  elapsed(label?: string): number {
    return this.#now() - ((label === undefined ? undefined : this.#marks?.get(label)) ?? this.timestamp);
  }
  set(key: string | symbol, value: unknown): void {
    (this.#values ??= new Map()).set(key, value);
  }
  get(key: string | symbol): unknown {
    return this.#values?.get(key);
  }

  /** The caller's own token is never sent: the address may belong to any party. */
  fetch(input: string | URL, { timeoutMs = fetchTimeoutMs, ...init }: RecordFetchInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('x-request-id', this.requestId);
    for (const [name, value] of Object.entries(this.metadata.customHeaders)) if (!headers.has(name)) headers.set(name, value);
    const signals = [this.#signal, AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])];
    const own = headers.has('traceparent');
    const send = (trace: TraceHeaders): Promise<Response> => {
      if (!own) for (const [name, value] of Object.entries<string>({ ...trace })) headers.set(name, value);
      return fetch(input, { ...init, headers, signal: AbortSignal.any(signals) });
    };
    const { tracing } = this.#request;
    if (tracing === undefined || !URL.canParse(String(input))) return send(traceHeadersOf(this.#request));
    return tracing.fetch({ url: new URL(input), method: init.method ?? 'GET' }, send);
  }
}
