import type { AuthContext } from '../define/auth-context.ts';
import type { ClientCapability } from '../define/client-capabilities.ts';
import type { EntryModel, JsonObject, ServerInfo } from '../model/index.ts';
import type { Ask, LogLevel, MessageSink } from './client-channel.ts';
import type { Announcement, Awaitable, GiveBack, IdPool } from '../std/index.ts';
import type { CallRequest } from './call/call-request.ts';
import type { ServerRuntime } from './call/server-runtime.ts';
import type { RequestId, SerialisedResult, WireResult } from './json-rpc.ts';
import type { AskTarget, SessionQuestions } from './sessions/session-questions.ts';

// Types that need each other: a revision has methods, a method's call knows its server, a server has revisions. One file avoids import
// cycles.

/** Parts of a conversation that methods may use. */
export interface ConversationState extends AskedConversation {
  logLevel: LogLevel;
  /** Takes messages that belong to no call; undefined while the client has no stream for them. */
  readonly background: MessageSink | undefined;
  readonly subscribedUris: Set<string>;
  /** Bytes that the subscriptions hold of the server's total, by URI. */
  readonly takenRoom: Map<string, GiveBack>;
}

/**
 * One wire version as a codec: what it has and how it is written. Only `revisions/` compares versions; other code reads a difference
 * from these members.
 */
export interface Revision {
  readonly version: string;
  /** How a client begins: with `initialize`, or with an envelope in every request. */
  readonly opening: 'initialize' | 'envelope';
  /** A method that is missing here does not exist for the client. */
  readonly methods: ReadonlyMap<string, Method>;
  /** HTTP status of an unknown method: 404 since 2026-07-28, in-band before. */
  readonly unknownMethodStatus: 200 | 404;
  /** Arrays of messages: required by 2025-03-26, removed afterwards. */
  readonly acceptsBatches: boolean;
  /** An event stream begins with an event that has an id and no data, so that a client can resume from it. */
  readonly primesStreams: boolean;
  /** Capabilities that it has without a way to declare them. */
  readonly undeclared?: readonly string[];
  encodeServerInfo(info: ServerInfo): WireResult;
  encodeResult(call: MethodCall, method: string, result: WireResult): WireResult | SerialisedResult;
  /** Has `notifications/elicitation/complete`. */
  readonly completesElicitation: boolean;
  /** Capabilities that a call may ask its client for, if declared; those of later revisions have no meaning here. */
  readonly askable: readonly ClientCapability[];
  /** How the params of a question are written on this wire (`revisions/encode-question.ts`). */
  readonly questionForm: QuestionForm;
  /** -32002 before 2026-07-28, -32602 since. */
  readonly resourceNotFoundCode: number;
  /** Has the tasks of 2025-11-25 (`params.task`, `tasks/result`), where the server has them. */
  readonly hasTasks?: boolean;
  /** Stands for the codes that 2026-07-28 brought (-32020 to -32022), with HTTP 200; absent where they exist. */
  readonly codeForLaterCodes?: number;
}

/**
 * `plain`: like the newest. `first-forms`: of 2025-06-18, without mode, titled choices and lists. `named-pages`: every page has an id.
 * `unnamed-pages`: none has one.
 */
export type QuestionForm = 'plain' | 'first-forms' | 'named-pages' | 'unnamed-pages';

/** One JSON-RPC request, made once. A wrapper that changes it passes a copy to what it wraps. */
export interface MethodCall extends CallRequest {
  readonly server: McpServer;
  readonly revision: Revision;
  readonly id: RequestId;
  readonly params: JsonObject;
  readonly sink: MessageSink;
  /** Takes work that continues after the answer; absent where the platform does not need to know. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  /** Only where the call may end with questions to its client. */
  readonly round?: Round | undefined;
  /** Only in session-based revisions. */
  readonly conversation?: ConversationState | undefined;
}

/** Results (`SerialisedResult` among them) have the newest revision's shape; the revision's codec projects them. */
export type Method = (call: MethodCall) => Awaitable<object>;

/** How large an answer may be. */
export interface OutputLimit {
  /** Absent where any size is sent. */
  readonly maxBytes: number | undefined;
  /** A text of so few UTF-16 units is within every limit, so its bytes need no count: none of them has more than three. */
  readonly uncountedLength: number;
}

/** A server's runtime and the wire versions it speaks; every transport shares one. */
export interface McpServer {
  readonly runtime: ServerRuntime;
  /** Newest first. Served without a handshake, each request carrying its own envelope. */
  readonly statelessRevisions: readonly Revision[];
  /** Newest first. Opened by `initialize`. */
  readonly sessionRevisions: readonly Revision[];
  /** Additions of features; complete before the first request. */
  readonly extensions: Extensions;
  /** Names of requests in logs. */
  readonly requestIds: IdPool;
  readonly outputLimit: OutputLimit;
  /** The methods that answer in each revision; made by its first request. */
  readonly methods: Map<Revision, ReadonlyMap<string, Method>>;
  /** How it describes itself, made once for each revision: everything in it is known when the server is put together. */
  readonly descriptions: Map<Revision, WireResult>;
  /** Made when the server begins to shut down: streams without an end of their own finish then, calls go on. */
  readonly draining: Announcement;
  /** Where entries change: the server as it is now. What has this keeps the entries that a request began with. */
  readonly latest?: McpServer | undefined;
}

