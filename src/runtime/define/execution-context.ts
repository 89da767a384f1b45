import { ServiceError } from '../errors/index.ts';
import type { Json, JsonObject, ToolResult } from '../model/index.ts';
import type { Logger } from '../std/logger.ts';
import type { AuthContext } from './auth-context.ts';
import type { AuthProviders, FetchInit } from './auth-provider.ts';
import type { CallFrame, InnerCallOptions, RuntimeEnvironment, UsableEntries } from './call-frame.ts';
import type { Credentials, Grants, Orchestration, SecureStore } from './context-services.ts';
import { makeDetachable } from './detachable-methods.ts';
import { frameUnderConstruction } from './inject.ts';
import type { RequestContext } from './request-context.ts';
import type { Telemetry } from './telemetry.ts';
import type { Token } from './token.ts';

/** Extensions that other parts of the product bring; without them the getter says what is missing. */
const extensionHints = {
  credentials: 'it comes with an auth mode that keeps credentials',
  secureStore: 'it comes with an auth mode that keeps credentials',
  orchestration: 'it comes with upstream providers of the auth options',
  grants: 'set auth.revocation to true',
  authProviders: 'it comes with authProviders of the app',
  remember: 'RememberPlugin is not installed',
  approval: 'ApprovalPlugin is not installed',
  featureFlags: 'FeatureFlagPlugin is not installed',
  telemetry: 'it comes with the observability option',
  config: 'ConfigPlugin is not installed',
} as const;

// oxlint-disable typescript/no-empty-object-type
declare global {
  /** Members that plugins add to the context objects of entries: augment this interface. */
  interface ExtendServiceContext {}
}
type GlobalContext = globalThis.ExtendServiceContext;
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export interface ExecutionContextBase extends GlobalContext {}
// oxlint-enable typescript/no-empty-object-type

/**
 * `this` inside `execute` and `ctx` of function-made entries. Built by the runtime for each call.
 */
export abstract class ExecutionContextBase {
  static {
    makeDetachable(this.prototype);
  }

  static {
    // Not declared as members: the plugins that bring them declare their types by augmentation.
    for (const property of ['remember', 'approval', 'featureFlags'] as const) {
      Object.defineProperty(ExecutionContextBase.prototype, property, { configurable: true, get: () => missing(property) });
    }
  }

  readonly #frame: CallFrame | undefined = frameUnderConstruction();

