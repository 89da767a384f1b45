import { isJsonObject, type JsonObject } from '../model/index.ts';
import * as envelopeKeys from '../mcp/envelope-keys.ts';
import * as rpcCodes from '../mcp/rpc-codes.ts';
import { answerBy, capabilitiesOf, type AnswerQuestion, type Handlers } from './answers.ts';
import { ChannelConnection, type OpenChannel } from './channel-connection.ts';
import { Client, withinLimit } from './client.ts';
import type { Connection, NotificationListener, ServerListener } from './connection.ts';
import { InvalidClientOption, NotMcpAnswer, RequestFailure, RevisionRefused } from './errors.ts';
import { readServer, modernRevision } from './handshake.ts';
import { HttpConnection } from './http-connection.ts';
import type { HttpOptions } from './http-wire.ts';
import { PairConnection } from './pair-connection.ts';
import { SessionConnection } from './session-connection.ts';

/** Options of {@link connect}; every member may be left out. */
export interface ConnectOptions extends Handlers {
  /**
   * How the client introduces itself.
   * @default { name: 'service-client', version: '1.0.0' }
   */
  readonly clientInfo?: { readonly name: string; readonly version: string };
  /**
   * Era of the protocol: `stateless` is 2026-07-28, `session` 2025-11-25 and before. `any` tries the first, then the second.
   * @default 'any'
   */
  readonly era?: 'any' | 'stateless' | 'session';
  /**
   * `http` is Streamable HTTP. `pair` is the transport of 2024-11-05, whose address is that of its stream, often `/sse`.
   * @default 'http'
   */
  readonly transport?: 'http' | 'pair';
  /**
   * Bearer token, or what gives one; it is asked with `true` once when the server refuses the last one.
   * @default no token
   * @example
   * import { connect } from '@service/sdk/client';
   * await connect('https://example.com/mcp', { token: async (renew) => (renew ? 'a fresh one' : 'the last one') });
   */
  readonly token?: string | ((renew: boolean) => Promise<string | undefined>);
  /**
   * Headers of every HTTP request.
   * @default {}
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Milliseconds that each message may take, opening included; `Infinity` is no limit.
   * @default 60000
   */
  readonly timeoutMs?: number;
  /** Ends the client: requests reject with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Hears every notification of the server; log messages are asked for only when this is given. */
  readonly onNotification?: NotificationListener;
  /**
   * Sends HTTP requests.
   * @default globalThis.fetch
   */
  readonly fetch?: typeof globalThis.fetch;
}

const standardClient = { name: 'service-client', version: '1.0.0' };
const standardTimeoutMs = 60_000;
/** Longest time of a timer (HTML, section 8.6). */
const maxTimeoutMs = 2 ** 31 - 1;
/** What can stand in a header (RFC 6750 section 2.1). */
const sendableToken = /^[\x21-\x7e]{1,65536}$/;

/**
 * Opens a client of an MCP server and asks the server who it is.
 * @param server address of the MCP endpoint, or a channel: `stdio` and `unixSocket` of `@service/sdk/client/node` make some
 * @throws {InvalidClientOption} for an option that cannot be used
 * @throws {SignInNeeded} when the server wants a token, or another one
 * @throws {NotMcpAnswer} when what answers is no MCP endpoint
 * @throws {RevisionRefused} when the server does not speak the era
 * @throws {ConnectionFailure} when nothing answers
 * @throws {TimeLimitReached} when it takes longer than `timeoutMs`
 * @example
 * import { connect } from '@service/sdk/client';
 * const client = await connect('http://127.0.0.1:3000/mcp', { timeoutMs: 10_000 });
 * for (const tool of await client.listTools()) console.log(tool['name']);
 * await client.close();
 */
export async function connect(server: string | URL | OpenChannel, options: ConnectOptions = {}): Promise<Client> {
  const opener = new Opener(options);
  return typeof server === 'function' ? opener.overChannel(server) : opener.overHttp(readAddress(server));
}

function readAddress(server: string | URL): URL {
  const url = typeof server === 'string' && !URL.canParse(server) ? undefined : new URL(server);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new InvalidClientOption('The address of the server is no http or https URL', { hint: 'Write it whole: https://example.com/mcp' });
  if (url.username !== '' || url.password !== '')
    throw new InvalidClientOption('An address must not hold a password', { hint: 'Give it as `token`, or in `headers`' });
  return url;
}

function readTimeout(timeoutMs: number | undefined): number | undefined {
  if (timeoutMs === Infinity) return undefined;
  const given = timeoutMs ?? standardTimeoutMs;
  if (!(given > 0 && given <= maxTimeoutMs))
    throw new InvalidClientOption(`timeoutMs is ${given}: write milliseconds from 1 to ${maxTimeoutMs}, or Infinity`);
  return given;
}

/** One try to open a client. */
class Opener {
  readonly #options: ConnectOptions;
  readonly #timeoutMs: number | undefined;
  readonly #signal: AbortSignal;
  readonly #clientInfo: { readonly name: string; readonly version: string };
  readonly #capabilities: JsonObject;
  readonly #listeners = new Set<NotificationListener>();
  readonly #listener: ServerListener;
  readonly #answer: AnswerQuestion;