/** Middleware of methods: calls `next`, changes its result, or answers in its place. */
export type Around = (call: MethodCall, next: Method, method: string) => Awaitable<object>;

/** Completes the caller for calls. A rejection fails the request: no caller is admitted with missing facts. */
export type CompleteCaller = (auth: AuthContext) => Awaitable<AuthContext>;

/** Observes the begin of a request; the returned function gets its outcome: an error code, or `isError` of a tool. Must not throw. */
export type CallWatch = (call: MethodCall, method: string) => (outcome: CallOutcome) => void;
export type CallOutcome = { readonly error?: number; readonly isError?: boolean };

/** A topic of `subscriptions/listen` beside the lists and resources of the core. */
export interface ListenTopic {
  /**
   * Begins when the client asked; nothing is delivered before `begin` is called.
   * @param wanted `params.notifications`
   * @returns undefined when nothing was asked for, or nothing of it will be delivered
   * @throws {ProtocolError} -32021 when the client did not declare what the topic belongs to
   */
  open(call: MethodCall, wanted: JsonObject): Promise<OpenTopic | undefined>;
}

export interface OpenTopic {
  /** The part of what was asked for that will be delivered. */
  readonly agreed: JsonObject;
  /** After the acknowledgement. Returns what ends the delivery. */
  begin(deliver: (method: string, params: JsonObject) => void): () => void;
}

/** The tasks of 2025-11-25. */
export interface SessionTasks {
  readonly capability: JsonObject;
  readonly methods: ReadonlyMap<string, Method>;
}

/** Additions of features to the protocol. Filled by the composition root before the first request. */
export interface Extensions {
  /** Methods of the envelope revisions. */
  readonly methods: Record<string, Method>;
  /** Identifier → settings, listed under `capabilities.extensions` of the envelope revisions. */
  readonly settings: Record<string, JsonObject>;
  /** At most one feature brings it. */
  sessionTasks?: SessionTasks | undefined;
  /** By method, for every revision. */
  readonly around: Map<string, Around>;
  /** At most one feature brings it. */
  listenTopic?: ListenTopic | undefined;
  /** Lets calls ask their client. */
  rounds?: Rounds | undefined;
  /** Every method there is, outside of its own. */
  aroundCall?: Around | undefined;
  completeCaller?: CompleteCaller | undefined;
  /** Called for every request. */
  readonly watches: CallWatch[];
}

/**
 * Calls that ask their client without a request of the server's own: `input_required`, then the same call again with the answers. Clients
 * that open with `initialize` are asked by requests.
 */
export interface Rounds {
  /** One request's round; `undefined` for methods whose calls never ask (lists, completion, discovery). */
  begin(request: RoundRequest): Round | undefined;
  /** Makes the `ask` of requests without a round, which always refuses. */
  refuse(clientCapabilities: JsonObject): Ask;
  /** The requests of ours to a client; made by the first. */
  questionsOf(conversation: AskedConversation): SessionQuestions;
  /** The questions of one call as requests on its stream. */
  askInConversation(conversation: AskedConversation, target: AskTarget): Ask;
}

/** A conversation as far as questions are concerned. */
export interface AskedConversation {
  readonly opening: { readonly clientCapabilities: JsonObject; readonly revision: Revision };
  /** Made by the first question. */
  questions: SessionQuestions | undefined;
}

export interface RoundRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly auth: AuthContext;
  readonly revision: Revision;
  readonly clientCapabilities: JsonObject;
}

export interface Round {
  readonly ask: Ask;
  /**
   * Runs the handler until it has a result or nothing but questions left.
   * @throws {ProtocolError} -32602 for a `requestState` that is not one of this server's for this caller and these params
   */
  run(handle: () => Awaitable<object>): Awaitable<object>;
}

/** The entry that a request names; undefined for names that do not exist, because strangers may send any text. */
export function componentOf({ params, server }: MethodCall, method: string): EntryModel | undefined {
  const { registry } = server.runtime;
  const { name, uri } = params;
  if (method === 'tools/call' && typeof name === 'string') return registry.findTool(name)?.model;
  if (method === 'prompts/get' && typeof name === 'string') return registry.findPrompt(name)?.model;
  if (method === 'resources/read' && typeof uri === 'string')
    return (registry.findResource(uri) ?? registry.findTemplate(uri)?.template)?.model;
  return undefined;
}