  /** @internal */
  protected get frame(): CallFrame {
    if (this.#frame !== undefined) return this.#frame;
    throw new ServiceError(
      'SERVER_ERROR',
      `${this.constructor.name} was built with "new": only a running server can give it a call. Call the tool through a server.`,
    );
  }

  /**
   * The provider of a token as this call sees it.
   * @throws {ServiceError} PROVIDER_NOT_REGISTERED, PROVIDER_NOT_AVAILABLE
   * @example
   * const zone = this.get(new InjectionToken<string>('zone'));
   * return zone.toUpperCase();
   */
  get<T>(token: Token<T>): T {
    return this.frame.resolver.get(token);
  }
  /** Like `get`, but returns `undefined` when there is no such provider. */
  tryGet<T>(token: Token<T>): T | undefined {
    return this.frame.resolver.tryGet(token);
  }
  /**
   * Writes records of this entry into the log of the server.
   * @example
   * this.logger.info('asked for the weather', { city: 'Oslo' });
   */
  get logger(): Logger {
    return this.frame.logger;
  }
  /** The request that this call is part of: its id, its trace, its start. */
  get context(): RequestContext {
    return this.frame.request;
  }
  /** Like `context`, but returns `undefined` on an object that no server made. */
  tryGetContext(): RequestContext | undefined {
    return this.#frame?.request;
  }
  /**
   * The caller: subject, scopes, claims; anonymous without a sign-in.
   * @example
   * if (!this.auth.hasScope('weather:write')) this.fail(new PublicMcpError('You may only read', 'READ_ONLY', 403));
   */
  get auth(): AuthContext {
    return this.frame.auth;
  }
  /** As `auth`. */
  getAuthInfo(): AuthContext {
    return this.frame.auth;
  }
  /** Unique per call. */
  get runId(): string {
    return this.frame.request.requestId;
  }
  /** Id of the app, plugin or adapter that owns the entry. */
  get scope(): string {
    return this.frame.entry.scope;
  }
  /** Ends the call with an error. */
  fail(error: Error): never {
    throw error;
  }
  /** Ends the call with a value, which is still checked. */
  respond(value: unknown): never {
    // Not an Error: it is a value on its way out, and building a stack for it would cost more than the call.
    throw new Respond(value);
  }
  /** Names a moment; read it back with `context.elapsed(label)`. */
  mark(label: string): void {
    this.frame.request.mark(label);
  }
  /**
   * `fetch` that carries the trace context and request id, with a time limit of 30 seconds; never the caller's token.
   * @param init `credentials: { provider }` shows a credential of the app's `authProviders`; a redirect then fails, because it could carry
   *   the credential elsewhere
   * @throws {ServiceError} TOOL_CREDENTIALS_REQUIRED when the caller has none
   * @example
   * const answer = await this.fetch('https://api.example.com/cities/oslo');
   * return await answer.json();
   */
  fetch(input: string | URL, init?: FetchInit): Promise<Response> {
    return this.frame.fetch(input, init);
  }
  /**
   * Runs another tool through the whole call, `internal` ones included. Resolves to its result.
   * @throws {ServiceError} SERVER_ERROR for a `progressToken` that the client did not send with this call
   * @example
   * const { structuredContent } = await this.callTool('add', { a: 2, b: 3 });
   */
  callTool(name: string, args: JsonObject = {}, options: InnerCallOptions = {}): Promise<ToolResult> {
    return this.frame.callTool(name, args, options);
  }
  /**
   * Tools and skills from which a model may choose for this caller: those of the caller's lists, and hidden tools. Plugins that hide entries
   * are asked with the origin `model`.
   * @example
   * const { tools } = await this.listUsable();
   * return tools.map(({ listedName }) => listedName);
   */
  listUsable(): Promise<UsableEntries> {
    return this.frame.listUsable();
  }
  /** Environment of the server: operating system, runtime, deployment, environment. */
  get runtimeContext(): RuntimeEnvironment {
    return this.frame.environment;
  }
  /** Whether the server runs on this operating system, `linux` for example. */
  isPlatform(os: string): boolean {
    return this.frame.environment.os === os;
  }
  /** Whether the server runs in this runtime, `node` for example. */
  isRuntime(runtime: string): boolean {
    return this.frame.environment.runtime === runtime;
  }
  /** Whether the server has this deployment, `distributed` for example. */
  isDeployment(deployment: string): boolean {
    return this.frame.environment.deployment === deployment;
  }
  /** Whether `NODE_ENV` says so; `production` where it is not set. */
  isEnv(env: string): boolean {
    return this.frame.environment.env === env;
  }
  /** Name and version that the client gave. */
  get clientInfo(): CallFrame['clientInfo'] {
    return this.frame.clientInfo;
  }
  /** Aborted on cancellation, on a timeout, and when the client is gone. */
  get signal(): AbortSignal {
    return this.frame.signal;
  }

  /** Credentials that the caller has stored. @throws {ServiceError} CONTEXT_EXTENSION_NOT_AVAILABLE without an auth mode that keeps credentials */
  get credentials(): Credentials {
    return this.frame.services.credentials?.(this.frame) ?? missing('credentials');
  }
  /** Encrypted values of the caller. @throws {ServiceError} CONTEXT_EXTENSION_NOT_AVAILABLE without an auth mode that knows who calls */
  get secureStore(): SecureStore {
    return this.frame.services.secureStore?.(this.frame) ?? missing('secureStore');
  }
  /** Tokens of the caller at upstream providers. @throws {ServiceError} CONTEXT_EXTENSION_NOT_AVAILABLE without upstream providers */
  get orchestration(): Orchestration {
    return this.frame.services.orchestration?.(this.frame) ?? missing('orchestration');
  }
  /** Grants of the caller to clients, which can be revoked. @throws {ServiceError} CONTEXT_EXTENSION_NOT_AVAILABLE without `auth.revocation` */
  get grants(): Grants {
    return this.frame.services.grants?.(this.frame) ?? missing('grants');
  }
  /** Credentials that the app's `authProviders` make for the caller. */
  get authProviders(): AuthProviders {
    return authProvidersOf(this.frame);
  }
  /** Not part of this version: read `process.env` in a provider and `inject` it. @throws {ServiceError} CONTEXT_EXTENSION_NOT_AVAILABLE */
  get config(): never {
    return missing('config');
  }
  /** Spans of the call's trace. @throws {ServiceError} CONTEXT_EXTENSION_NOT_AVAILABLE without the server option `observability` */
  get telemetry(): Telemetry {
    return this.frame.telemetry ?? missing('telemetry');
  }

  /**
   * Sends a log message to the client (`notifications/message`), of the level `info` where none is given.
   * @returns false when the client cannot receive it
   * @example
   * this.notify('The import begins', 'notice');
   */
  notify(message: Json, level?: LogNotificationLevel): boolean {
    return notifyClient(this.frame, message, level);
  }
  /**
   * Reports progress; it must rise from call to call, and a value that does not is not sent.
   * @returns false when the caller sent no progress token, or the value did not rise
   * @example
   * for (let page = 1; page <= 10; page++) this.progress(page, 10, `Page ${page}`);
   */
  progress(progress: number, total?: number, message?: string): boolean {
    const progressToken = this.frame.progressToken;
    if (progressToken === undefined || !Number.isFinite(progress)) return false;
    const params: JsonObject = { progressToken, progress };
    if (total !== undefined) params['total'] = total;
    if (message !== undefined) params['message'] = message;
    return this.frame.notify('notifications/progress', params);
  }
  /**
   * Ends the connection that this call is answered on, without ending the call: a client of MCP 2025-11-25 comes back for the rest. Worth
   * it before long work, where a connection would be held for nothing. Needs `transport.eventStore`.
   * @param retryMs milliseconds after which the client should come back
   * @returns false when the client could not come back; the connection is then left as it is
   */
  closeStream(retryMs = 1000): boolean {
    return this.frame.closeStream?.(retryMs) ?? false;
  }
  /** Tells subscribers that a resource changed. */
  notifyResourceUpdated(uri: string): void {
    this.frame.publish({ kind: 'resource', uri });
  }
  /** Tells clients that the list of tools changed. */
  notifyToolListChanged(): void {
    this.frame.publish({ kind: 'tools' });
  }
  /** Tells clients that the list of prompts changed. */
  notifyPromptListChanged(): void {
    this.frame.publish({ kind: 'prompts' });
  }
  /** Tells clients that the list of resources changed. */
  notifyResourceListChanged(): void {
    this.frame.publish({ kind: 'resources' });
  }
}

/** Levels of `notifications/message`, RFC 5424 section 6.2.1. */
export type LogNotificationLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/** Writes to the log of a call's client. @returns false when the client cannot receive it */
export const notifyClient = (call: CallFrame, data: Json, level: LogNotificationLevel = 'info'): boolean =>
  call.notify('notifications/message', { level, logger: call.entry.name, data });

/** @throws {ServiceError} CONTEXT_EXTENSION_NOT_AVAILABLE */
export const authProvidersOf = (call: CallFrame): AuthProviders => call.services.authProviders?.(call) ?? missing('authProviders');

function missing(name: keyof typeof extensionHints): never {
  throw extensionMissing(name, extensionHints[name]);
}

/** The error of a context extension that nothing in this server brings. */
export const extensionMissing = (property: string, hint: string): ServiceError =>
  new ServiceError('CONTEXT_EXTENSION_NOT_AVAILABLE', `this.${property} is not available: ${hint}`);

/** Thrown by `this.respond(value)`: ends the handler with a value that still passes output validation. Not an error. */
export class Respond {
  constructor(readonly value: unknown) {}
}
