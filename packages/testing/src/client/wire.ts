import { readEvents } from '@service/sdk/internal';
import { isJsonObject, parseJsonObject } from '@service/sdk/model';
import type { JsonObject } from '@service/sdk/model';
import { clearTimeout, setTimeout } from '../clock.ts';
import { ConnectionError, TimeoutError } from '../errors.ts';
import { texts } from '../texts.ts';
import type { ConnectionOptions } from './connection.ts';
import { HttpConnections, readText, type HttpAnswer } from './http-exchange.ts';
import { asResponse, failure, type JsonRpcResponse, type RequestId } from './messages.ts';
import { messageOf } from '../thrown.ts';

export interface Posted {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Id of the request whose answer is awaited; absent for notifications and for our own answers. */
  readonly id?: RequestId;
}

const statusCodes: Readonly<Record<number, number>> = { 401: -32_001, 403: -32_003 };

/** Posts messages to an endpoint and reads what comes back, as JSON or as a stream; shared by all transports. */
export class Wire {
  readonly #options: ConnectionOptions;
  readonly #connections = new HttpConnections();
  readonly #streams = new AbortController();
  #lastHeaders: Readonly<Record<string, string>> = {};

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get lastHeaders(): Readonly<Record<string, string>> {
    return this.#lastHeaders;
  }

  /** Resolves with the whole response; what the server sends before it is handed on. */
  async exchange(url: URL, posted: Posted): Promise<{ answer: HttpAnswer; response: JsonRpcResponse | undefined }> {
    return this.#timed(async (signal) => {
      const answer = await this.#post(url, posted, signal);
      return { answer, response: await this.#readResponse(answer, posted.id) };
    });
  }

  /** Opens a stream of the server's own messages. */
  async open(url: URL, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    const { signal } = this.#streams;
    const all = this.#headers({ accept: 'text/event-stream', ...headers });
    return this.#connections.send({ method: 'GET', url, headers: all, signal });
  }

  /** A POST whose answer is a stream that stays open. */
  async openByPost(url: URL, posted: Posted): Promise<HttpAnswer> {
    return this.#post(url, posted, this.#streams.signal);
  }

  /** Ends a session; a server that does not want to is left alone. */
  async delete(url: URL, headers: Readonly<Record<string, string>>): Promise<void> {
    const signal = AbortSignal.timeout(2000);
    const all = this.#headers(headers);
    await this.#connections.send({ method: 'DELETE', url, headers: all, signal }).then(
      ({ body }) => body.resume(),
      () => undefined,
    );
  }

  /** Hands on the messages of a stream until it ends; `first` sees each event before. */
  async follow(answer: HttpAnswer, taken: (message: JsonObject, event: string, data: string) => boolean): Promise<void> {
    try {
      for await (const { data, event } of readEvents(answer.body)) {
        const message = parseJsonObject(data) ?? {};
        if (!taken(message, event, data)) this.receive(message);
      }
    } catch {
      // The stream was closed by us, or the server ended.
    }
  }

  /** A request or a notification of the server. */
  receive(message: JsonObject): void {
    const { id, method, params } = message;
    if (typeof method !== 'string') return;
    if (typeof id !== 'string' && typeof id !== 'number') return this.#options.notified(message);
    void this.#options.answer(method, isJsonObject(params) ? params : {}).then(
      (result) => this.#reply({ jsonrpc: '2.0', id, result }),
      (error: unknown) => this.#reply({ jsonrpc: '2.0', id, error: { code: -32_601, message: messageOf(error) } }),
    );
  }

  /** Endpoint for answers to the server's requests; set by the transport once it is known. */
  replyTo: { readonly url: URL; readonly headers: Readonly<Record<string, string>> } | undefined;

  close(): void {
    this.#streams.abort();
    this.#connections.close();
  }

  async #reply(message: JsonObject): Promise<void> {
    if (this.replyTo === undefined) return;
    const { headers, url } = this.replyTo;
    await this.exchange(url, { body: JSON.stringify(message), headers }).catch(() => undefined);
  }

  #headers(own: Readonly<Record<string, string>>): Record<string, string> {
    const { clientInfo, headers, token } = this.#options;
    return {
      'User-Agent': `${clientInfo.name}/${clientInfo.version}`,
      ...own,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    };
  }

  async #post(url: URL, { body, headers }: Posted, signal: AbortSignal): Promise<HttpAnswer> {
    const all = this.#headers({ 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers });
    this.#lastHeaders = all;
    return this.#connections.send({ method: 'POST', url, headers: all, body, signal });
  }

  async #timed<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const timeoutMs = this.#options.timeoutMs();
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(), timeoutMs);
    try {
      return await work(end.signal);
    } catch (error) {
      if (end.signal.aborted) throw new TimeoutError(texts.requestTimeout(timeoutMs));
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #readResponse(answer: HttpAnswer, id: RequestId | undefined): Promise<JsonRpcResponse | undefined> {
    if (String(answer.headers['content-type'] ?? '').startsWith('text/event-stream')) return this.#readStream(answer, id);
    const text = await readText(answer.body);
    if (id === undefined && text === '') return undefined;
    const message = parseJsonObject(text);
    const response = message && asResponse(message);
    if (response !== undefined) return isAnswerTo(id, response) ? response : failure(id ?? 0, -32_600, otherId(id, response));
    const { status, statusText } = answer;
    if (status >= 400) return failure(id ?? 0, statusCodes[status] ?? -32_000, `HTTP ${status} ${statusText}`);
    if (id === undefined) return undefined;
    return failure(id, -32_700, `The server answered with something other than JSON-RPC: ${text.slice(0, 200)}`);
  }

  async #readStream(answer: HttpAnswer, id: RequestId | undefined): Promise<JsonRpcResponse | undefined> {
    for await (const { data } of readEvents(answer.body)) {
      const message = parseJsonObject(data);
      const response = message && asResponse(message);
      if (response !== undefined && (id === undefined || response.id === id)) return response;
      if (message !== undefined) this.receive(message);
    }
    return id === undefined ? undefined : failure(id, -32_000, 'The stream ended without an answer');
  }
}

/** An error may lack the id of a request that the server could not read (JSON-RPC 2.0, section 5). */
const isAnswerTo = (id: RequestId | undefined, response: JsonRpcResponse): boolean =>
  id === undefined || response.id === id || (response.error !== undefined && (response.id ?? null) === null);

const otherId = (id: RequestId | undefined, response: JsonRpcResponse): string =>
  `The server answered request ${JSON.stringify(id)} with the id ${JSON.stringify(response.id)}`;

/** The response of a request; an HTTP failure or a broken connection is one too. @throws nothing */
export async function asFailure(id: RequestId, work: () => Promise<JsonRpcResponse | undefined>): Promise<JsonRpcResponse> {
  try {
    return (await work()) ?? failure(id, -32_000, 'The server answered nothing');
  } catch (error) {
    return failure(id, -32_000, describe(error));
  }
}

const describe = (error: unknown): string => (error instanceof TimeoutError ? error.message : `Request failed: ${messageOf(error)}`);

/** The result of the first exchange of a conversation. @throws {ConnectionError} with the status or the server's words */
export function firstResult({ answer, response }: { answer: HttpAnswer; response: JsonRpcResponse | undefined }): JsonObject {
  const { status, statusText } = answer;
  if (response?.result !== undefined && status < 400) return response.result;
  const reason = response?.error?.message ?? 'no result';
  const http = `HTTP ${status} ${statusText}`;
  throw new ConnectionError(status < 400 ? reason : reason === http ? http : `${http}: ${reason}`, status);
}
