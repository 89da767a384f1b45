import { ServiceError } from '../../errors/index.ts';
import { defaultAnswerMs } from '../../define/question.ts';
import type { Question } from '../../define/question.ts';
import type { JsonObject } from '../../model/index.ts';
import type { Clock } from '../../std/index.ts';
import type { CallChannel } from '../call/channel.ts';
import { checkCapability } from '../questions.ts';
import { putQuestion, withdrawQuestion } from './task-record.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskStore } from './task-store.ts';

/**
 * A task from inside: the channel of its call. The store decides what happens, whichever instance a client talked to; this side watches
 * for answers and for the end.
 */
export class RunningTask implements CallChannel {
  readonly id: string;
  readonly #store: TaskStore;
  readonly #clock: Clock;
  readonly #clientCapabilities: JsonObject;
  readonly #controller = new AbortController();
  readonly #waiting = new Map<string, (answer: JsonObject) => void>();
  readonly #usedKeys = new Set<string>();
  readonly #unwatch: () => void;

  constructor(parts: { id: string; store: TaskStore; clock: Clock; clientCapabilities: JsonObject }) {
    this.id = parts.id;
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#clientCapabilities = parts.clientCapabilities;
    this.#unwatch = parts.store.watch(parts.id, (record) => this.#see(record));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Progress and logs are not part of the extension: who polls has no stream that they could go to. */
  notify(): boolean {
    return false;
  }

  stop(reason: string): void {
    this.#controller.abort(new ServiceError('REQUEST_CANCELLED', reason));
  }

  /** The run is over: nothing of the store reaches it any more. */
  release(): void {
    this.#unwatch();
  }

  /** An answer that does not fit is asked for again, under a new key, until the time is up. */
  async ask(question: Question): Promise<JsonObject> {
    checkCapability(this.#clientCapabilities, question);
    const ttlMs = question.ttlMs ?? defaultAnswerMs;
    const deadline = this.#clock() + ttlMs;
    for (;;) {
      const left = deadline - this.#clock();
      if (left <= 0) throw tooLate(ttlMs);
      const answer = await this.#askOnce(question, { ttlMs, left });
      if ((await question.problemOf?.(answer)) === undefined) return answer;
    }
  }

  async #askOnce(question: Question, time: { ttlMs: number; left: number }): Promise<JsonObject> {
    this.signal.throwIfAborted();
    const key = this.#newKey(question);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let giveUp: (() => void) | undefined;
    try {
      return await new Promise<JsonObject>((resolve, reject) => {
        // Before the question is visible: the answer may come at once.
        this.#waiting.set(key, resolve);
        giveUp = (): void => reject(this.signal.reason);
        this.signal.addEventListener('abort', giveUp, { once: true });
        timer = setTimeout(() => reject(tooLate(time.ttlMs)), time.left);
        const request = { method: question.method, params: question.params };
        this.#store.change(this.id, (record) => putQuestion(record, { key, request }, this.#clock())).catch(reject);
      });
    } catch (failure) {
      if (!this.signal.aborted) await this.#store.change(this.id, (record) => withdrawQuestion(record, key, this.#clock()));
      throw failure;
    } finally {
      clearTimeout(timer);
      if (giveUp !== undefined) this.signal.removeEventListener('abort', giveUp);
      this.#waiting.delete(key);
    }
  }

  /** Never one that was used: a late answer to an old question must not count for a new one. */
  #newKey(question: Question): string {
    const wanted = question.key ?? question.method.replace('/', '-');
    let key = wanted;
    for (let count = 2; this.#usedKeys.has(key); count++) key = `${wanted}-${count}`;
    this.#usedKeys.add(key);
    return key;
  }

  #see(record: TaskRecord): void {
    if (record.outcome?.status === 'cancelled') this.stop('the task was cancelled');
    for (const [key, resolve] of this.#waiting) {
      const answer = Object.hasOwn(record.answers, key) ? record.answers[key] : undefined;
      if (answer !== undefined) resolve(answer);
    }
  }
}

const tooLate = (ttlMs: number): ServiceError => new ServiceError('ELICITATION_TIMEOUT', `No answer within ${ttlMs}ms`);
