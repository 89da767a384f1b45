import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EventShape } from './function-event.ts';
import { isRecord } from '../std/index.ts';
import type { FetchScope } from './fetch-exchange.ts';

/** An answer as gateways take it. */
export interface FunctionAnswer extends AnswerHead {
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

export interface AnswerHead {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of format 2.0: one `Set-Cookie` header each. */
  readonly cookies?: readonly string[];
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
}

/** Bytes of an answer that services take in one piece; a load balancer takes fewer. */
const maxAnswerBytes = 6_291_456;
const maxBalancerBytes = 1_000_000;

/** Waits for the end of an answer, also of one that streams. */
export async function inOnePiece({ invocation, response, shape }: Invoked): Promise<FunctionAnswer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  await invocation.end();
  const isBase64Encoded = !isText(response.headers);
  const body = bytes.toString(isBase64Encoded ? 'base64' : 'utf8');
  const limit = shape.loadBalancer ? maxBalancerBytes : maxAnswerBytes;
  const size = sizeInJson(body, limit);
  if (size <= limit) return { ...headOf(response, shape), body, isBase64Encoded };
  const error = `The answer has ${size} bytes; this function service takes ${limit}.`;
  process.stderr.write(`${JSON.stringify({ level: 'error', message: error })}\n`);
  const instead = Response.json({ error }, { status: 500 });
  return { ...headOf(instead, shape), body: JSON.stringify({ error }), isBase64Encoded: false };
}

/** Bytes of a text in the JSON of an answer, where they could be more than `limit`: a character takes six at most. */
const sizeInJson = (text: string, limit: number): number => (text.length * 6 <= limit ? 0 : Buffer.byteLength(JSON.stringify(text)));

/** Status and headers, repeated ones as the gateway takes them. */
export function headOf({ headers, status }: Response, { format, multiValue }: EventShape): AnswerHead {
  const cookies = headers.getSetCookie();
  const others = [...headers].filter(([name]) => name !== 'set-cookie');
  if (multiValue) {
    const lists = others.map(([name, value]): [string, string[]] => [name, [value]]);
    return { statusCode: status, multiValueHeaders: Object.fromEntries(cookies.length > 0 ? [...lists, ['set-cookie', cookies]] : lists) };
  }
  const single = Object.fromEntries(others);
  if (cookies.length === 0) return { statusCode: status, headers: single };
  // A load balancer without lists of headers has room for one cookie.
  return format === '2.0'
    ? { statusCode: status, headers: single, cookies }
    : { statusCode: status, headers: { ...single, 'set-cookie': cookies[0] ?? '' } };
}

/** Compressed bytes are none, whatever their type says. */
function isText(headers: Headers): boolean {
  if (headers.has('content-encoding')) return false;
  const type = headers.get('content-type') ?? 'text/plain';
  return /^(?:text\/|application\/(?:[a-z.-]+\+)?(?:json|xml|javascript|x-www-form-urlencoded))/i.test(type);
}

/** What the runtime makes of a function that writes its answer. */
export type StreamingFunction = object;

type Stream = (event: unknown, output: Writable, context: InvocationContext) => Promise<void>;

/** A global of the service's runtime. */
interface StreamingRuntime {
  streamifyResponse(stream: Stream): StreamingFunction;
  readonly HttpResponseStream: { from(output: Writable, head: AnswerHead): Writable };
}

const isStreamingRuntime = (value: unknown): value is StreamingRuntime =>
  isRecord(value) && typeof value['streamifyResponse'] === 'function' && value['HttpResponseStream'] !== undefined;

/** The function that writes answers as they are made; undefined outside a runtime that has streams. */
export function streaming(invoke: (event: unknown, context: InvocationContext) => Promise<Invoked>): StreamingFunction | undefined {
  const runtime: unknown = Reflect.get(globalThis, 'awslambda');
  if (!isStreamingRuntime(runtime)) return undefined;
  return runtime.streamifyResponse(async (event, output, context) => {
    const { invocation, response, shape } = await invoke(event, context);
    const target = runtime.HttpResponseStream.from(output, headOf(response, shape));
    // The head is sent with the first chunk, which an answer without a body does not have.
    target.write('');
    await pipeline(response.body === null ? Readable.from([]) : Readable.fromWeb(response.body), target);
    await invocation.end();
  });
}

/** The used part of what a function service says of an invocation. */
export interface InvocationContext {
  /** Milliseconds until the service ends the invocation without an answer. */
  getRemainingTimeInMillis?(): number;
}

/** An answer is ended this long before the service's limit: what was made of it arrives, and its client learns why it ended. */
const reserveMs = 500;

/** One request of a service that stops the process after the answer and goes on with the next event. */
export class Invocation implements FetchScope {
  readonly #over = new AbortController();
  readonly #works: Promise<unknown>[] = [];
  readonly #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: InvocationContext) {
    const left = context.getRemainingTimeInMillis?.();
    if (left !== undefined) this.#timer = setTimeout(() => this.#over.abort(), Math.max(left - reserveMs, 0));
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  waitUntil(work: Promise<unknown>): void {
    this.#works.push(work);
  }

  /** The answer, or 504 when the time is over before there is one. */
  within(answer: Promise<Response>): Promise<Response> {
    return Promise.race([answer, this.#whenOver().then(() => Response.json({ error: 'Gateway Timeout' }, { status: 504 }))]);
  }

  /** Waits for work that may outlive the answer: a stopped process does none. */
  async end(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#works), this.#whenOver()]);
    clearTimeout(this.#timer);
  }

  #whenOver(): Promise<void> {
    const { signal } = this.#over;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
}

/** The answer to an event, before it is written in the form of the event's gateway. */
export interface Invoked {
  readonly response: Response;
  readonly shape: EventShape;
  readonly invocation: Invocation;
}
