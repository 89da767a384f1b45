import { cannotAsk, type Question } from '../define/asking.ts';
import type { Json, JsonObject } from '../model/json.ts';
import type { CallChannel } from './call/call-request.ts';
import { encodeNotification, isRequestId } from './json-rpc.ts';

/** Weights of `notifications/message` (RFC 5424 names), lightest first. */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type LogLevel = (typeof logLevels)[number];

export function isLogLevel(value: unknown): value is LogLevel {
  return logLevels.some((level) => level === value);
}

/** Whether a message of `level` passes a client's `threshold`; unknown levels never pass, and without a threshold nothing does. */
function passesThreshold(level: unknown, threshold: LogLevel | undefined): boolean {
  return threshold !== undefined && isLogLevel(level) && logLevels.indexOf(level) >= logLevels.indexOf(threshold);
}

/** Takes the messages of one request before its answer: an event stream (opened by the first one) or the stdio pipe. */
export interface MessageSink {
  /** Sends one JSON-RPC message. False: the client is gone, cannot read a stream, or is too far behind. */
  send(message: string): boolean;
  /** Ends the connection although more will follow: the client comes back after `retryMs`. Absent or false where it could not. */
  closeForNow?(retryMs: number): boolean;
}

/** For callers that cannot receive anything but the answer. */
export const closedSink: MessageSink = { send: () => false };

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
