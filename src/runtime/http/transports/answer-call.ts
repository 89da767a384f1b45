import { printScopeChallenge } from '../../auth/verify/challenge.ts';
import type { RpcAnswer } from '../../mcp/dispatch.ts';
import type { MessageSink } from '../../mcp/client-channel.ts';
import type { Awaitable } from '../../std/index.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { jsonHeaders } from '../../web/json-answer.ts';
import { LazyEventStream } from './event-stream.ts';

/** Whether an `Accept` header names what an answer may be; types have no case (RFC 9110 §8.3.1). */
export const acceptsJson = /application\/(json|\*)|\*\/\*/i;
export const acceptsEvents = /text\/(event-stream|\*)|\*\/\*/i;

/** A refusal that more scopes would change asks for them (RFC 6750 section 3.1); where to get them is added around the endpoint. */
const headersOf = ({ neededScopes: scopes, retryAfterSeconds }: RpcAnswer): HttpAnswer['headers'] | undefined => {
  if (retryAfterSeconds !== undefined) return { 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' };
  return scopes === undefined ? undefined : { 'www-authenticate': printScopeChallenge(scopes) };
};

/** The way of one call, and whether its answer must follow on a stream. */
export interface CallStream extends MessageSink {
  readonly opened: boolean;
  finish(message: string): void;
}

type OpenAnswer = (answer: HttpAnswer) => void;

/** Made by the first message: most calls say nothing before their answer. */
class LazyStream implements CallStream {
  readonly #open: OpenAnswer;
  #stream: LazyEventStream | undefined;

  constructor(open: OpenAnswer) {
    this.#open = open;
  }

  get opened(): boolean {
    return this.#stream?.opened === true;
  }

  send(message: string): boolean {
    this.#stream ??= new LazyEventStream(this.#open);
    return this.#stream.send(message);
  }

  finish(message: string): void {
    this.#stream?.finish(message);
  }
}

/** Runs a call whose messages go to the sink. */
export type RunCall = (sink: MessageSink) => Awaitable<RpcAnswer>;

/**
 * Runs a call and answers with JSON, or with an event stream when the call says something before its answer. Once the stream is open
 * the status is 200 already, so a late error goes in-band.
 */
export function answerCall(
  run: RunCall,
  createStream: (open: OpenAnswer) => CallStream = (open) => new LazyStream(open),
): Awaitable<HttpAnswer> {
  let opened: HttpAnswer | undefined;
  let tellOpened: ((answer: HttpAnswer) => void) | undefined;
  const stream = createStream((answer) => {
    opened = answer;
    tellOpened?.(answer);
  });
  const running = run(stream);
  if (running instanceof Promise) {
    return new Promise((resolve) => {
      // A stream is there, or has lost its reader, before the call is over.
      tellOpened = (answer) => resolve({ ...answer, working: running.then(ignore) });
      if (opened !== undefined) tellOpened(opened);
      void running.then((answer) => {
        if (stream.opened) stream.finish(answer.text);
        else resolve(answerWhole(answer));
      });
    });
  }
  if (opened === undefined) return answerWhole(running);
  stream.finish(running.text);
  return opened;
}

const ignore = (): void => undefined;

function answerWhole(answer: RpcAnswer): HttpAnswer {
  const { length: bodyLength, status, text: body } = answer;
  const headers = headersOf(answer);
  return { status, headers: headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers }, body, bodyLength };
}
