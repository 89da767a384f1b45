import { isJsonObject } from '../../model/index.ts';
import * as envelopeKeys from '../../mcp/envelope-keys.ts';
import { revision20260728 } from '../../mcp/revisions/2026-07-28.ts';
import type { Json, JsonObject } from '../../model/index.ts';
import { CommandFailure } from '../failures.ts';
import type { Connection } from './connection.ts';

/** Answers a question that a server puts to the person at the terminal. */
export type AnswerQuestion = (method: string, params: JsonObject) => Promise<JsonObject>;

export interface ClientOptions {
  readonly name: string;
  readonly version: string;
  readonly signal: AbortSignal;
  /** Absent without a terminal, and under CI. */
  readonly answer?: AnswerQuestion | undefined;
  readonly onNotification?: (method: string, params: JsonObject) => void;
}

/** A server that asks more often than this does not come to an end. */
const maxRounds = 32;
/** Pages of a list, and what they hold: a server that always has another page must not fill the memory. */
const [maxPages, maxItems] = [1000, 100_000];
const tasksExtension = 'io.modelcontextprotocol/tasks';

/** Requests as the revision without sessions has them: each says who sends it; questions come as results and are answered by a retry. */
export class Client {
  readonly #connection: Connection;
  readonly #options: ClientOptions;

  constructor(connection: Connection, options: ClientOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /** A request's final result: what a task ends with, after every question of the server's. */
  async request(method: string, params: JsonObject = {}): Promise<JsonObject> {
    let answers: JsonObject = {};
    for (let round = 0; round < maxRounds; round++) {
      const result = await this.#once(method, { ...params, ...answers });
      if (result['resultType'] === 'task') return this.#followTask(result);
      if (result['resultType'] !== 'input_required') return result;
      const state = result['requestState'] === undefined ? {} : { requestState: result['requestState'] };
      answers = { inputResponses: await this.#answerAll(result['inputRequests']), ...state };
    }
    throw new CommandFailure(`${method}: the server asked ${maxRounds} times without an end`);
  }

  /** Every page of a list. @throws {CommandFailure} for one that does not end */
  async list(method: string, key: string): Promise<readonly JsonObject[]> {
    const items: JsonObject[] = [];
    let params: JsonObject = {};
    for (let pages = 0; pages < maxPages && items.length <= maxItems; pages++) {
      const page = await this.request(method, params);
      if (Array.isArray(page[key])) for (const item of page[key]) if (isJsonObject(item)) items.push(item);
      if (typeof page['nextCursor'] !== 'string') return items;
      params = { cursor: page['nextCursor'] };
    }
    throw new CommandFailure(`${method}: the list of the server has no end`);
  }

  /** Hears changes until the signal is aborted, or the server ends. */
  async listen(notifications: JsonObject, heard: (method: string, params: JsonObject) => void): Promise<void> {
    const { signal } = this.#options;
    const params = { notifications, _meta: this.#envelope() };
    await this.#connection.send('subscriptions/listen', params, { signal, onNotification: heard });
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** One request and its answer, whatever that is. */
  #once(method: string, params: JsonObject): Promise<JsonObject> {
    const { onNotification, signal } = this.#options;
    return this.#connection.send(method, { ...params, _meta: this.#envelope() }, { signal, onNotification });
  }

  #envelope(): JsonObject {
    const { answer, name, onNotification, version } = this.#options;
    return {
      [envelopeKeys.protocolVersion]: revision20260728.version,
      [envelopeKeys.clientInfo]: { name, version },
      [envelopeKeys.clientCapabilities]: { ...(answer === undefined ? {} : { elicitation: {} }), extensions: { [tasksExtension]: {} } },
      ...(onNotification === undefined ? {} : { [envelopeKeys.logLevel]: 'debug' }),
    };
  }

  async #answerAll(asked: Json | undefined): Promise<JsonObject> {
    const { answer } = this.#options;
    const answers: [string, JsonObject][] = [];
    for (const [key, question] of Object.entries(isJsonObject(asked) ? asked : {})) {
      const { method, params } = isJsonObject(question) ? question : {};
      if (answer === undefined || typeof method !== 'string')
        throw new CommandFailure('The server asks a question, and there is no terminal to answer it at');
      answers.push([key, await answer(method, isJsonObject(params) ? params : {})]);
    }
    return Object.fromEntries(answers);
  }

  async #followTask(created: JsonObject): Promise<JsonObject> {
    let task = created;
    for (;;) {
      const { error, result, status } = task;
      if (isJsonObject(result)) return result;
      if (status === 'cancelled') throw new CommandFailure('The task was cancelled');
      if (status === 'failed')
        throw new CommandFailure(isJsonObject(error) && typeof error['message'] === 'string' ? error['message'] : 'The task failed');
      if (status === 'input_required') {
        const inputResponses = await this.#answerAll(task['inputRequests']);
        await this.#once('tasks/update', { taskId: created['taskId'] ?? '', inputResponses });
      }
      await pause(pauseOf(task), this.#options.signal);
      task = await this.#once('tasks/get', { taskId: created['taskId'] ?? '' });
    }
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
