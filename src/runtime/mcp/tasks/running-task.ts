import { defaultAnswerMs, type Question } from '../../define/asking.ts';
import { ServiceError } from '../../errors/index.ts';
import type { JsonObject } from '../../model/index.ts';
import type { Clock } from '../../std/index.ts';
import type { CallChannel } from '../call/call-request.ts';
import type { MethodCall } from '../protocol.ts';
import { checkQuestion, QuestionKeys, refusedByClient, tooLate } from '../check-question.ts';
import { type ClientError, putQuestion, type TaskRecord, withdrawQuestion } from './task-record.ts';
import type { TaskStore } from './task-store.ts';
import { encodeQuestion } from '../revisions/encode-question.ts';

interface PendingAnswer {
  readonly resolve: (answer: JsonObject) => void;
  readonly refuse: (error: ClientError) => void;
}

/**
 * A task from inside: the channel of its call. The store decides what happens, whichever instance a client talked to; this side watches
 * for answers and for the end.
 */
export class RunningTask implements CallChannel {
  readonly id: string;
  readonly #store: TaskStore;
  readonly #clock: Clock;
  readonly #call: MethodCall;
  readonly #controller = new AbortController();
  readonly #waiting = new Map<string, PendingAnswer>();
  readonly #keys = new QuestionKeys();
  readonly #unwatch: () => void;
  #stopWith: (reason: string) => void = () => undefined;

  constructor(parts: { id: string; store: TaskStore; clock: Clock; call: MethodCall }) {
    this.id = parts.id;
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#call = parts.call;
    const stopped = new Promise<string>((resolve) => {
      this.#stopWith = resolve;
    });
    void stopped.then((reason) => this.#controller.abort(new ServiceError('REQUEST_CANCELLED', reason)));
    this.#unwatch = parts.store.watch(parts.id, (record) => this.#see(record));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Progress and logs are not part of the extension: who polls has no stream that they could go to. */
  notify(): boolean {
    return false;
  }

  /**
   * By a promise of the run's own: who cancels is another request, and on fetch platforms one request must not touch the timers and
   * connections of another, which is what listeners of the signal do.
   */
  stop(reason: string): void {
    this.#stopWith(reason);
  }

  /** The run is over: nothing of the store reaches it any more. */
  release(): void {
    this.#unwatch();
  }

  /** An answer that does not fit is asked for again until the time is up. */
  async ask(question: Question): Promise<JsonObject> {
    checkQuestion(this.#call.server.runtime.model, this.#call.clientCapabilities, question);
    const request = { method: question.method, params: encodeQuestion(this.#call.revision.questionForm, question) };
    const deadline = this.#clock() + (question.ttlMs ?? defaultAnswerMs);
    const key = this.#keys.take(question);
    for (let attempt = 1; ; attempt++) {
      const left = deadline - this.#clock();
      if (left <= 0) throw tooLate(question);
      // Never a key that was used: a late answer to an old question must not count for a new one. No author's key holds a colon.
      const attemptKey = attempt === 1 ? key : `${key}:${attempt}`;
      const answer = await this.#askOnce({ key: attemptKey, request }, { left, late: () => tooLate(question) });
      if ((await question.problemOf?.(answer)) === undefined) return answer;
    }
  }

  async #askOnce(
    asked: { key: string; request: { method: string; params: JsonObject } },
    time: { left: number; late: () => Error },
  ): Promise<JsonObject> {
    this.signal.throwIfAborted();
    const { key, request } = asked;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let giveUp: (() => void) | undefined;
    try {
      return await new Promise<JsonObject>((resolve, reject) => {
        // Before the question is visible: the answer may come at once.
        this.#waiting.set(key, { resolve, refuse: (error) => reject(refusedByClient(request.method, error)) });
        giveUp = (): void => reject(this.signal.reason);
        this.signal.addEventListener('abort', giveUp, { once: true });
        timer = setTimeout(() => reject(time.late()), time.left);
        this.#store.change(this.id, (record) => putQuestion(record, asked, this.#clock())).catch(reject);
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

  #see(record: TaskRecord): void {
    if (record.outcome?.status === 'cancelled') this.stop('the task was cancelled');
    for (const [key, { refuse, resolve }] of this.#waiting) {
      const refusal = record.refusals?.[key];
      if (refusal !== undefined) refuse(refusal);
      const answer = Object.hasOwn(record.answers, key) ? record.answers[key] : undefined;
      // A copy: what the handler makes of it must not change the record.
      if (answer !== undefined) resolve(structuredClone(answer));
    }
  }
}
