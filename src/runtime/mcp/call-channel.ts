import { cannotAsk } from '../define/asking.ts';
import type { Question } from '../define/question.ts';
import type { Json, JsonObject } from '../model/json.ts';
import type { CallChannel } from './call/channel.ts';
import { encodeNotification, isRequestId } from './json-rpc.ts';
import { passesThreshold } from './log-levels.ts';
import type { LogLevel } from './log-levels.ts';
import type { Outlet } from './outlet.ts';

export type Ask = CallChannel['ask'];

/** What ends a call early. */
export interface Ending {
  readonly signal: AbortSignal;
}

interface ChannelOptions {
  readonly ending: Ending;
  readonly meta: JsonObject;
  /** Undefined where nothing asks its client. */
  readonly ask: Ask | undefined;
  readonly revision: { readonly completesElicitation: boolean };
  /** The least that the client wants to hear; undefined: nothing. */
  readonly logThreshold: () => LogLevel | undefined;
}

/** The way from one running call to its client, whatever the transport. */
export class OutletChannel implements CallChannel {
  readonly progressToken?: string | number;
  readonly #options: ChannelOptions;
  readonly #outlet: Outlet;
  #answered = false;
  #progress = -Infinity;

  constructor(options: ChannelOptions, outlet: Outlet) {
    this.#options = options;
    this.#outlet = outlet;
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
    // Nothing may follow the answer, and a cancelled caller must hear nothing more.
    if (this.#answered || this.signal.aborted) return false;
    if (method === 'notifications/progress' && !this.#rises(params.progress)) return false;
    if (method === 'notifications/elicitation/complete' && !revision.completesElicitation) return false;
    if (method === 'notifications/message' && !passesThreshold(params.level, logThreshold())) return false;
    return this.#outlet.send(encodeNotification(method, params));
  }

  /** Progress that was not asked for, or that falls or stands still, is not sent: every revision demands that it rises. */
  #rises(progress: Json | undefined): boolean {
    if (this.progressToken === undefined || typeof progress !== 'number' || !(progress > this.#progress)) return false;
    this.#progress = progress;
    return true;
  }

  closeStream(retryMs: number): boolean {
    return !this.#answered && (this.#outlet.closeForNow?.(retryMs) ?? false);
  }

  /** From here on notifications of work that outlives the call go nowhere. */
  close(): void {
    this.#answered = true;
  }
}
