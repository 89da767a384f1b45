import { parseJsonObject, type JsonObject } from '@service/sdk/model';
import { CliError } from '../cli-error.ts';
import { readLimited, type Network } from './network.ts';
import { type Fields } from './fields.ts';

/** One request of the registry's API. */
export interface RegistryRequest {
  readonly method: 'POST' | 'PATCH';
  /** Below the address of the registry. */
  readonly path: string;
  readonly body: JsonObject;
  /** Sent as bearer token; never part of a message. */
  readonly token?: string;
  /** A text of the body that is never part of a message. */
  readonly secret?: string;
}

export interface RegistryAnswer {
  readonly status: number;
  readonly body: Fields;
  /** Milliseconds by which the registry's clock is ahead of ours; undefined when it does not say. */
  readonly clockAhead: number | undefined;
  /** An earlier attempt of this request may have been carried out. */
  readonly wasRepeated: boolean;
}

const attemptLimitMs = 30_000;
const maxAnswerBytes = 1_000_000;
const maxAttempts = 3;
/** Longest pause that a registry may ask for. */
const maxPauseMs = 30_000;

/** Asks a registry. Pauses and tries again where it is overloaded or failing; follows no redirect, because a token would travel with it. */
export class RegistryClient {
  readonly #url: string;
  readonly #network: Network;
  readonly #signal: AbortSignal;

  /** @param url without a trailing slash */
  constructor(url: string, network: Network, signal: AbortSignal) {
    this.#url = url;
    this.#network = network;
    this.#signal = signal;
  }

  /** Scheme and host: the audience of a CI's identity token. */
  get origin(): string {
    return new URL(this.#url).origin;
  }

  /** @throws {CliError} exit 4 when there is no usable answer */
  async send(request: RegistryRequest): Promise<RegistryAnswer> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.#attempt(request);
      const pause = attempt < maxAttempts && isTransient(response.status) ? pauseOf(response, attempt, this.#network.now()) : undefined;
      if (pause === undefined) return this.#read(request, response, attempt > 1);
      await response.body?.cancel();
      await this.#network.wait(pause, this.#signal);
    }
  }

  async #attempt({ body, method, path, token }: RegistryRequest): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, application/problem+json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(attemptLimitMs)]);
    try {
      return await this.#network.fetch(`${this.#url}${path}`, { method, headers, body: JSON.stringify(body), redirect: 'manual', signal });
    } catch (failure) {
      this.#signal.throwIfAborted();
      const isSlow = failure instanceof Error && failure.name === 'TimeoutError';
      throw this.#unusable(path, isSlow ? `has not answered within ${attemptLimitMs / 1000} s` : 'could not be reached', failure);
    }
  }

  async #read({ path, secret, token }: RegistryRequest, response: Response, wasRepeated: boolean): Promise<RegistryAnswer> {
    const { headers, status } = response;
    // Gateways quote the request that they refuse, and logs of a CI are public.
    const withoutSecrets = (said: string): string =>
      [token, secret].reduce<string>((left, hidden) => (hidden ? left.replaceAll(hidden, '[secret]') : left), said);
    if (status >= 300 && status < 400)
      throw this.#unusable(
        path,
        `redirects to ${withoutSecrets(headers.get('location') ?? 'another address')}; redirects are not followed, because a token would travel with them`,
      );
    const text = await readLimited(response, maxAnswerBytes).catch((failure: unknown) => {
      this.#signal.throwIfAborted();
      throw this.#unusable(path, 'ended its answer half way', failure);
    });
    if (text === undefined) throw this.#unusable(path, `answered ${status} with more than ${maxAnswerBytes} bytes`);
    const body = parseJsonObject(withoutSecrets(text));
    if (body === undefined) {
      const type = headers.get('content-type') ?? 'no content type';
      throw this.#unusable(path, `answered ${status} with ${type} that is no JSON object; a proxy may have answered in its place`);
    }
    const date = Date.parse(headers.get('date') ?? '');
    return { status, body, clockAhead: Number.isNaN(date) ? undefined : date - this.#network.now(), wasRepeated };
  }

  /** A 2xx answer of another service: a captive portal, a stub or another API. */
  unexpected(path: string, { status }: Pick<RegistryAnswer, 'status'>, missing: string): CliError {
    return this.#unusable(path, `answered ${status} without ${missing}, so it is no answer of an MCP registry`);
  }

  #unusable(path: string, problem: string, cause?: unknown): CliError {
    return new CliError({
      code: 'registry-unreachable',
      message: `${this.#url}${path} ${problem}`,
      hint: 'Check the address of the registry (--registry), the network and its proxy, then run the command again',
      exit: 'network',
      cause,
    });
  }
}

/** Whether the same request may be answered later. */
export const isTransient = (status: number): boolean => status === 429 || status >= 500;

/** `Retry-After` in seconds or as a date; without it half a second, then two. Undefined for a wait that is too long. */
function pauseOf(response: Response, attempt: number, now: number): number | undefined {
  const asked = response.headers.get('retry-after');
  if (asked === null) return 500 * 4 ** (attempt - 1);
  const milliseconds = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now;
  return milliseconds <= maxPauseMs ? Math.max(0, milliseconds) : undefined;
}

export const overloaded = (message: string): CliError =>
  new CliError({
    code: 'registry-unreachable',
    message,
    hint: 'The registry is overloaded or failing: run the command again later',
    exit: 'network',
  });

/** The reason of a refusal: the registry's detail and messages. */
export function refusalText({ body, status }: Pick<RegistryAnswer, 'body' | 'status'>): string {
  const { detail, errors, title } = body;
  const messages = (Array.isArray(errors) ? errors : []).map((error: unknown) => {
    const { location, message } = { location: undefined, message: undefined, ...Object(error) } as Fields;
    return `${typeof location === 'string' ? `${location}: ` : ''}${String(message)}`;
  });
  const first = typeof detail === 'string' ? detail : typeof title === 'string' ? title : `status ${status}`;
  return [first, ...messages].join('\n  ');
}
