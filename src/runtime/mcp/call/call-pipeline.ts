import type { AuthContext } from '../../define/auth-context.ts';
import type { RecordSkillUse } from '../skills/skill-audit.ts';
import type { CallOrigin, ContextServices, HookRequest, HookViewer, UsableEntries } from '../../define/index.ts';
import type { LiveEntry, LiveTool, Registry } from '../../entries/index.ts';
import type { Subscriber } from '../../entries/changes.ts';
import type { EntryModel, JsonObject, SkillModel, ToolResult } from '../../model/index.ts';
import type { ExtendContext } from '../../plugins/index.ts';
import type { Awaitable, Logger } from '../../std/index.ts';
import { principalOf } from '../principal.ts';
import type { CallRequest } from './call-request.ts';
import type { createRequestRecord, fetchForCall } from './request-record.ts';
import type { judgeNonFinite, shapeContent } from './tool-output.ts';

/** Stages that features add around calls. Filled by the composition root before the first request. */
export interface CallPipeline {
  /** Asked before any use of an entry, and when lists are made; absent where all callers may use all entries. */
  admission?: Admission | undefined;
  /** Asked before any use of a skill; absent where plugins guard nothing. */
  guardSkills?: ModelGuard | undefined;
  /** Of the feature `skills`, where plugins guard them. @throws what reading the file of a skill would throw */
  admitSkill?: (reader: EntryViewer, uri: string) => Promise<void>;
  readonly toolGuards: ToolGuard[];
  readonly services: CallServices;
  /** Absent where nothing looks at stages of calls. */
  observeStage?: StageObserver | undefined;
}

/** The caller that lists or uses entries. */
export interface EntryViewer {
  readonly auth: AuthContext;
  readonly sessionId?: string | undefined;
  /** The request behind it. */
  readonly request: Pick<CallRequest, 'http' | 'repeated' | 'requestId'>;
  /** Who asks; a client when absent. */
  readonly origin?: CallOrigin;
}

/** Who stands behind a request. */
export const viewerOf = (request: CallRequest): EntryViewer => ({
  auth: request.auth,
  sessionId: request.sessionId,
  request,
});

/** The same as hooks of plugins see it. */
export const hookViewerOf = ({ auth, request, sessionId }: EntryViewer): HookViewer => ({
  auth,
  principal: auth.isAnonymous ? undefined : principalOf(auth),
  sessionId: sessionId ?? request.http.connection,
  request: hookRequestOf(request),
});

/** One object for all that a request leads to: plugins keep what they know of a request by it. */
const hookRequestOf = ({ http, requestId }: EntryViewer['request']): HookRequest =>
  (requestId.hookRequest ??= {
    get id() {
      return requestId.text;
    },
    header: (name) => http.header(name.toLowerCase()),
  });

/** The use of an entry by a caller. */
export interface EntryUse extends EntryViewer {
  readonly origin: CallOrigin;
  /** Makes the error for an entry that the caller may not see. */
  readonly unknown: () => Error;
  /** Arguments that are settled while others are still to come (completion). */
  readonly partial?: JsonObject;
}

/** Every guard of a server as one. */
export interface Admission {
  /**
   * @returns the check to run once the arguments are known
   * @throws the first refusal
   */
  admit(entry: LiveEntry, use: EntryUse): Awaitable<InputCheck | undefined>;
  /** The part of a list that this caller sees; undefined where all callers see the same. */
  view<E extends LiveEntry>(entries: readonly E[], viewer: EntryViewer): Promise<readonly E[]> | undefined;
  /** Updates of a resource, or of a file of a skill, require read access. @throws what reading it would throw */
  admitReader(runtime: Reading, reader: EntryViewer, uri: string): Awaitable<void>;
  /** Filters URIs: keeps those that this caller may read, and those without a resource. */
  readable(runtime: Reading, reader: EntryViewer, uris: ReadonlySet<string>): Promise<Set<string>>;
  /** Tells a subscriber of an update that it may still read, and ends the subscription to what it may not. Never rejects. */
  tell(server: UpdateSource, update: ReaderUpdate): Promise<void>;
  /** Keeps the caller of a session that hears of updates, without what belongs to the request. */
  see(session: ReaderSession, caller: Reader): void;
  readonly guards: readonly EntryGuard[];
}

/** What reading is judged by. */
export interface Reading {
  readonly registry: Registry;
  readonly pipeline: Pick<CallPipeline, 'admitSkill'>;
}

