import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { parseJsonObject } from '@service/sdk/model';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
}

/**
 * The connections of one client. `fetch` is left alone, because tests replace it (`httpMock`), and because its sockets outlive the client.
 */
export class HttpConnections {
  readonly #plain = new HttpAgent({ keepAlive: true });
  readonly #secure = new HttpsAgent({ keepAlive: true });

  /** Resolves with the head of the answer; the body is read by the caller. */
  send({ body, headers, method, signal, url }: HttpRequest): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:';
      const options = { method, headers, ...(signal ? { signal } : {}), agent: isSecure ? this.#secure : this.#plain };
      const sent = (isSecure ? httpsRequest : httpRequest)(url, options, (answer) =>
        resolve({ status: answer.statusCode ?? 0, statusText: answer.statusMessage ?? '', headers: answer.headers, body: answer }),
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }
}

export async function readText(body: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

/** Answer of a server, unread. */
export interface RawHttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body when it is a JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

/**
 * HTTP without a handshake and without a session: for what a server does with requests that no proper client sends.
 * @example
 * const { status } = await server.createRawClient().post({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
 */
export class RawHttpClient {
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #connections = new HttpConnections();

  constructor(url: URL, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  /** @param body a text as it is, anything else as JSON */
  post(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<RawHttpAnswer> {
    const accepted = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return this.#send({
      method: 'POST',
      url: this.#url,
      headers: { ...accepted, ...this.#headers, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** @param path on the server; the MCP endpoint when absent */
  get(path?: string, headers: Readonly<Record<string, string>> = {}): Promise<RawHttpAnswer> {
    const url = path === undefined ? this.#url : new URL(path, this.#url);
    return this.#send({ method: 'GET', url, headers: { ...this.#headers, ...headers } });
  }

  delete(headers: Readonly<Record<string, string>> = {}): Promise<RawHttpAnswer> {
    return this.#send({ method: 'DELETE', url: this.#url, headers: { ...this.#headers, ...headers } });
  }

  disconnect(): Promise<void> {
    this.#connections.close();
    return Promise.resolve();
  }

  async #send(request: HttpRequest): Promise<RawHttpAnswer> {
    const { body, headers, status } = await this.#connections.send(request);
    const text = await readText(body);
    return { status, headers, text, json: parseJsonObject(text) };
  }
}
