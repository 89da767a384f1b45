import type { ServerResponse } from 'node:http';
import { uncached } from '../http/headers/security.ts';
import type { FixedHeaders } from '../http/headers/security.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import { answerJson } from '../web/json-answer.ts';
import { BodyTurns } from './body-turns.ts';
import { writeAnswer } from './node-answer.ts';
import type { OpenAnswers } from './open-answers.ts';
import { Pipelines } from './pipelines.ts';

/** Starts requests of `node:http` while what their address makes this process keep is within its share, and answers the others with 503. */
export class RequestAdmission {
  readonly pipelines: Pipelines;
  readonly turns = new BodyTurns();
  readonly #open: OpenAnswers;
  readonly #tooMuchUnread: HttpAnswer;
  readonly #tooManyBodies: HttpAnswer;

  constructor(open: OpenAnswers, securityHeaders: FixedHeaders) {
    this.#open = open;
    this.pipelines = new Pipelines(open);
    const headers = { ...securityHeaders, ...uncached, connection: 'close', 'retry-after': '5' };
    const refuse = (message: string): HttpAnswer => answerJson(503, { error: 'Service Unavailable', message }, headers);
    this.#tooMuchUnread = refuse('Too many answers are not read');
    this.#tooManyBodies = refuse('Too many large bodies wait to be read');
  }

  /**
   * Serves a request after the packet that began it has been parsed to its end: a body that came with the head is whole then.
   * @param response one of the open answers
   */
  admit(response: ServerResponse, serve: () => void): void {
    const { req: message } = response;
    const start = (): void => void setImmediate(() => this.#serve(response, serve));
    if (this.turns.isFull(message)) this.#refuse(response, this.#tooManyBodies);
    else if (this.pipelines.isFull(message) || !this.pipelines.start(response, start)) this.#refuse(response, this.#tooMuchUnread);
  }

  /** Hundreds of requests that arrived in one turn of the loop were let in before the first of them was answered. */
  #serve(response: ServerResponse, serve: () => void): void {
    if (this.pipelines.isFull(response.req)) writeAnswer(response, this.#tooMuchUnread, false);
    else serve();
  }

  /** What was pipelined behind other requests is cut off (RFC 9112 section 9.3.2): each refusal would wait in memory as well. */
  #refuse(response: ServerResponse, answer: HttpAnswer): void {
    const { socket } = response.req;
    if (this.#open.of(socket).length > 1) socket.destroy();
    else writeAnswer(response, answer, false);
  }
}
