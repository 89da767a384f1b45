import type { Question } from '../../define/question.ts';
import type { JsonObject } from '../../model/index.ts';
import type { CallChannel } from '../call/channel.ts';

/** The channel of a call that becomes a task on its way: the caller's until `startTask()`, the task's from there on. */
export class HandoverChannel implements CallChannel {
  readonly progressToken?: string | number;
  readonly #controller = new AbortController();
  readonly #begin: () => Promise<CallChannel>;
  #current: CallChannel;
  #handover: Promise<void> | undefined;
  #follow: () => void;

  constructor(caller: CallChannel, begin: () => Promise<CallChannel>) {
    this.#current = caller;
    this.#begin = begin;
    if (caller.progressToken !== undefined) this.progressToken = caller.progressToken;
    this.#follow = this.#listenTo(caller);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  notify(method: string, params: JsonObject): boolean {
    return this.#current.notify(method, params);
  }

  ask(question: Question): Promise<JsonObject> {
    return this.#current.ask(question);
  }

  startTask(): Promise<void> {
    return (this.#handover ??= this.#handOver());
  }

  async #handOver(): Promise<void> {
    this.signal.throwIfAborted();
    const task = await this.#begin();
    // From here on the caller may go; only the task's own end ends the work.
    this.#follow();
    this.#current = task;
    this.#follow = this.#listenTo(task);
  }

  #listenTo(channel: CallChannel): () => void {
    const stop = (): void => this.#controller.abort(channel.signal.reason);
    if (channel.signal.aborted) stop();
    else channel.signal.addEventListener('abort', stop, { once: true });
    return () => channel.signal.removeEventListener('abort', stop);
  }
}
