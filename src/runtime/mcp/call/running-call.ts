import type { RequestView } from '../../container/index.ts';
import { constructWith, Respond, type CallEntry, type CallFrame, type CallHistory, type HookViewer } from '../../define/index.ts';
import type { LiveEntry } from '../../entries/index.ts';
import { leftOut, ServiceError } from '../../errors/index.ts';
import type { EntryModel, JsonObject, ToolResult } from '../../model/index.ts';
import type { Plugins } from '../../plugins/index.ts';
import { andThen, isPromiseLike, recover, type Awaitable, type Logger } from '../../std/index.ts';
import { principalOf } from '../principal.ts';
import { type CallServices, type EntryUse, hookViewerOf, type InputCheck, viewerOf } from './call-pipeline.ts';
import type { CallRequest } from './call-request.ts';
import type { RequestRecord } from './request-record.ts';
import type { ServerRuntime } from './server-runtime.ts';
import { sendable } from './to-json.ts';
import { untilEnded, type EndableCall } from './until-ended.ts';

/** Who wants to use what. */
export interface Entrant extends Omit<EntryUse, 'auth' | 'sessionId'> {
  readonly runtime: ServerRuntime;
  readonly request: CallRequest;
}

/**
 * The only way to an entry that was found: its caller is admitted before anything else of it is told, be it that it is not available here or
 * that arguments do not fit. Who may not use it gets the refusal alone.
 * @throws the refusal
 */
export function enterEntry<R>(live: LiveEntry, entrant: Entrant, go: (check?: InputCheck) => Awaitable<R>): Awaitable<R> {
  const { request, runtime } = entrant;
  const open = (check?: InputCheck): Awaitable<R> => {
    live.refuse?.();
    return go(check);
  };
  const { admission } = runtime.pipeline;
  return admission === undefined ? open() : andThen(admission.admit(live, { ...entrant, ...viewerOf(request) }), open);
}

interface RunningCallOptions<M extends EntryModel> {
  readonly runtime: ServerRuntime;
  readonly request: CallRequest;
  readonly live: LiveEntry<M>;
  /** Its name in errors about an early end. */
  readonly name: string;
  readonly timeoutMs?: number | undefined;
  readonly input: CallHistory['input'];
}

/** What a running call sends to its client. */
const message = { of: 'Message', allowNonFinite: false } as const;

/** One call of one entry: what its context object reads, each part built when it is first asked for. */
export class RunningCall<M extends EntryModel = EntryModel> implements CallFrame, EndableCall {
  readonly parts: RunningCallOptions<M>;
  readonly history: CallHistory;
  readonly hooks: ReturnType<Plugins['hooksFor']> | undefined;
  endsAt: number | undefined;
  isPersonal = false;
  #resolver: RequestView | undefined;
  #viewer: HookViewer | undefined;
  #record: RequestRecord | undefined;
  #logger: Logger | undefined;
  #timeLimit: AbortController | undefined;
  #signal: AbortSignal | undefined;

  constructor(parts: RunningCallOptions<M>) {
    const { input, live, runtime } = parts;
    this.parts = parts;
    this.history = { input, output: [] };
    this.hooks = runtime.plugins?.hooksFor(live.model);
  }

