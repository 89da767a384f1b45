import type { Question } from '../define/asking.ts';
import { ServiceError } from '../errors/index.ts';

/** A name, so that it can stand in JSON beside others; never `__proto__`. */
const keyText = /^[A-Za-z][\w.-]{0,63}$/;

const ordinalNames: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** Names the questions of one run of a call: by the author, or by kind and order, which is the same in every run of the same code. */
export class QuestionKeys {
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();

  /** @throws {ServiceError} SERVER_ERROR for a key that is no name or that the call has used */
  take(question: Question): string {
    const key = question.key ?? this.#nextOrdinal(question.method);
    if (!keyText.test(key))
      throw new ServiceError(
        'SERVER_ERROR',
        `The key "${key}" of a question must be a name: a letter, then at most 63 letters, digits, ".", "_" or "-"`,
      );
    if (this.#taken.has(key))
      throw new ServiceError('SERVER_ERROR', `The key "${key}" names two questions of one call; give each its own, or none`);
    this.#taken.add(key);
    return key;
  }

  #nextOrdinal(method: string): string {
    const count = (this.#counts.get(method) ?? 0) + 1;
    this.#counts.set(method, count);
    return `${ordinalNames[method] ?? 'question'}-${count}`;
  }
}
