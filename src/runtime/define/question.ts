import type { JsonObject } from '../model/index.ts';
import type { Awaitable } from '../std/promises.ts';

/** One thing that a running call asks its client: `elicitation/create`, `sampling/createMessage` or `roots/list`. */
export interface Question {
  /** Names the question within its call; by kind and order when absent. */
  readonly key?: string;
  readonly method: string;
  /** Shaped as in the newest revision; a wire that writes them otherwise projects them. */
  readonly params: JsonObject;
  /** Milliseconds after which an answer comes too late; 300000 when absent. */
  readonly ttlMs?: number;
  /** Never put to the model in the place of the person. */
  readonly onlyPerson?: boolean;
  /** Says what is wrong with an answer, in one sentence. Such an answer counts as none where the question can be put again. */
  readonly problemOf?: (answer: JsonObject) => Awaitable<string | undefined>;
}

/** Milliseconds that a client gets for an answer unless the question says otherwise. */
export const defaultAnswerMs = 300_000;
