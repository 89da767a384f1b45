import type { JsonObject } from '../../model/json.ts';
import { randomId } from '../../std/index.ts';
import { encodeNotification, encodeRequest, type RpcResponse } from '../json-rpc.ts';
import type { MessageSink } from '../client-channel.ts';

/** The client refused or failed a request of ours. */
export class ClientAnsweredError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The client did not answer within the question's time. */
export class AnswerTooLate extends Error {}

/** Nothing leads to the client at the moment: no stream, or one that it does not read. */
export class ClientUnreachable extends Error {}

interface PendingQuestion {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (reason: Error) => void;
}

/** Where a question is sent, and the signal that withdraws it. */
export interface AskTarget {
  readonly sink: MessageSink;
  readonly signal: AbortSignal;
}

/** Requests of ours to one session's client that wait for an answer. */
export class SessionQuestions {
  readonly #waiting = new Map<string, PendingQuestion>();
  #asked = 0;
  /** The halves of one session on two instances must not ask under one id: either would take the other's answer. */
  #tag: string | undefined;

  get count(): number {
    return this.#waiting.size;
  }

  /** Sends a request to the client and waits for the answer that a later message brings. @param target `ttlMs`: milliseconds to wait */
  ask(question: { method: string; params: JsonObject }, target: AskTarget & { readonly ttlMs?: number }): Promise<JsonObject> {
    this.#tag ??= randomId(6);
    const id = `q${++this.#asked}-${this.#tag}`;
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const cancel = (reason: string, failure: Error): void => {
        settle();
        target.sink.send(encodeNotification('notifications/cancelled', { requestId: id, reason }));
        reject(failure);
      };
      const giveUp = (): void => cancel('the call ended', new Error(`${question.method} was given up because the call ended`));
      const settle = (): void => {
        this.#waiting.delete(id);
        clearTimeout(timer);
        target.signal.removeEventListener('abort', giveUp);
      };
      if (target.signal.aborted) {
        reject(new Error('the call has ended'));
        return;
      }
      this.#waiting.set(id, {
        resolve: (result) => (settle(), resolve(result)),
        reject: (reason) => (settle(), reject(reason)),
      });
      target.signal.addEventListener('abort', giveUp, { once: true });
      if (target.ttlMs !== undefined)
        timer = setTimeout(() => cancel('no answer in time', new AnswerTooLate(`no answer to ${question.method} in time`)), target.ttlMs);
      if (!target.sink.send(encodeRequest(id, question.method, question.params))) {
        settle();
        reject(new ClientUnreachable(`${question.method} cannot reach the client`));
      }
    });
  }

  /** An answer to one of our questions; answers to unknown ids are ignored. */
  accept(response: RpcResponse): void {
    const pending = this.#waiting.get(String(response.id));
    if (pending === undefined) return;
    if (response.error === undefined) pending.resolve(response.result ?? {});
    else pending.reject(new ClientAnsweredError(response.error.code, response.error.message));
  }

  end(reason: string): void {
    for (const pending of this.#waiting.values()) pending.reject(new Error(reason));
  }
}
