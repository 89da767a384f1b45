import type { JsonObject } from '../../model/index.ts';
import { isJsonObject } from '../json-rpc.ts';
import type { MethodCall } from '../method.ts';
import { ClientAnsweredError } from '../sessions/session-questions.ts';
import { relatedTask } from './session-task.ts';
import { unknownTask } from './task-methods.ts';
import { refuseQuestion, takeAnswers, type TaskRecord } from './task-record.ts';
import type { TaskRunner } from './task-runner.ts';

/**
 * Waits until a task has ended, and asks the client meanwhile what the task asks. Each change only wakes this loop: on fetch platforms
 * another request, which changes the task, must not start the timers and questions of this one.
 * @throws {ServiceError} TASK_NOT_FOUND when the task expires
 */
export async function awaitTask(runner: TaskRunner, call: MethodCall, id: string): Promise<TaskRecord> {
  const { signal } = call.channel;
  const over = new AbortController();
  let wake: () => void = () => undefined;
  const change = (): void => wake();
  const stopWatching = runner.store.watch(id, change);
  signal.addEventListener('abort', change, { once: true });
  const asker = new TaskAsker({ runner, call, id, signal: over.signal });
  let expiry: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => (wake = resolve));
      const record = await runner.store.find(id);
      signal.throwIfAborted();
      if (record === undefined) throw unknownTask();
      if (record.outcome !== undefined) return record;
      expiry ??= setTimeout(change, record.createdAt + record.ttlMs - runner.clock());
      asker.askNew(record);
      await changed;
    }
  } finally {
    clearTimeout(expiry);
    stopWatching();
    signal.removeEventListener('abort', change);
    over.abort(new Error('the task has ended'));
  }
}

interface AskedTask {
  readonly runner: TaskRunner;
  readonly call: MethodCall;
  readonly id: string;
  readonly signal: AbortSignal;
}

/** Puts the questions of a task to the client, as requests on the stream of one call. */
class TaskAsker {
  readonly #options: AskedTask;
  readonly #asked = new Set<string>();

  constructor(options: AskedTask) {
    this.#options = options;
  }

  askNew(record: TaskRecord): void {
    for (const [key, request] of Object.entries(record.inputRequests)) {
      if (this.#asked.has(key)) continue;
      this.#asked.add(key);
      // A client that cannot be reached now is asked by its next tasks/result.
      this.#ask(key, request).catch((failure: unknown) => {
        this.#options.call.server.runtime.logger.debug('a question of a task has no answer', { failure });
      });
    }
  }

  async #ask(key: string, request: JsonObject): Promise<void> {
    const { call, id, runner, signal } = this.#options;
    const { rounds } = call.server.extensions;
    if (rounds === undefined || call.conversation === undefined) return;
    const questions = rounds.questionsOf(call.conversation);
    const params = isJsonObject(request.params) ? request.params : {};
    const meta = isJsonObject(params._meta) ? params._meta : {};
    const { method } = request;
    if (typeof method !== 'string') return;
    const question = { method, params: { ...params, _meta: { ...meta, ...relatedTask(id) } } };
    try {
      const answer = await questions.ask(question, { sink: call.sink, signal });
      await runner.store.change(id, (record) => takeAnswers(record, new Map([[key, answer]]), runner.clock()));
    } catch (failure) {
      if (!(failure instanceof ClientAnsweredError)) throw failure;
      const { code, message } = failure;
      await runner.store.change(id, (record) => refuseQuestion(record, { key, error: { code, message } }, runner.clock()));
    }
  }
}
