import { messageOf } from '../errors/index.ts';
import { internalError } from '../mcp/rpc-codes.ts';
import type { RpcMessage } from '../mcp/json-rpc.ts';
import type { JsonObject } from '../model/index.ts';
import type { NotificationListener, SendOptions, ServerListener } from './connection.ts';
import { messageText, readMessage, resultOf } from './messages.ts';

interface Waiting {
  readonly resolve: (answer: RpcMessage) => void;
  readonly reject: (failure: Error) => void;
  readonly notified: NotificationListener | undefined;
}

export const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new Error('The call was cancelled');

/** Answers a request of the server; what the listener throws is sent as an error. */
export async function replyTo(message: RpcMessage & { readonly kind: 'request' }, listener: ServerListener | undefined): Promise<string> {
  const { id, method, params } = message;
  try {
    if (method === 'ping') return messageText({ id, result: {} });
    if (listener === undefined) throw new Error(`this client answers no ${method}`);
    return messageText({ id, result: await listener.asked(method, params, id) });
  } catch (failure) {
    return messageText({ id, error: { code: internalError, message: messageOf(failure) } });
  }
}

/** More than a server has questions open at once, few enough to wait in memory. */
const maxReplies = 100;

/** Answers to the requests of a server. One that asks faster than it takes answers gets no more: they would fill the memory. */
export class Replies {
  #running = 0;

  /** @param send ends when the server has taken the answer; it does not reject */
  async answer(
    message: RpcMessage & { readonly kind: 'request' },
    listener: ServerListener | undefined,
    send: (reply: string) => Promise<void>,
  ): Promise<void> {
    if (this.#running >= maxReplies) return;
    this.#running++;
    await send(await replyTo(message, listener));
    this.#running--;
  }
}

/** The client's side of a conversation in which answers come in any order: a byte stream, a pair of HTTP streams, or in process. */
export class Peer {
  readonly #write: (text: string) => void | Promise<void>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #replies = new Replies();
  #ended: Error | undefined;
  #lastId = 0;
  /** Hears what belongs to no request, once there is a session. */
  listener: ServerListener | undefined;

  /** @param write sends one message; what it throws fails the request that it was */
  constructor(write: (text: string) => void | Promise<void>) {
    this.#write = write;
  }

  async send(method: string, params: JsonObject, { onNotification, signal }: SendOptions): Promise<JsonObject> {
    signal.throwIfAborted();
    if (this.#ended !== undefined) throw this.#ended;
    const id = ++this.#lastId;
    let cancel = (): void => undefined;
    try {
      const answer = await new Promise<RpcMessage>((resolve, reject) => {
        // A cancelled call is not answered.
        cancel = () => {
          this.notify('notifications/cancelled', { requestId: id });
          reject(reasonOf(signal));
        };
        signal.addEventListener('abort', cancel, { once: true });
        this.#waiting.set(id, { resolve, reject, notified: onNotification });
        void this.#send(messageText({ id, method, params }), reject);
      });
      signal.throwIfAborted();
      return resultOf(answer);
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#waiting.delete(id);
    }
  }

  notify(method: string, params?: JsonObject): void {
    void this.#send(messageText({ method, params }), () => undefined);
  }

  /** Takes one message of the server. */
  receive(text: string): void {
    const message = readMessage(text);
    if (message.kind === 'response') this.#waiting.get(Number(message.id))?.resolve(message);
    else if (message.kind === 'notification') this.#hear(message.method, message.params);
    else void this.#replies.answer(message, this.listener, (reply) => this.#send(reply, () => undefined));
  }

  /** Nothing more comes: every request fails, also later ones. */
  end(failure: Error): void {
    this.#ended ??= failure;
    for (const { reject } of this.#waiting.values()) reject(failure);
  }

  #hear(method: string, params: JsonObject): void {
    this.listener?.notified(method, params);
    for (const { notified } of this.#waiting.values()) notified?.(method, params);
  }

  async #send(text: string, failed: (failure: Error) => void): Promise<void> {
    try {
      await this.#write(text);
    } catch (failure) {
      failed(failure instanceof Error ? failure : new Error(String(failure)));
    }
  }
}
