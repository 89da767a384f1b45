import { isJsonObject, jsonObjectMember, type JsonObject } from '../model/index.ts';
import * as envelopeKeys from '../mcp/envelope-keys.ts';
import { answerAll, maxRounds, nextRound, type AnswerQuestion } from './answers.ts';
import type { Connection, NotificationListener, ServerFacts } from './connection.ts';
import { ClientError, TimeLimitReached } from './errors.ts';
import { envelopeOf } from './handshake.ts';
import { reasonOf } from './peer.ts';

export interface ClientOptions {
  readonly name: string;
  readonly version: string;
  /** Ends every request. */
  readonly signal: AbortSignal;
  /** Absent where nobody can answer. */
  readonly answer?: AnswerQuestion | undefined;
  /** What the client can answer; `extensions` of their own replace those of the client. */
  readonly capabilities?: JsonObject | undefined;
  readonly onNotification?: NotificationListener | undefined;
  /** Milliseconds of each request; none without it. */
  readonly timeoutMs?: number | undefined;
  /** What the server said of itself. */
  readonly server?: ServerFacts | undefined;
  /** Listeners of a session, which hears everything on one way. */
  readonly listeners?: Set<NotificationListener>;
}

/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request, which rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /**
   * Milliseconds that each message of the request may take; questions that you answer in between do not count.
   * @default `timeoutMs` of `connect`
   */
  readonly timeoutMs?: number;
  /** Hears progress and log messages until the answer comes. */
  readonly onNotification?: NotificationListener;
}

/** Pages of a list, what they hold, and the characters of it: a server that always has another page must not fill the memory. */
const [maxPages, maxItems, maxListLength] = [1000, 100_000, 64 * 1024 * 1024];
const tasksExtension = 'io.modelcontextprotocol/tasks';

/**
 * A client of one MCP server, as `connect` opens it. It speaks the revision without sessions (2026-07-28), in which questions of the
 * server come as results and are answered by a retry, and those with a session.
 * @example
 * import { connect } from '@service/sdk/client';
 * const client = await connect('http://127.0.0.1:3000/mcp');
 * const result = await client.callTool('add', { a: 1, b: 2 });
 * await client.close();
 */
export class Client {
  readonly #connection: Connection;
  readonly #options: ClientOptions;

