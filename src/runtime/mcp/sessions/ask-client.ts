import { defaultAnswerMs, type Question } from '../../define/asking.ts';
import { invalidParams, listedError, ProtocolError } from '../../errors/index.ts';
import type { JsonObject, ServerModel } from '../../model/index.ts';
import type { Ask } from '../client-channel.ts';
import * as rpcCodes from '../rpc-codes.ts';
import type { AskedConversation } from '../protocol.ts';
import { checkQuestion, QuestionKeys, refusedByClient, tooLate } from '../check-question.ts';
import { encodeQuestion } from '../revisions/encode-question.ts';
import { AnswerTooLate, ClientAnsweredError, ClientUnreachable, SessionQuestions, type AskTarget } from './session-questions.ts';

/** The requests of ours to a client; made by the first. */
export const questionsOf = (conversation: AskedConversation): SessionQuestions => (conversation.questions ??= new SessionQuestions());

/** The questions of one call as requests of the server's own, on the call's stream; a later message of the client answers. */
export function askClient(model: ServerModel, conversation: AskedConversation, target: AskTarget): Ask {
  const { clientCapabilities, revision } = conversation.opening;
  let keys: QuestionKeys | undefined;
  return async (question) => {
    checkQuestion(model, clientCapabilities, question);
    // Names are not needed here, but a call that cannot name its questions must fail in every revision alike.
    keys ??= new QuestionKeys();
    keys.take(question);
    const params = encodeQuestion(revision.questionForm, question);
    const asked = { method: question.method, params };
    const signal = question.signal === undefined ? target.signal : AbortSignal.any([target.signal, question.signal]);
    const answer = await questionsOf(conversation)
      .ask(asked, { sink: target.sink, signal, ttlMs: question.ttlMs ?? defaultAnswerMs })
      .catch((failure: unknown): never => {
        throw explain(failure, question, params);
      });
    const problem = await question.problemOf?.(answer);
    if (problem !== undefined) throw invalidParams(`The client's answer to ${question.method} does not fit what was asked: ${problem}`);
    return answer;
  };
}

function explain(failure: unknown, question: Question, params: JsonObject): unknown {
  if (failure instanceof AnswerTooLate) return tooLate(question);
  if (failure instanceof ClientAnsweredError) return refusedByClient(question.method, failure);
  if (!(failure instanceof ClientUnreachable)) return failure;
  if (params.mode === 'url') {
    // The client opens the page by itself and calls again (MCP 2025-11-25, elicitation, URL mode).
    return new ProtocolError(rpcCodes.urlElicitationRequired, 'This call needs the person to open a page first', {
      data: { elicitations: [params] },
    });
  }
  return listedError('ELICITATION_NOT_SUPPORTED', `${question.method} cannot reach the client: this call has no stream that it reads`);
}
