import { printChallenge } from '../../auth/verify/challenge.ts';
import type { RpcAnswer } from '../../mcp/dispatch.ts';
import type { Outlet } from '../../mcp/outlet.ts';
import type { Awaitable } from '../../std/index.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { answerJsonText } from '../../web/json-answer.ts';
import { LazyEventStream } from './event-stream.ts';

/** A refusal that more scopes would change asks for them (RFC 6750 section 3.1); where to get them is added around the endpoint. */
const headersOf = ({ neededScopes: scopes, retryAfterSeconds }: RpcAnswer): HttpAnswer['headers'] | undefined => {
  if (retryAfterSeconds !== undefined) return { 'retry-after': String(retryAfterSeconds) };
  return scopes === undefined ? undefined : { 'www-authenticate': printChallenge({ error: 'insufficient_scope', scopes }) };
};

/** The way of one call, and whether its answer must follow on a stream. */
export interface CallStream extends Outlet {
  readonly opened: boolean;
  finish(message: string): void;
}

/** Runs a call whose messages go to the outlet. */
export type RunCall = (outlet: Outlet) => Awaitable<RpcAnswer>;

/**
 * Runs a call and answers with JSON, or with an event stream when the call says something before its answer. Once the stream is open
 * the status is 200 already, so a late error goes in-band.
 */
export function answerCall(
  run: RunCall,
  createStream: (open: (answer: HttpAnswer) => void) => CallStream = (open) => new LazyEventStream(open),
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
  const whole = answerJsonText(answer.status, answer.text, headersOf(answer));
  return answer.length === undefined ? whole : { ...whole, bodyLength: answer.length };
}