  /** Clients are opened by `connect`. */
  constructor(connection: Connection, options: ClientOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /** Name, version, capabilities and instructions of the server, and the revision that is spoken. @throws {ClientError} where it was not asked */
  get server(): ServerFacts {
    const { server } = this.#options;
    if (server === undefined) throw new ClientError('The server was not asked who it is', { hint: 'Open the client with `connect`' });
    return server;
  }

  /**
   * A request's final result: what a task ends with, after every question of the server's.
   * @param method such as `tools/call`
   * @param params of the method
   * @throws {RequestFailure} what the server answers as an error
   * @throws {TimeLimitReached} without an answer in time
   * @throws {ClientError} when there is no answer
   */
  async request(method: string, params: JsonObject = {}, options: RequestOptions = {}): Promise<JsonObject> {
    let answers: JsonObject = {};
    for (let round = 0; round < maxRounds; round++) {
      const result = await this.#once(method, { ...params, ...answers }, options);
      if (result['resultType'] === 'task') return this.#followTask(result, options);
      if (result['resultType'] !== 'input_required') return result;
      answers = await nextRound(result, this.#options.answer);
    }
    throw new ClientError(`${method}: the server asked ${maxRounds} times without an end`);
  }

  /**
   * Every page of a list.
   * @param method such as `tools/list`
   * @param key member of the pages that holds the items, such as `tools`
   * @throws {ClientError} for one that does not end
   */
  async list(method: string, key: string, options: RequestOptions = {}): Promise<readonly JsonObject[]> {
    const items: JsonObject[] = [];
    let params: JsonObject = {};
    let length = 0;
    for (let pages = 0; pages < maxPages && items.length <= maxItems && length <= maxListLength; pages++) {
      const page = await this.request(method, params, options);
      if (Array.isArray(page[key])) for (const item of page[key]) if (isJsonObject(item)) items.push(item);
      if (typeof page['nextCursor'] !== 'string') return items;
      // The last page has the limit of every answer.
      length += JSON.stringify(page[key] ?? null).length;
      params = { cursor: page['nextCursor'] };
    }
    throw new ClientError(`${method}: the list of the server has no end`);
  }

  /** The tools of the server, all pages. @throws {ClientError} as {@link list} */
  listTools(options?: RequestOptions): Promise<readonly JsonObject[]> {
    return this.list('tools/list', 'tools', options);
  }

  /**
   * Calls a tool. A tool that fails by its own word answers a result with `isError`.
   * @param name of the tool
   * @param args its arguments
   * @throws {ClientError} as {@link request}
   */
  callTool(name: string, args: JsonObject = {}, options?: RequestOptions): Promise<JsonObject> {
    return this.request('tools/call', { name, arguments: args }, options);
  }

  /** The resources of the server, all pages. @throws {ClientError} as {@link list} */
  listResources(options?: RequestOptions): Promise<readonly JsonObject[]> {
    return this.list('resources/list', 'resources', options);
  }

  /** Reads a resource. @throws {ClientError} as {@link request} */
  readResource(uri: string, options?: RequestOptions): Promise<JsonObject> {
    return this.request('resources/read', { uri }, options);
  }

  /** The prompts of the server, all pages. @throws {ClientError} as {@link list} */
  listPrompts(options?: RequestOptions): Promise<readonly JsonObject[]> {
    return this.list('prompts/list', 'prompts', options);
  }

  /** The messages of a prompt. @param args texts by name @throws {ClientError} as {@link request} */
  getPrompt(name: string, args: Readonly<Record<string, string>> = {}, options?: RequestOptions): Promise<JsonObject> {
    return this.request('prompts/get', { name, arguments: { ...args } }, options);
  }

  /**
   * Hears changes until a signal is aborted, or the server ends.
   * @param notifications what to hear: `{ toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true, resourceSubscriptions: [uri] }`
   * @param heard also hears `notifications/subscriptions/acknowledged`, from when on nothing is missed
   * @throws the reason of the signal
   */
  async listen(notifications: JsonObject, heard: NotificationListener, signal: AbortSignal = this.#options.signal): Promise<void> {
    const stop = AbortSignal.any([signal, this.#options.signal]);
    const { listeners } = this.#options;
    if (this.#connection.session !== undefined && listeners !== undefined)
      return this.#listenInSession({ notifications, heard, listeners, stop });
    const params = { notifications, _meta: this.#envelope() };
    await this.#connection.send('subscriptions/listen', params, { signal: stop, onNotification: heard });
  }

  /** Ends the session and the connection; requests that run fail. */
  close(): Promise<void> {
    return this.#connection.close();
  }

  /** A session hears changes of lists unasked, and those of a resource once it is subscribed to. */
  async #listenInSession(given: {
    readonly notifications: JsonObject;
    readonly heard: NotificationListener;
    readonly listeners: Set<NotificationListener>;
    readonly stop: AbortSignal;
  }): Promise<void> {
    const { heard, listeners, notifications, stop } = given;
    const uris = notifications['resourceSubscriptions'];
    listeners.add(heard);
    try {
      for (const uri of Array.isArray(uris) ? uris : []) await this.#once('resources/subscribe', { uri }, { signal: stop });
      heard('notifications/subscriptions/acknowledged', {});
      await new Promise((_resolve, reject) => {
        if (stop.aborted) reject(reasonOf(stop));
        stop.addEventListener('abort', () => reject(reasonOf(stop)), { once: true });
      });
    } finally {
      listeners.delete(heard);
    }
  }

  /** One request and its answer, whatever that is. */
  async #once(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    const { timeoutMs = this.#options.timeoutMs } = options;
    const own = options.signal === undefined ? this.#options.signal : AbortSignal.any([options.signal, this.#options.signal]);
    const isSession = this.#connection.session !== undefined;
    const onNotification = hearBoth(isSession ? undefined : this.#options.onNotification, options.onNotification);
    const sent = isSession ? params : { ...params, _meta: { ...jsonObjectMember(params, '_meta'), ...this.#envelope() } };
    return withinLimit({ method, signal: own, timeoutMs }, (signal) => this.#connection.send(method, sent, { signal, onNotification }));
  }

  #envelope(): JsonObject {
    const { answer, capabilities, name, onNotification, version } = this.#options;
    const answered = capabilities ?? (answer === undefined ? {} : { elicitation: {} });
    const declared = { extensions: { [tasksExtension]: {} }, ...answered };
    const level = onNotification === undefined ? {} : { [envelopeKeys.logLevel]: 'debug' };
    return { ...envelopeOf({ clientInfo: { name, version }, capabilities: declared }), ...level };
  }

  async #followTask(created: JsonObject, options: RequestOptions): Promise<JsonObject> {
    let task = created;
    for (let rounds = 0; rounds < maxRounds;) {
      const { error, result, status } = task;
      if (isJsonObject(result)) return result;
      if (status === 'cancelled') throw new ClientError('The task was cancelled');
      if (status === 'failed')
        throw new ClientError(isJsonObject(error) && typeof error['message'] === 'string' ? error['message'] : 'The task failed');
      if (status === 'input_required') {
        rounds++;
        const inputResponses = await answerAll(task['inputRequests'], this.#options.answer);
        await this.#once('tasks/update', { taskId: created['taskId'] ?? '', inputResponses }, options);
      }
      const { signal } = this.#options;
      await pause(pauseOf(task), options.signal === undefined ? signal : AbortSignal.any([options.signal, signal]));
      task = await this.#once('tasks/get', { taskId: created['taskId'] ?? '' }, options);
    }
    throw new ClientError(`The task asked ${maxRounds} times without an end`);
  }
}

function hearBoth(first: NotificationListener | undefined, second: NotificationListener | undefined): NotificationListener | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (method, params) => {
    first(method, params);
    second(method, params);
  };
}

const noAnswer = (method: string, timeoutMs: number): TimeLimitReached =>
  new TimeLimitReached(`${method}: no answer within ${timeoutMs} ms`, {
    hint: 'Give it more time with `timeoutMs`; what was asked for may have been done all the same',
  });

/** @throws {TimeLimitReached} when there is a limit and it is over */
export async function withinLimit<T>(
  { method, signal, timeoutMs }: { readonly method: string; readonly signal: AbortSignal; readonly timeoutMs: number | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (timeoutMs === undefined) return work(signal);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(noAnswer(method, timeoutMs)), timeoutMs);
  try {
    return await work(AbortSignal.any([signal, limit.signal]));
  } catch (failure) {
    if (limit.signal.aborted && !signal.aborted) throw limit.signal.reason;
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}

const pauseOf = ({ pollIntervalMs }: JsonObject): number =>
  typeof pollIntervalMs === 'number' ? Math.min(Math.max(pollIntervalMs, 50), 5_000) : 500;

/** @throws the reason of the signal */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