  get resolver(): RequestView {
    const { live, runtime } = this.parts;
    return (this.#resolver ??= runtime.container.view(live.model.owner, this));
  }
  /** Signal of the request. */
  get outerSignal(): AbortSignal {
    return this.parts.request.channel.signal;
  }
  /** The handler's signal; aborted by the time limit too. Created on demand: a handler that returns at once never uses it. */
  get signal(): AbortSignal {
    if (this.parts.timeoutMs === undefined) return this.outerSignal;
    return (this.#signal ??= AbortSignal.any([this.outerSignal, this.#limit.signal]));
  }
  get #limit(): AbortController {
    return (this.#timeLimit ??= new AbortController());
  }
  /** The time is over. */
  end(reason: Error): void {
    this.#limit.abort(reason);
  }
  get entry(): CallEntry {
    const { declaration, model } = this.parts.live;
    const { id, listedName: name, owner } = model;
    return { id, name, owner, scope: owner.at(-1)?.id ?? '', metadata: declaration.options };
  }
  get logger(): Logger {
    const { live, request, runtime } = this.parts;
    const { requestId, tracing } = request;
    return (this.#logger ??= runtime.logger.child(live.model.listedName, { requestId: requestId.text, ...tracing?.logFields }));
  }
  get auth(): CallFrame['auth'] {
    return this.parts.request.auth;
  }
  get viewer(): HookViewer {
    return (this.#viewer ??= hookViewerOf(viewerOf(this.parts.request)));
  }
  get request(): RequestRecord {
    const { request, runtime } = this.parts;
    return (this.#record ??= (this.services.createRequestRecord ?? leftOut('request-context'))({
      request,
      now: runtime.now,
      scopeId: this.entry.scope,
      signal: this.signal,
    }));
  }
  get http(): CallFrame['http'] {
    return this.parts.request.http;
  }
  get environment(): CallFrame['environment'] {
    return this.parts.runtime.environment;
  }
  get clientInfo(): CallFrame['clientInfo'] {
    return this.parts.request.clientInfo;
  }
  get clientCapabilities(): JsonObject {
    return this.parts.request.clientCapabilities;
  }
  get progressToken(): string | number | undefined {
    return this.parts.request.channel.progressToken;
  }
  get services(): CallServices {
    return this.parts.runtime.pipeline.services;
  }
  get telemetry(): CallFrame['telemetry'] {
    return this.parts.request.tracing?.telemetry;
  }
  notify(method: string, params: JsonObject): boolean {
    return this.parts.request.channel.notify(method, sendable<JsonObject>(params, message));
  }
  async ask(question: Parameters<CallFrame['ask']>[0]): Promise<JsonObject> {
    this.isPersonal = true;
    return this.parts.request.channel.ask({ ...question, params: sendable<JsonObject>(question.params, message), signal: this.signal });
  }
  closeStream(retryMs: number): boolean {
    return this.parts.request.channel.closeStream?.(retryMs) ?? false;
  }
  async startTask(): Promise<void> {
    await this.parts.request.channel.startTask?.();
  }
  async callTool(name: string, args: JsonObject, options: Parameters<CallFrame['callTool']>[2]): Promise<ToolResult> {
    const { request } = this.parts;
    const signal = options.signal === undefined ? this.signal : AbortSignal.any([this.signal, options.signal]);
    const callInner = this.services.callInner ?? leftOut('inner-calls');
    return callInner(request, {
      name,
      args,
      signal,
      progressToken: options.progressToken,
      origin: options.origin,
      onAsk: (answered) => {
        this.isPersonal = true;
        options.onQuestion?.(answered);
      },
    });
  }
  listUsable(): ReturnType<CallFrame['listUsable']> {
    return (this.services.listUsable ?? leftOut('inner-calls'))(this.parts.request);
  }
  publish(change: Parameters<CallFrame['publish']>[0]): void {
    // A credential belongs to its owner, and so do its changes.
    const own = 'uri' in change && change.uri.startsWith('credential://');
    this.parts.runtime.changes.publish(own ? { ...change, of: principalOf(this.parts.request.auth) } : change);
  }
  fetch(...[input, init]: Parameters<CallFrame['fetch']>): Promise<Response> {
    return (this.services.fetchForCall ?? leftOut('request-context'))(this, input, init);
  }

  /** Builds the providers that the handler waits for, within the time of the call; undefined when there are none. */
  prepare(): Promise<unknown> | undefined {
    if (this.parts.runtime.container.isEmpty === true) return undefined;
    const building = this.resolver.prepare?.();
    return building === undefined ? undefined : untilEnded(building, this);
  }
  /** Disposes what the call built once its result is there. */
  disposing<R>(result: Awaitable<R>): Awaitable<R> {
    if (this.parts.runtime.container.isEmpty === true) return result;
    return (
      this.resolver.disposeAfter?.(result, (failure) => this.logger.error('disposing a request provider failed', { failure })) ?? result
    );
  }
}

/** Runs the author's code to its value: returned, resolved, or given to `this.respond`. Synchronous when the author is. */
export const runAuthor = (running: RunningCall, args: readonly unknown[]): Awaitable<unknown> =>
  recover(() => {
    const value = callAuthor(running, createAuthorContext(running), args);
    return isPromiseLike(value) ? untilEnded(value, running) : value;
  }, responded);

function responded(thrown: unknown): unknown {
  if (thrown instanceof Respond) return thrown.value;
  throw thrown;
}

const noArguments: readonly unknown[] = [];

/** The author's object of one call: an instance of the class, or the `ctx` of a function. */
export function createAuthorContext(running: RunningCall): object {
  const { live } = running.parts;
  const { context, target = context } = live.declaration;
  const extended = target && (running.services.extendContext?.(live.model, target) ?? target);
  const instance = extended && constructWith({ frame: running }, extended, noArguments);
  if (typeof instance !== 'object' || instance === null)
    throw new ServiceError('SERVER_ERROR', `${target?.name ?? live.model.listedName} could not be built`);
  return instance;
}

/**
 * Calls the author's code: `execute(…args)` of a class, `handler(…args, ctx)` of a function.
 * @throws what the author throws, `Respond` included
 */
function callAuthor({ parts: { live } }: RunningCall, context: object, args: readonly unknown[]): unknown {
  const { handler } = live.declaration;
  if (handler !== undefined) return Reflect.apply(handler, undefined, [...args, context]);
  const execute: unknown = Reflect.get(context, 'execute');
  if (typeof execute !== 'function')
    throw new ServiceError('INVALID_DECORATOR_METADATA', `${live.model.kind} "${live.model.listedName}" has no execute method`);
  return Reflect.apply(execute, context, args);
}