  constructor(options: ConnectOptions) {
    const { clientInfo = standardClient, onNotification, signal = new AbortController().signal, timeoutMs } = options;
    this.#options = options;
    this.#timeoutMs = readTimeout(timeoutMs);
    this.#signal = signal;
    this.#clientInfo = clientInfo;
    this.#capabilities = capabilitiesOf(options);
    this.#answer = answerBy(options);
    if (onNotification !== undefined) this.#listeners.add(onNotification);
    this.#listener = {
      notified: (method, params) => {
        for (const heard of this.#listeners) heard(method, params);
      },
      asked: this.#answer,
    };
  }

  async overHttp(url: URL): Promise<Client> {
    const { era = 'any', transport = 'http' } = this.#options;
    const http = this.#http(url);
    const opening = (signal: AbortSignal): Opening => ({ introduction: this.#introduction(), listener: this.#listener, signal });
    if (transport === 'pair') return this.#client(await this.#within((signal) => PairConnection.open(http, opening(signal))));
    const session = async (): Promise<Client> =>
      this.#client(await this.#within((signal) => SessionConnection.open(http, opening(signal))));
    return this.#byEra(era, { stateless: () => this.#stateless(new HttpConnection({ ...http, schemas: new Map() })), session });
  }

  async overChannel(open: OpenChannel): Promise<Client> {
    const { era = 'any' } = this.#options;
    const connection = new ChannelConnection(open);
    const session = async (): Promise<Client> => {
      await this.#within((signal) => connection.initialize(this.#introduction(), this.#listener, signal));
      return this.#client(connection);
    };
    try {
      return await this.#byEra(era, { stateless: () => this.#stateless(connection), session });
    } catch (failure) {
      await connection.close();
      throw failure;
    }
  }

  async #byEra(
    era: 'any' | 'stateless' | 'session',
    open: { readonly stateless: () => Promise<Client>; readonly session: () => Promise<Client> },
  ): Promise<Client> {
    try {
      if (era !== 'session') return await open.stateless();
    } catch (failure) {
      if (!saysOtherEra(failure)) throw failure;
      if (era === 'stateless') throw asRefusal(failure);
    }
    try {
      return await open.session();
    } catch (failure) {
      throw failure instanceof RequestFailure ? asRefusal(failure) : failure;
    }
  }

  async #stateless(connection: Connection): Promise<Client> {
    const asking = this.#client(connection);
    const result = await asking.request('server/discover');
    const { _meta: meta } = result;
    const server = readServer(result, isJsonObject(meta) ? meta[envelopeKeys.serverInfo] : undefined);
    return this.#client(connection, { revision: modernRevision, ...server });
  }

  #client(connection: Connection, server = connection.session): Client {
    const { onNotification } = this.#options;
    return new Client(connection, {
      ...this.#clientInfo,
      signal: this.#signal,
      answer: this.#answer,
      capabilities: this.#capabilities,
      onNotification,
      timeoutMs: this.#timeoutMs,
      server,
      listeners: this.#listeners,
    });
  }

  #introduction(): Opening['introduction'] {
    return { clientInfo: this.#clientInfo, capabilities: this.#capabilities };
  }

  #within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withinLimit({ method: 'initialize', signal: this.#signal, timeoutMs: this.#timeoutMs }, work);
  }

  #http(url: URL): HttpOptions {
    const { fetch, headers, token } = this.#options;
    const give = typeof token === 'function' ? token : async (renew: boolean): Promise<string | undefined> => (renew ? undefined : token);
    return {
      url,
      signInHint: 'Give a `token` of this server',
      token: async (renew) => checkToken(await give(renew)),
      headers,
      fetch,
    };
  }
}

interface Opening {
  readonly introduction: { readonly clientInfo: { readonly name: string; readonly version: string }; readonly capabilities: JsonObject };
  readonly listener: ServerListener;
  readonly signal: AbortSignal;
}

/** The text of the error must not hold the token. */
function checkToken(token: string | undefined): string | undefined {
  if (token !== undefined && !sendableToken.test(token))
    throw new InvalidClientOption('The token cannot be sent: it is empty, too long, or holds what no header can hold');
  return token;
}

/** Errors by which servers of 2025 answer a request of 2026. */
const codesOfOtherEra: ReadonlySet<number> = new Set([
  rpcCodes.methodNotFound,
  rpcCodes.invalidRequest,
  rpcCodes.invalidParams,
  rpcCodes.refused,
  rpcCodes.sessionNotFound,
  rpcCodes.unsupportedVersion,
]);

const saysOtherEra = (failure: unknown): failure is RequestFailure | NotMcpAnswer =>
  failure instanceof NotMcpAnswer || (failure instanceof RequestFailure && codesOfOtherEra.has(failure.code));

const asRefusal = (failure: RequestFailure | NotMcpAnswer): RevisionRefused | NotMcpAnswer =>
  failure instanceof NotMcpAnswer
    ? failure
    : new RevisionRefused(`The server does not speak this era of MCP: ${failure.message}`, { cause: failure });
