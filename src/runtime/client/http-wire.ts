import { parseJsonObject } from '../model/index.ts';
import type { RpcMessage } from '../mcp/json-rpc.ts';
import { AccessRefused, ConnectionFailure, InvalidClientOption, NotMcpAnswer, SignInNeeded } from './errors.ts';
import { eventsOf } from './event-stream.ts';
import { readMessage } from './messages.ts';
import { readBody } from './read-body.ts';

export interface HttpOptions {
  /** The MCP endpoint. */
  readonly url: URL;
  /** The current access token; `renew` after the server refused the last one. Undefined: there is none (any more). */
  readonly token: (renew: boolean) => Promise<string | undefined>;
  /** What to do to sign in. */
  readonly signInHint: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof globalThis.fetch;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The endpoint, unless messages go elsewhere. */
  readonly url?: URL | undefined;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Bytes of an answer that is no stream. */
const maxAnswerBytes = 256 * 1024 * 1024;

/** An address as errors show it: its query may hold a key. */
export const shownAddress = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

/** HTTP requests of one client, signed with its token. */
export class HttpWire {
  readonly #options: HttpOptions;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  get address(): string {
    return shownAddress(this.#options.url);
  }

  /** The head of the answer; a refused token is renewed once. @throws {SignInNeeded|AccessRefused|ConnectionFailure} */
  async send(request: HttpRequest): Promise<Response> {
    const first = await this.#fetch(request, await this.#options.token(false));
    if (first.status !== 401 && first.status !== 403) return first;
    await first.body?.cancel();
    const renewed = first.status === 401 ? await this.#options.token(true) : undefined;
    const second = renewed === undefined ? first : await this.#fetch(request, renewed);
    const hint = this.#options.signInHint;
    if (second.status === 401) throw new SignInNeeded(`${this.address} asks for a sign-in`, { hint });
    if (second.status === 403) throw new AccessRefused(`${this.address} refuses this call: the sign-in does not allow it`, { hint });
    return second;
  }

  /** The answer to a request, as JSON or at the end of a stream; what comes before it is handed on. @throws {ClientError} */
  async answer(response: Response, others: (message: RpcMessage) => void): Promise<RpcMessage> {
    const type = response.headers.get('content-type') ?? '';
    try {
      if (type.startsWith('text/event-stream')) return await readStream(response, others);
      const text = await readBody(response, maxAnswerBytes);
      if (type.startsWith('application/json') && parseJsonObject(text)?.['jsonrpc'] === '2.0') return readMessage(text);
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      throw new ConnectionFailure(`${this.address} broke off its answer: ${causeOf(cause)}`, { cause });
    }
    throw this.notMcp(response);
  }

  notMcp({ status }: Response): NotMcpAnswer {
    return new NotMcpAnswer(`${this.address} answered with status ${status} and no MCP message`, {
      hint: 'Check that the address is that of the MCP endpoint, path included',
    });
  }

  async #fetch({ body, headers, method, signal, url = this.#options.url }: HttpRequest, token: string | undefined): Promise<Response> {
    const { fetch = globalThis.fetch, headers: own } = this.#options;
    const all = headersOf({
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      accept: 'application/json, text/event-stream',
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...own,
    });
    try {
      // A token must not follow to another server.
      return await fetch(url, { method, body: body ?? null, redirect: 'error', signal, headers: all });
    } catch (cause) {
      signal.throwIfAborted();
      throw isCut(cause)
        ? new ConnectionFailure(`${shownAddress(url)} ended the connection before its answer: ${causeOf(cause)}`, {
            hint: 'What was asked for may have been done; look at the log of the server, or of what stands before it',
            cause,
          })
        : new ConnectionFailure(`${shownAddress(url)} cannot be reached: ${causeOf(cause)}`, {
            hint: 'Check the address, and that the server is running',
            cause,
          });
    }
  }
}

/** `Headers` would quote the value, which may be a secret. @throws {InvalidClientOption} */
function headersOf(given: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    try {
      headers.set(name, value);
    } catch {
      throw new InvalidClientOption(
        `The header ${JSON.stringify(name)} cannot be sent: its name or its value holds what no header can hold`,
      );
    }
  return headers;
}

async function readStream(response: Response, others: (message: RpcMessage) => void): Promise<RpcMessage> {
  for await (const { data } of eventsOf(response)) {
    const message = readMessage(data);
    if (message.kind === 'response') return message;
    others(message);
  }
  throw new ConnectionFailure('The server ended the stream without an answer');
}

/** Codes of Node for a connection that was there. */
const cutCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const isCut = (failure: unknown): boolean =>
  failure instanceof Error && failure.cause instanceof Error && 'code' in failure.cause && cutCodes.has(failure.cause.code);

/** `fetch` hides what happened in its cause. */
export function causeOf(failure: unknown): string {
  const inner = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure;
  if (!(inner instanceof Error)) return String(inner);
  const code = 'code' in inner && typeof inner.code === 'string' ? inner.code : '';
  return inner.message === '' ? code : inner.message;
}
