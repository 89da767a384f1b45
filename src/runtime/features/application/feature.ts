import type { AuthContext } from '../../define/auth-context.ts';
import type { HttpAnswer, HttpExchange, HttpHandler } from '../../web/exchange.ts';
import type { RequestSite, Route } from '../../http/router.ts';
import type { HandshakeProtocol } from '../../mcp/sessions/handshake-protocol.ts';
import type { HealthSources, ReadyRoute } from '../../http/health.ts';
import type { HostCapabilities, HttpSettings } from '../../http/http-settings.ts';
import type { Guarding } from '../../mcp/call/admission.ts';
import type { CallServices, StageObserver, ToolGuard } from '../../mcp/call/call-pipeline.ts';
import type { ServerRuntime } from '../../mcp/call/server-runtime.ts';
import type { Around, CallWatch, CompleteCaller, ListenTopic, Method, Revision, Rounds, SessionTasks } from '../../mcp/protocol.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Environment, EnvironmentSource } from '../../options/env.ts';
import type { HealthProbe } from '../../define/operations-options.ts';
import type { HandlerOptions, AuthenticatedExchange } from '../../http/handler.ts';
import type { SessionTransport } from '../../http/transports/streamable.ts';
import type { AssemblySteps } from '../../mcp/assembly/assemble.ts';
import type { EntrySnapshot } from '../../entries/index.ts';
import type { Mounting } from './application.ts';
import type { ApplicationCore } from './application-core.ts';
import type { ContributionName, ServiceName, SwapOwner } from './services.ts';

/** A request guard answers (refusal), names the caller, or passes. */
export type RequestGuard = (exchange: HttpExchange) => Promise<GuardVerdict> | GuardVerdict;
export type GuardVerdict = { readonly answer: HttpAnswer } | { readonly auth: AuthContext } | undefined;

/** One droppable part of a server. A bundle holds the features its entry imports and nothing of the others. */
export interface Feature {
  readonly routes?: readonly Route[];
  readonly around?: Surroundings;
  /** Further JSON-RPC methods. */
  readonly methods?: Readonly<Record<string, Method>>;
  /** Extensions of the protocol that it stands for: identifier → settings, advertised as they are. */
  readonly extensions?: Readonly<Record<string, JsonObject>>;
  /** What it gives to calls and their context objects. */
  readonly context?: CallServices;
  /** Told of every JSON-RPC request and of its answer, over every transport. */
  readonly watchCall?: CallWatch | undefined;
  /** Adds to the caller what `this.auth` shows; before every method, at most one feature brings it. */
  readonly completeCaller?: CompleteCaller;
  /** More to ask for in `subscriptions/listen`; at most one feature brings it. */
  readonly listenTopic?: ListenTopic;
  /** What lets calls ask their client; at most one feature brings it. */
  readonly rounds?: Rounds;
  /** Tasks of 2025-11-25; at most one feature brings it. */
  readonly sessionTasks?: SessionTasks | undefined;
  /** What speaks with clients that open with `initialize`; at most one feature brings it. */
  readonly handshakeProtocol?: HandshakeProtocol;
  readonly sessionTransport?: SessionTransport;
  /** Answers whether the server is ready. */
  readonly readyRoute?: ReadyRoute;
  /** The health checks, where the code says something of them. */
  readonly healthRoutes?: (parts: HealthSources, capabilities: HostCapabilities) => readonly Route[];
  /** What must answer for the server to be ready. */
  readonly probes?: readonly HealthProbe[];
  /** Paths that are refused to foreign pages like the endpoint itself. */
  readonly guardedPaths?: readonly string[];
  /** Sees every feature of the server, once all are made. @throws {ServiceError} what stops the start */
  readonly checkFeatures?: (features: readonly NamedFeature[]) => void;
  /** Sees entries that are to take the place of others while the server runs. @throws {ServiceError} what refuses them */
  readonly checkEntries?: (next: EntrySnapshot) => void;
  /** Other entries have taken the place of some: what was made once of them is gone. */
  readonly entriesChanged?: () => void;
  /** Puts other entries in the place of an owner's; at most one feature brings it. */
  readonly replaceEntries?: SwapOwner | undefined;
  /** Reached before any feature starts, and closed after everything else. */
  readonly connections?: Connections;
  /** Runs before listening; a rejection stops the start. Returns what ends it again. */
  readonly start?: () => Promise<(() => Promise<void>) | undefined>;
}

