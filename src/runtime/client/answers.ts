import { isJsonObject, type Json, type JsonObject } from '../model/index.ts';
import { ClientError } from './errors.ts';

/** Answers a question that a server puts to the client: `elicitation/create`, `sampling/createMessage` or `roots/list`. */
export type AnswerQuestion = (method: string, params: JsonObject) => Promise<JsonObject>;

/** Answers one kind of question: takes the parameters of the server's request, gives the result. */
export type AnswerOne = (params: JsonObject) => JsonObject | Promise<JsonObject>;

/** What answers the questions of a server. A kind without a handler is not declared, and servers do not ask it. */
export interface Handlers {
  /**
   * Answers a form or an address for the person: `{ action: 'accept', content }`, `{ action: 'decline' }` or `{ action: 'cancel' }`.
   * @example
   * import { connect } from '@service/sdk/client';
   * await connect('http://127.0.0.1:3000/mcp', { onElicit: () => ({ action: 'accept', content: { sure: true } }) });
   */
  readonly onElicit?: AnswerOne;
  /** Answers a request for a model's words: `{ role: 'assistant', content, model }`. */
  readonly onSample?: AnswerOne;
  /** Names the folders that the server may see: `{ roots: [{ uri: 'file:///work' }] }`. */
  readonly onRoots?: AnswerOne;
}

/** What a client says that it can answer. */
export const capabilitiesOf = ({ onElicit, onRoots, onSample }: Handlers): JsonObject => ({
  ...(onElicit === undefined ? {} : { elicitation: {} }),
  ...(onSample === undefined ? {} : { sampling: {} }),
  ...(onRoots === undefined ? {} : { roots: {} }),
});

/** @throws {ClientError} for a question without a handler */
export function answerBy({ onElicit, onRoots, onSample }: Handlers): AnswerQuestion {
  const handlers = new Map([
    ['elicitation/create', onElicit],
    ['sampling/createMessage', onSample],
    ['roots/list', onRoots],
  ]);
  return async (method, params) => {
    const handler = handlers.get(method);
    if (handler === undefined)
      throw new ClientError(`The server asks for ${JSON.stringify(method)}, and this client answers no such question`);
    return handler(params);
  };
}

/** A server that asks more often than this does not come to an end. */
export const maxRounds = 32;

/** Parameters by which a request is sent again that the server answered with questions (2026-07-28). @throws {ClientError} */
export async function nextRound(result: JsonObject, answer: AnswerQuestion | undefined): Promise<JsonObject> {
  const { inputRequests, requestState } = result;
  return { inputResponses: await answerAll(inputRequests, answer), requestState };
}

/** The answers to questions, by their keys. @throws {ClientError} where there is no handler for one of them */
export async function answerAll(asked: Json | undefined, answer: AnswerQuestion | undefined): Promise<JsonObject> {
  const answers: [string, JsonObject][] = [];
  for (const [key, question] of Object.entries(isJsonObject(asked) ? asked : {})) {
    const { method, params } = isJsonObject(question) ? question : {};
    if (answer === undefined || typeof method !== 'string')
      throw new ClientError('The server asks a question, and there is no terminal to answer it at');
    answers.push([key, await answer(method, isJsonObject(params) ? params : {})]);
  }
  return Object.fromEntries(answers);
}
