import { cannotAsk, type Question } from '../define/asking.ts';
import type { Json, JsonObject } from '../model/json.ts';
import type { CallChannel } from './call/call-request.ts';
import { encodeNotification, isRequestId } from './json-rpc.ts';
import { passesThreshold } from './log-levels.ts';
import type { LogLevel } from './log-levels.ts';
import type { MessageSink } from './message-sink.ts';

export type Ask = CallChannel['ask'];

/** A signal that ends a call early. */
export interface Ending {
  readonly signal: AbortSignal;
}

interface ChannelOptions {
  readonly ending: Ending;
  readonly meta: JsonObject;
  /** Undefined where nothing asks its client. */
  readonly ask: Ask | undefined;
  readonly revision: { readonly completesElicitation: boolean };
  /** Lowest level that the client wants; undefined: none. */
  readonly logThreshold: () => LogLevel | undefined;
}

/** Connects one running call to its client, over any transport. */
export class ClientChannel implements CallChannel {
  readonly progressToken?: string | number;
  readonly #options: ChannelOptions;
  readonly #sink: MessageSink;
  #answered = false;
  #progress = -Infinity;

  constructor(options: ChannelOptions, sink: MessageSink) {
    this.#options = options;
    this.#sink = sink;
    const token = options.meta.progressToken;
    if (isRequestId(token)) this.progressToken = token;
  }

  ask(question: Question): Promise<JsonObject> {
    return (this.#options.ask ?? cannotAsk)(question);
  }

  get signal(): AbortSignal {
    return this.#options.ending.signal;
  }

  notify(method: string, params: JsonObject): boolean {
    const { logThreshold, revision } = this.#options;
    // No message may follow the answer, and a cancelled caller gets none.
    if (this.#answered || this.signal.aborted) return false;
    if (method === 'notifications/progress' && !this.#rises(params.progress)) return false;
    if (method === 'notifications/elicitation/complete' && !revision.completesElicitation) return false;
    if (method === 'notifications/message' && !passesThreshold(params.level, logThreshold())) return false;
    return this.#sink.send(encodeNotification(method, params));
  }

  /** Progress that was not asked for, or that falls or stands still, is not sent: every revision demands that it rises. */
  #rises(progress: Json | undefined): boolean {
    if (this.progressToken === undefined || typeof progress !== 'number' || !(progress > this.#progress)) return false;
    this.#progress = progress;
    return true;
  }

  closeStream(retryMs: number): boolean {
    return !this.#answered && (this.#sink.closeForNow?.(retryMs) ?? false);
  }

  /** Drops notifications from now on: the author's work may outlive the call. */
  close(): void {
    this.#answered = true;
  }
}
