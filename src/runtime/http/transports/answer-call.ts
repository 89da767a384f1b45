import { printChallenge } from '../../auth/verify/challenge.ts';
import type { RpcAnswer } from '../../mcp/dispatch.ts';
import type { Outlet } from '../../mcp/outlet.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { answerJsonText } from '../../web/json-answer.ts';
import { LazyEventStream } from './event-stream.ts';

/** A refusal that more scopes would change asks for them (RFC 6750 section 3.1); where to get them is added around the endpoint. */
const challengeOf = ({ neededScopes: scopes }: RpcAnswer): HttpAnswer['headers'] | undefined =>
  scopes === undefined ? undefined : { 'www-authenticate': printChallenge({ error: 'insufficient_scope', scopes }) };

/** The way of one call, and whether its answer must follow on a stream. */
export interface CallStream extends Outlet {
  readonly opened: boolean;
  finish(message: string): void;
}

/**
 * Runs a call and answers with JSON, or with an event stream when the call says something before its answer. Once the stream is open
 * the status is 200 already, so a late error goes in-band.
 */
export function answerCall(
  run: (outlet: Outlet) => Promise<RpcAnswer>,
  createStream: (open: (answer: HttpAnswer) => void) => CallStream = (open) => new LazyEventStream(open),
): Promise<HttpAnswer> {
  return new Promise((resolve) => {
    const stream = createStream(resolve);
    void run(stream).then((answer) => {
      if (stream.opened) stream.finish(answer.text);
      else resolve(answerJsonText(answer.status, answer.text, challengeOf(answer)));
    });
  });
}
