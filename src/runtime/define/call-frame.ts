import type { JsonObject, OwnerModel, SkillModel, ToolModel, ToolResult } from '../model/index.ts';
import type { Logger } from '../std/logger.ts';
import type { Asking, Question } from './asking.ts';
import type { AuthContext } from './auth-context.ts';
import type { AuthProviders, FetchInit } from './auth-provider.ts';
import type { Credentials, Grants, Orchestration, SecureStore } from './context-services.ts';
import type { HookViewer } from './hook-viewer.ts';
import type { Resolver } from './token.ts';
import type { Telemetry } from './telemetry.ts';
import type { RequestContext } from './request-context.ts';

/** A running call, as the author's context object sees it. */
export interface CallFrame {
  readonly entry: CallEntry;
  readonly resolver: Resolver;
  readonly logger: Logger;
  readonly auth: AuthContext;
  /** Who calls, as plugins are told. */
  readonly viewer: HookViewer;
  readonly request: RequestContext;
  /** Headers and address of the HTTP request behind it. */
  readonly http: { readonly peerAddress?: string | undefined; header(name: string): string | undefined };
  readonly environment: RuntimeEnvironment;
  readonly signal: AbortSignal;
  readonly clientInfo: ClientInfo | undefined;
  /** Capabilities of the client that this transport can use; never more than it declared. */
  readonly clientCapabilities: JsonObject;
  readonly progressToken: string | number | undefined;
  /** Services of the server's features. */
  readonly services: ContextServices;
  /** Present where calls are traced. */
  readonly telemetry?: Telemetry | undefined;
  /** Input as received, then as parsed. */
  readonly history: CallHistory;
  notify(method: string, params: JsonObject): boolean;
  ask(question: Question): Promise<JsonObject>;
  /** The result rests on what is this caller's alone: an answer, or a member that a plugin adds. */
  isPersonal: boolean;
  closeStream?(retryMs: number): boolean;
  /** Present where the call may become a task. */
  startTask?(): Promise<void>;
  callTool(name: string, args: JsonObject, options: InnerCallOptions): Promise<ToolResult>;
  listUsable(): Promise<UsableEntries>;
  publish(change: { readonly kind: 'tools' | 'prompts' | 'resources' } | { readonly kind: 'resource'; readonly uri: string }): void;
  fetch(input: string | URL, init?: FetchInit): Promise<Response>;
}

/** What `this.listUsable` gives. */
export interface UsableEntries {
  /** Those that a model is shown and may call. */
  readonly tools: readonly ToolModel[];
  /** Those that the caller may load. */
  readonly skills: readonly SkillModel[];
  /** Records, where `skillsConfig.audit` asks for it, that a search gives these skills to the caller. Await it before they are given. */
  recordFound(skills: readonly SkillModel[]): Promise<void>;
}

/** Options of `this.callTool`. */
export interface InnerCallOptions {
  /** Ends the call early. */
  readonly signal?: AbortSignal;
  /** Token of the progress of the called tool: that of the running call, under which it reports without this option too. */
  readonly progressToken?: string | number;
  /**
   * `model` where a model chose the tool and its arguments: consent, authorities and `internal` hold as for a client. `entry` when absent.
   */
  readonly origin?: 'entry' | 'model';
  /**
   * Told of each question before the called tool asks it, with what settles when it is answered: a person takes their time. Where it throws, the
   * client is not asked, and the tool gets the error.
   */
  readonly onQuestion?: (answered: Promise<unknown>) => void;
}

/** Name and version that a client gave of itself. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

export interface CallEntry {
  readonly id: string;
  readonly name: string;
  readonly owner: readonly OwnerModel[];
  /** Innermost owner. */
  readonly scope: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface CallHistory {
  input: { readonly stage: string; readonly value: unknown }[];
  output: { readonly stage: string; readonly value: unknown }[];
}

/** Services of features for the author's context object, each made at its first use. */
export interface ContextServices {
  /** Absent where no entry asks its client. */
  asking?: Asking;
  secureStore?: (call: CallFrame) => SecureStore;
  credentials?: (call: CallFrame) => Credentials;
  orchestration?: (call: CallFrame) => Orchestration;
  grants?: (call: CallFrame) => Grants;
  authProviders?: (call: CallFrame) => AuthProviders;
}

/** Environment of the server, as `availableWhen` sees it. The host fills it in; nothing below the host asks the platform. */
export interface RuntimeEnvironment {
  /** Operating system, as `process.platform` names it; `unknown` in a worker. */
  readonly os: string;
  /** node, bun, deno, edge, browser. */
  readonly runtime: string;
  /** distributed, serverless, standalone, browser. */
  readonly deployment: string;
  /** Platform that the server runs on, where the host knows it. */
  readonly provider?: string;
  /** Build target, such as `node` or `worker`. */
  readonly target?: string;
  /** `mcp`, or `cli` for a command line. */
  readonly surface: string;
  /** `NODE_ENV`. */
  readonly env: string;
  /** Texts and stacks of internal failures may be told to callers: `NODE_ENV` is set, and not to `production`. */
  readonly tellsFailures?: boolean;
}

export const tellsFailures = (env: string | undefined): boolean => env !== undefined && env !== 'production';

export const isProduction = (environment: RuntimeEnvironment): boolean => environment.env === 'production';

/** Used when the host says nothing: production, so that no internal text leaks by omission. */
export const unknownEnvironment: RuntimeEnvironment = {
  os: 'unknown',
  runtime: 'node',
  deployment: 'standalone',
  surface: 'mcp',
  env: 'production',
};
