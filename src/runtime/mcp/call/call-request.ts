import type { Json, JsonObject } from '../../model/json.ts';
import type { AuthContext } from '../../define/auth-context.ts';
import type { ClientInfo } from '../../define/call-frame.ts';
import type { HookRequest } from '../../define/hook-viewer.ts';
import type { Question } from '../../define/asking.ts';
import type { Telemetry } from '../../define/telemetry.ts';
import type { LogFields } from '../../std/index.ts';
import type { WorkHold } from '../../web/exchange.ts';
import type { RequestHeaders, TraceHeaders } from './request-headers.ts';

/** Everything a running call knows of its caller. Built by a transport and its revision, one per JSON-RPC request. */
export interface CallRequest {
  /** Protocol revision: `2025-11-25`, … Code outside `revisions/` never branches on it. */
  readonly revision: { readonly version: string };
  /** Its text is unique per request, from a CSPRNG; in logs and `this.context.requestId`. */
  readonly requestId: {
    readonly text: string;
    /** The request as hooks of plugins see it; made for the first of them. */
    hookRequest?: HookRequest;
  };
  readonly sessionId?: string | undefined;
  readonly auth: AuthContext;
  readonly clientInfo?: ClientInfo | undefined;
  readonly clientCapabilities: JsonObject;
  /** `params._meta` as received (trace context included). */
  readonly meta: JsonObject;
  /** The HTTP request that carried the call; empty over stdio. Its trace context counts where `_meta` has none. */
  readonly http: RequestHeaders;
  /** Arguments that headers of `http` repeat where the tool marks them; only of what a client calls, until they have been compared. */
  readonly repeated?: Json | undefined;
  readonly channel: CallChannel;
  /** Entries between the client and this call; none when absent. */
  readonly depth?: number;
  /** Slots and bytes held for this call alone; `http.hold` is for the whole request. */
  readonly hold?: WorkHold | undefined;
  /** Present where calls are traced. */
  readonly tracing?: CallTracing;
}

/** One traced call from inside. */
export interface CallTracing {
  readonly telemetry: Telemetry;
  /** By which what the call logs is found beside its span. */
  readonly logFields: LogFields;
  /** Runs an outgoing request within a span; `send` is given the headers that carry the trace on. */
  fetch(request: { readonly url: URL; readonly method: string }, send: (trace: TraceHeaders) => Promise<Response>): Promise<Response>;
}

/** Operations of a running call on its client. The revision and the transport implement them; the call's stages only use them. */
export interface CallChannel {
  /** Aborted on cancellation, timeout, or (2026-07-28 over HTTP) when the client disconnects. */
  readonly signal: AbortSignal;
  /** Sends a notification that belongs to this call. False: the client cannot receive it (no stream, no token, below its log level). */
  notify(method: string, params: JsonObject): boolean;
  /** Present when the caller asked for progress. */
  readonly progressToken?: string | number;
  /**
   * Asks the client (`elicitation/create`, `sampling/createMessage`, `roots/list`). Older sessions: a server request on the call's stream.
   * 2026-07-28: the call ends with `input_required`, this rejects with `InputRequired`, and answers from the sealed state in the next round.
   * @throws {ProtocolError} -32021 when the client did not declare the capability
   * @throws {ServiceError} ELICITATION_TIMEOUT or EXECUTION_TIMEOUT when the answer comes too late
   */
  ask(question: Question): Promise<JsonObject>;
  /** Ends the call's connection for now; the client comes back for the rest. Absent or false where it could not. */
  closeStream?(retryMs: number): boolean;
  /** Answers the call with a task and lets the rest run in the background. Present where the call may become one. */
  startTask?(): Promise<void>;
}