export interface NamedFeature extends Feature {
  readonly name: string;
}

/** What a factory makes: a feature, and what it gives to those after it. */
export interface CreatedFeature extends Feature {
  readonly provides?: Readonly<Partial<Record<ServiceName, unknown>>> | undefined;
  readonly contributes?: Readonly<Partial<Record<ContributionName, unknown>>> | undefined;
}

export interface Connections {
  open(): Promise<void>;
  close(): Promise<void>;
  /** What must answer for the server to be ready; known once all features are made. */
  readonly probes: readonly HealthProbe[];
}

/** What a feature stands around, from the outside to the inside; of several features the first is the outermost. */
export interface Surroundings {
  /** Everything that happens to a request. */
  readonly request?: AroundHandler | undefined;
  /** What is done with a request once its host and origin may pass. */
  readonly routes?: AroundHandler | undefined;
  /** Who calls: one that never goes on names callers by itself (`guardedBy`). */
  readonly identify?: AroundIdentify | undefined;
  /** The endpoint for a caller who is known. */
  readonly endpoint?: AroundEndpoint | undefined;
  /** Every method of the protocol. */
  readonly method?: Around | undefined;
  /** Single methods, by name; within `method`. */
  readonly methods?: Readonly<Record<string, Around>> | undefined;
  /** Every use of an entry, whatever leads to it, and what lists show of it: made by `guarding`, which brings the code that asks. */
  readonly use?: Guarding | undefined;
  /** Every call of a tool, by clients and by other entries. */
  readonly tool?: ToolGuard | undefined;
  /** Each stage of a call of a tool; at most one feature brings it. */
  readonly stage?: StageObserver | undefined;
}

/** Goes on with `inner`, or answers. */
type AroundHandler = (inner: HttpHandler, site: RequestSite) => HttpHandler;

/** Names the caller, or refuses: goes on with `next`. */
export type AroundIdentify = (exchange: HttpExchange, next: Identify) => ReturnType<Identify>;
export type Identify = HandlerOptions['identify'];

/** The endpoint for a caller who is known: goes on with `next`, or answers. */
export type AroundEndpoint = (caller: AuthenticatedExchange, next: Endpoint) => ReturnType<Endpoint>;
export type Endpoint = (caller: AuthenticatedExchange) => Promise<HttpAnswer> | HttpAnswer;

export type SettleHttp = (settings: HttpSettings, runtime: ServerRuntime, environment: Environment) => HttpSettings;

/** Made by `defineFeature`, which holds it to its row in the table. */
export interface FeatureFactory {
  readonly name: string;
  /** Called once for a server. @param parts with the services and lists that the row names */
  create(parts: ApplicationCore): CreatedFeature;
  /** Revisions that it serves, for a start without a plan. */
  readonly revisions?: readonly Revision[];
  /** What it brings to the assembly of a server. */
  readonly assembly?: AssemblySteps;
  /** Several endpoints in one server; asked before anything is built. */
  readonly mounting?: Mounting;
  /** Variables that servers with this feature read besides those that all read; named by `--help`. */
  readonly variables?: readonly string[];
  /** What is wrong with the variables of a start, one fault an item; asked before anything is built. */
  readonly checkVariables?: (source: EnvironmentSource) => readonly string[];
  /** Settings of HTTP that the code decides, in the place of those that every server has. */
  readonly settleHttp?: SettleHttp;
}
