import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { TestClientError } from '../../errors.ts';
import { SecretHider } from './hide-secrets.ts';
import type { HttpCall } from './http-call.ts';

/** Options of `httpMock.cassette`. */
export interface CassetteOptions {
  /** `auto`: replays an existing file and records a missing one, but never in CI (`CI`). */
  readonly mode?: 'auto' | 'record' | 'replay';
  /** Further headers, and members of JSON, forms and queries, whose values are not recorded; credentials never are. */
  readonly redact?: readonly string[];
}

interface Recorded {
  readonly request: { readonly method: string; readonly url: string; readonly body?: string };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    /** A binary body. */
    readonly base64?: string;
  };
}

/** Headers about the encoding on the wire; recorded bodies are decoded. */
const wireHeaders = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']);

/**
 * Answers of real servers, kept in a file and replayed: `httpMock.cassette('e2e/cities.json')`.
 * @example
 * const cassette = httpMock.cassette('e2e/cities.json');
 * // … code that fetches: recorded the first time, replayed from then on …
 * cassette.restore();
 */
export class Cassette {
  /** False: a cassette answers each request. */
  readonly passesThrough = false;
  /** Real servers are asked, and their answers written down. */
  readonly isRecording: boolean;
  readonly #file: string;
  readonly #secrets: SecretHider;
  readonly #removed: (cassette: Cassette) => void;
  readonly #entries: Recorded[];
  readonly #replayed = new Set<Recorded>();
  /** Credentials that requests sent; an answer may repeat them. */
  readonly #sent = new Set<string>();

  /** @throws {TestClientError} when there is nothing to replay */
  constructor(file: string, { mode = 'auto', redact = [] }: CassetteOptions, removed: (cassette: Cassette) => void) {
    this.#file = file;
    this.#removed = removed;
    this.#secrets = new SecretHider(redact);
    const isThere = existsSync(file);
    this.isRecording = mode === 'record' || (mode === 'auto' && !isThere && !process.env['CI']);
    if (!this.isRecording && !isThere)
      throw new TestClientError(`There is no cassette ${file}. Record it: run the test once outside of CI, or with { mode: 'record' }.`);
    this.#entries = this.isRecording ? [] : readEntries(file);
  }

  /** @param forward asks the real server */
  async answer(call: HttpCall, forward: () => Promise<Response>): Promise<Response> {
    if (!this.isRecording) return this.#replay(call);
    const response = await forward();
    this.#entries.push(await this.#record(call, response.clone()));
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${JSON.stringify({ cassetteVersion: 1, entries: this.#entries }, undefined, 2)}\n`);
    return response;
  }

  /** Removes this cassette. */
  restore(): void {
    this.#removed(this);
  }

  /** Equal requests get their answers in the order of the recording; the last one is repeated. */
  #replay(call: HttpCall): Response {
    const { body, method, url } = this.#requestOf(call);
    const fitting = this.#entries.filter(({ request }) => request.method === method && request.url === url && request.body === body);
    const entry = fitting.find((one) => !this.#replayed.has(one)) ?? fitting.at(-1);
    if (entry === undefined)
      throw new TestClientError(`The cassette ${this.#file} has no answer for ${method} ${url}. Delete the file to record it again.`);
    this.#replayed.add(entry);
    const { base64, body: text = null, headers, status, statusText } = entry.response;
    return new Response(base64 === undefined ? text : Buffer.from(base64, 'base64'), { status, statusText, headers });
  }

  async #record(call: HttpCall, response: Response): Promise<Recorded> {
    for (const value of this.#secrets.sentIn(call)) this.#sent.add(value);
    const secrets = this.#secrets.knowing(this.#sent);
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString('utf8');
    const isText = Buffer.from(text, 'utf8').equals(bytes);
    const headers = [...response.headers]
      .filter(([name]) => !wireHeaders.has(name) && !secrets.isSecret(name))
      .map(([name, value]) => [name, secrets.inText(value)] as const);
    const type = response.headers.get('content-type') ?? undefined;
    const body = isText ? { body: secrets.inBody(text, type) } : { base64: bytes.toString('base64') };
    return {
      request: this.#requestOf(call),
      response: {
        status: response.status,
        statusText: response.statusText,
        headers: Object.fromEntries(headers),
        ...(bytes.length === 0 ? {} : body),
      },
    };
  }

  #requestOf(call: HttpCall): Recorded['request'] {
    const { headers, method, rawBody, url } = call;
    const secrets = this.#secrets.knowing(this.#secrets.sentIn(call));
    const body = rawBody === '' ? {} : { body: secrets.inBody(rawBody, headers['content-type']) };
    return { method, url: secrets.inText(new URL(url).href), ...body };
  }
}

/** @throws {TestClientError} for a file that is no cassette */
function readEntries(file: string): Recorded[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    value = undefined;
  }
  const { cassetteVersion, entries } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (cassetteVersion === 1 && Array.isArray(entries)) return entries as Recorded[];
  throw new TestClientError(`${file} is no cassette of this version. Delete it to record it again.`);
}