interface ReaderSession {
  readonly opening: { readonly id?: string };
  reader?: Reader;
}

/** The server that tells of updates: every `McpServer`. */
interface UpdateSource {
  readonly runtime: Reading & { readonly logger: Logger };
  readonly extensions: { readonly completeCaller?: ((auth: AuthContext) => Awaitable<AuthContext>) | undefined };
  readonly requestIds: { take(): CallRequest['requestId'] };
}

/** A caller whose request may be over. */
export type Reader = Pick<CallRequest, 'auth' | 'http' | 'sessionId'>;

/** A change of a resource, on its way to one subscriber. */
export interface ReaderUpdate {
  readonly uri: string;
  readonly subscriber: Pick<Subscriber, 'subscribedUris' | 'takenRoom'>;
  /** Undefined where this process has not seen the subscriber yet. */
  readonly reader: Reader | undefined;
  readonly deliver: () => void;
}

/** Access check for entries: calls, reads, gets, completions, subscriptions and tasks, through every endpoint. */
export interface EntryGuard {
  /** Whether it applies to the entry, for any caller. */
  concerns(entry: LiveEntry): boolean;
  /** False hides the entry from this caller's lists. */
  lists(entry: LiveEntry, viewer: EntryViewer): Awaitable<boolean>;
  /**
   * Runs before the arguments are read: a caller without access must not reach the author's schemas either.
   * @returns the check to run once the arguments are known
   * @throws the refusal
   */
  admit(entry: LiveEntry, use: EntryUse): Awaitable<InputCheck | undefined>;
}

/** What plugins say of one kind of models. */
export interface ModelGuard<M extends EntryModel | SkillModel = EntryModel | SkillModel> {
  concerns(model: M): boolean;
  lists(model: M, viewer: EntryViewer): Promise<boolean>;
  /** @throws what `unknown` makes, for one that is hidden; the refusal of a plugin */
  admit(model: M, use: EntryUse): Promise<void>;
}

/** @throws the refusal */
export type InputCheck = (input: unknown) => Awaitable<void>;

/** A call of a tool that exists and that its caller may see. */
export interface GuardedToolCall {
  readonly tool: LiveTool;
  readonly request: CallRequest;
  readonly origin: CallOrigin;
}

/**
 * Middleware of every tool call: by clients over any transport, in batches and tasks, and by other entries. Calls `next` or throws the
 * refusal.
 */
export type ToolGuard = (call: GuardedToolCall, next: (request?: CallRequest) => Awaitable<ToolResult>) => Awaitable<ToolResult>;

/** What features give to calls, each made at its first use; those of no feature of the bundle are absent. */
export interface CallServices extends ContextServices {
  /** Of tools whose output is content, a primitive or a date. */
  shapeContent?: typeof shapeContent;
  /** Where `output.allowNonFinite` is set: judges what a schema has refused. */
  judgeNonFinite?: typeof judgeNonFinite;
  /** Of entries that read their request, or fetch. */
  createRequestRecord?: typeof createRequestRecord;
  /** Of entries that fetch. */
  fetchForCall?: typeof fetchForCall;
  /** Where plugins add members to context objects. */
  extendContext?: ExtendContext;
  /** Of entries that call tools. */
  callInner?: (request: CallRequest, call: InnerCall) => Promise<ToolResult>;
  /** Of entries that list what a model may use. */
  listUsable?: (request: CallRequest) => Promise<UsableEntries>;
  /** Where uses of skills are recorded. */
  recordSkillUse?: RecordSkillUse;
}

/** A call that an entry makes. */
export interface InnerCall {
  readonly name: string;
  readonly args: JsonObject;
  readonly signal: AbortSignal;
  readonly progressToken?: string | number | undefined;
  /** `model` where a model chose the call; `entry` when absent. */
  readonly origin?: 'entry' | 'model' | undefined;
  /** Told before the called tool asks the client: the caller's result rests on the answer too. What it throws is the tool's answer. */
  readonly onAsk: (answered: Promise<unknown>) => void;
}

/** Stages of a tool call after its admission. */
export type ToolStage = 'parseInput' | 'execute' | 'validateOutput';

/** Sees each stage of a call. */
export type StageObserver = <T>(stage: ToolStage, request: CallRequest, run: () => Awaitable<T>) => Awaitable<T>;
