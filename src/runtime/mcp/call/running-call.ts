import type { RequestView } from '../../container/index.ts';
import type { CallEntry, CallFrame, CallHistory, HookCall } from '../../define/index.ts';
import type { LiveEntry } from '../../entries/index.ts';
import type { EntryModel, JsonObject } from '../../model/index.ts';
import { isPromiseLike, type Awaitable, type Logger } from '../../std/index.ts';
import type { CallRequest } from './channel.ts';
import { RequestRecord } from './request-record.ts';
import type { ServerRuntime } from './server-runtime.ts';

/** Runs another tool for a handler; given from above, so that the frame does not know the stages. */
export type CallInner = (name: string, args: JsonObject, signal: AbortSignal) => Promise<unknown>;

/** One call of one entry: what its context object reads, each part built when it is first asked for. */
export class RunningCall<M extends EntryModel = EntryModel> implements CallFrame {
  readonly history: CallHistory = { input: [], output: [] };
  readonly resolver: RequestView;
  readonly live: LiveEntry<M>;
  readonly #runtime: ServerRuntime;
  readonly #request: CallRequest;
  readonly #callInner: CallInner;
  readonly #limits: { readonly signal: AbortSignal };
  #record: RequestRecord | undefined;
  #logger: Logger | undefined;

  constructor(parts: {
    runtime: ServerRuntime;
    request: CallRequest;
    live: LiveEntry<M>;
    limits: { readonly signal: AbortSignal };
    callInner: CallInner;
  }) {
    this.#runtime = parts.runtime;
    this.#request = parts.request;
    this.#callInner = parts.callInner;
    this.live = parts.live;
    this.#limits = parts.limits;
    this.resolver = parts.runtime.container.view(parts.live.model.owner);
  }

  get signal(): AbortSignal {
    return this.#limits.signal;
  }
  get entry(): CallEntry {
    const { model, declaration } = this.live;
    return { id: model.id, name: model.listedName, scope: model.owner.at(-1)?.id ?? '', metadata: declaration.options };
  }
  get logger(): Logger {
    return (this.#logger ??= this.#runtime.logger.child(this.live.model.listedName, { requestId: this.#request.requestId.text }));
  }
  get auth(): CallFrame['auth'] {
    return this.#request.auth;
  }
  get request(): RequestRecord {
    const { now } = this.#runtime;
    return (this.#record ??= new RequestRecord({
      request: this.#request,
      now,
      scopeId: this.live.model.owner.at(-1)?.id ?? '',
      signal: this.signal,
    }));
  }
  get environment(): CallFrame['environment'] {
    return this.#runtime.environment;
  }
  get clientInfo(): CallFrame['clientInfo'] {
    return this.#request.clientInfo;
  }
  get clientCapabilities(): JsonObject {
    return this.#request.clientCapabilities;
  }
  get progressToken(): string | number | undefined {
    return this.#request.channel.progressToken;
  }
  get services(): CallFrame['services'] {
    return this.#runtime.surroundings.services;
  }
  get telemetry(): CallFrame['telemetry'] {
    return this.#request.tracing?.telemetry;
  }
  notify(method: string, params: JsonObject): boolean {
    return this.#request.channel.notify(method, params);
  }
  ask(question: Parameters<CallFrame['ask']>[0]): Promise<JsonObject> {
    return this.#request.channel.ask(question);
  }
  closeStream(retryMs: number): boolean {
    return this.#request.channel.closeStream?.(retryMs) ?? false;
  }
  async startTask(): Promise<void> {
    await this.#request.channel.startTask?.();
  }
  callTool(name: string, args: JsonObject, options: { readonly signal?: AbortSignal }): Promise<unknown> {
    return this.#callInner(name, args, options.signal === undefined ? this.signal : AbortSignal.any([this.signal, options.signal]));
  }
  publish(change: Parameters<CallFrame['publish']>[0]): void {
    this.#runtime.changes.publish(change);
  }
  fetch(input: string | URL, init?: RequestInit): Promise<Response> {
    return this.request.fetch(input, init);
  }

  /** Disposes what the call built once its result is there; nothing is awaited when it built nothing. */
  disposing<R>(result: Awaitable<R>): Awaitable<R> {
    const dispose = (): void => {
      if (this.resolver.untouched) return;
      this.resolver.dispose().catch((failure: unknown) => this.logger.error('disposing a request provider failed', { failure }));
    };
    if (isPromiseLike(result)) return result.finally(dispose);
    dispose();
    return result;
  }

  /** What hooks see of this call. */
  forHooks(input: unknown): HookCall<M> {
    return {
      entry: this.live.model,
      metadata: this.live.declaration.options,
      input,
      auth: this.auth,
      sessionId: this.#request.sessionId,
      resolver: this.resolver,
      logger: this.logger,
      signal: this.signal,
      clientCapabilities: this.clientCapabilities,
    };
  }
}
