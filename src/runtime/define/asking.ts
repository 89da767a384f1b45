import { ProtocolError } from '../errors/index.ts';
import type { JsonObject } from '../model/index.ts';
import type { ElicitContent, ElicitSchema } from './form-schema.ts';
import type { Awaitable } from '../std/promises.ts';

/** One thing that a running call asks its client: `elicitation/create`, `sampling/createMessage` or `roots/list`. */
export interface Question {
  /** Names the question within its call; by kind and order when absent. */
  readonly key?: string;
  /** Method of the request to the client. */
  readonly method: string;
  /** Shaped as in the newest revision; a wire that writes them otherwise projects them. */
  readonly params: JsonObject;
  /** Milliseconds after which an answer comes too late; 300000 when absent. */
  readonly ttlMs?: number;
  /** Never put to the model in the place of the person. */
  readonly onlyPerson?: boolean;
  /** Withdraws the question: what asks it has ended. */
  readonly signal?: AbortSignal;
  /** Says what is wrong with an answer, in one sentence. Such an answer counts as none where the question can be put again. */
  readonly problemOf?: (answer: JsonObject) => Awaitable<string | undefined>;
}

/** Milliseconds that a client gets for an answer unless the question says otherwise. */
export const defaultAnswerMs = 300_000;

/** A running call, which can reach its client. */
export interface Asker {
  /** Asks the client, and resolves with its answer. */
  ask(question: Question): Promise<JsonObject>;
}

/** Formats questions and checks their answers. The feature `rounds` brings it, so that servers that never ask go without. */
export interface Asking {
  /** Asks the person (`elicitation/create`). */
  elicit<S extends ElicitSchema>(asker: Asker, question: ElicitQuestion<S>): Promise<ElicitAnswer<ElicitContent<S>>>;
  /** Asks the model of the client (`sampling/createMessage`). */
  sample(asker: Asker, params: JsonObject, options: AskOptions): Promise<JsonObject>;
  /** Asks for the roots of the client (`roots/list`). */
  listRoots(asker: Asker, options: AskOptions): Promise<readonly JsonObject[]>;
}

/** Options of a question to the client: `sample` and `listRoots`. */
export interface AskOptions {
  /** Tells several questions of one call apart; by kind and order when absent. */
  readonly key?: string;
  /** Milliseconds to wait; 300000 when absent. */
  readonly ttl?: number;
}

/** Options of `elicit`. */
export interface ElicitOptions {
  /** `form` asks for fields; `url` sends the person to a page. `form` when absent. */
  readonly mode?: 'form' | 'url';
  /** Milliseconds to wait; 300000 when absent. */
  readonly ttl?: number;
  /** Id of the question in `url` mode, for `notifyElicitationComplete`. */
  readonly elicitationId?: string;
  /** Of the page, in `url` mode; never with data of the person or a link that signs in. */
  readonly url?: string;
  /** Tells several questions of one call apart; by order when absent. */
  readonly key?: string;
  /** The answer is a permission or a secret: never put to the model by `elicitation.fallbackTool`. */
  readonly onlyPerson?: boolean;
}

/** Answer of the person to `elicit`. */
export interface ElicitAnswer<T> {
  /** In `url` mode `accept` means that the person agreed to open the page, not that they are done there. */
  readonly status: 'accept' | 'decline' | 'cancel';
  /** Checked against the schema; only of an accepted form. */
  readonly content?: T;
  /** The model handed it in (`elicitation.fallbackTool`); nothing shows that a person was asked. */
  readonly fromModel?: true;
}

export interface ElicitQuestion<S extends ElicitSchema> {
  /** Text that the person reads. */
  readonly message: string;
  /** Fields of the form. */
  readonly schema: S;
  /** Options of the question. */
  readonly options: ElicitOptions;
}

/** Asks the person behind the client of a call. */
export const askPerson = <S extends ElicitSchema>(
  call: Asker & { readonly services: { readonly asking?: Asking | undefined } },
  question: ElicitQuestion<S>,
): Promise<ElicitAnswer<ElicitContent<S>>> =>
  observed(call.services.asking?.elicit(call, question) ?? cannotAsk({ method: 'elicitation/create' }));

/** The answer to every question where the server was built without {@link Asking}, or where nothing asks its client. */
export const cannotAsk = async ({ method }: Pick<Question, 'method'>): Promise<never> => {
  const problem =
    'tools, prompts and resources ask their client, and plugins that say asks: true in @Plugin, on a server with the feature "rounds"';
  // -32603
  throw new ProtocolError(-32603, `${method} is not possible here: ${problem}`);
};

/**
 * An unawaited question must not end the process when its round ends: `const a = ask(); const b = ask();
 * await a; await b` never awaits `b` once `a` has failed. An awaiting caller still gets the error.
 */
export function observed<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return answer;
}
