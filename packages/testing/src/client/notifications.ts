import { Listeners } from '@service/sdk/internal';
import { isJsonObject, type JsonObject } from '@service/sdk/model';
import { clearTimeout, setTimeout } from '../clock.ts';
import { TimeoutError } from '../errors.ts';
import { limits } from '../texts.ts';
import type { JsonRpcRequest, JsonRpcResponse, ServerMessage } from './messages.ts';

export interface ReceivedNotification {
  readonly method: string;
  readonly params: JsonObject;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
}

export interface ProgressUpdate {
  readonly progress: number;
  readonly total: number | undefined;
  readonly progressToken: string | number | undefined;
  readonly timestamp: number;
}

/** Receives every notification of a client. */
type Listener = (notification: ReceivedNotification) => void;

/** Hands the server's notifications to the collectors of a client. */
export class NotificationHub {
  readonly #listeners = new Listeners<[ReceivedNotification]>();

  readonly receive = (message: ServerMessage): void => {
    const { method, params } = message;
    if (typeof method !== 'string') return;
    const notification = { method, params: isJsonObject(params) ? params : {}, timestamp: Date.now() };
    this.#listeners.tell(notification);
  };

  readonly listen = (listener: Listener): (() => void) => this.#listeners.add(listener);
}

/** Notifications that came since the collector was made. */
export class NotificationCollector {
  readonly received: ReceivedNotification[] = [];
  /** Resolves when the server has confirmed that it will send changes; at once where it need not be asked. */
  readonly ready: Promise<void>;
  readonly #hub: NotificationHub;

  constructor(hub: NotificationHub, ready: Promise<void>) {
    this.#hub = hub;
    this.ready = ready;
    hub.listen((notification) => this.received.push(notification));
  }

  has(method: string): boolean {
    return this.received.some((notification) => notification.method === method);
  }

  /** The first notification of a method, also one that has come. @throws {TimeoutError} */
  waitFor(method: string, timeoutMs: number = limits.waitForNotificationMs): Promise<ReceivedNotification> {
    const known = this.received.find((notification) => notification.method === method);
    if (known !== undefined) return Promise.resolve(known);
    return waitUntil(this.#hub, { what: `the notification ${method}`, timeoutMs }, (found) => found.method === method);
  }
}

/** The progress of the client's calls since it was made. */
export class ProgressCollector {
  readonly all: ProgressUpdate[] = [];
  readonly #hub: NotificationHub;

  constructor(hub: NotificationHub) {
    this.#hub = hub;
    hub.listen((notification) => {
      if (notification.method === 'notifications/progress') this.all.push(readProgress(notification));
    });
  }

  /** The progress that reaches its total. @throws {TimeoutError} */
  async waitForComplete(timeoutMs: number = limits.waitForNotificationMs): Promise<readonly ProgressUpdate[]> {
    if (!this.all.some(isComplete))
      await waitUntil(
        this.#hub,
        { what: 'complete progress', timeoutMs },
        (found) => found.method === 'notifications/progress' && isComplete(readProgress(found)),
      );
    return this.all;
  }
}

const isComplete = ({ progress, total }: ProgressUpdate): boolean => total !== undefined && progress >= total;

function readProgress({ params, timestamp }: ReceivedNotification): ProgressUpdate {
  const { progress, progressToken, total } = params;
  return {
    progress: Number(progress),
    total: typeof total === 'number' ? total : undefined,
    progressToken: typeof progressToken === 'string' || typeof progressToken === 'number' ? progressToken : undefined,
    timestamp,
  };
}

function waitUntil(
  hub: NotificationHub,
  { timeoutMs, what }: { readonly what: string; readonly timeoutMs: number },
  accepts: (notification: ReceivedNotification) => boolean,
): Promise<ReceivedNotification> {
  return new Promise((resolve, reject) => {
    const end = hub.listen((notification) => {
      if (!accepts(notification)) return;
      clearTimeout(timer);
      end();
      resolve(notification);
    });
    const timer = setTimeout(() => {
      end();
      reject(new TimeoutError(`Timeout waiting for ${what} after ${timeoutMs}ms`));
    }, timeoutMs);
  });
}

/** One log message of the server (`notifications/message`). */
interface LogEntry {
  readonly level: string;
  readonly message: string;
  readonly logger: string | undefined;
  readonly data: JsonObject[string];
  readonly timestamp: number;
}

/** The server's log messages to one client. */
export class ClientLog {
  #entries: LogEntry[] = [];

  readonly receive = ({ method, params, timestamp }: ReceivedNotification): void => {
    if (method !== 'notifications/message') return;
    const { data, level, logger } = params;
    this.#entries.push({
      level: typeof level === 'string' ? level : 'info',
      message: typeof data === 'string' ? data : JSON.stringify(data ?? null),
      logger: typeof logger === 'string' ? logger : undefined,
      data,
      timestamp,
    });
  };

  all(): readonly LogEntry[] {
    return [...this.#entries];
  }

  filter(level: string): readonly LogEntry[] {
    return this.#entries.filter((entry) => entry.level === level);
  }

  search(text: string): readonly LogEntry[] {
    return this.#entries.filter(({ message }) => message.includes(text));
  }

  last(): LogEntry | undefined {
    return this.#entries.at(-1);
  }

  clear(): void {
    this.#entries = [];
  }
}

/** One request and its answer. */
interface TraceEntry {
  readonly request: Pick<JsonRpcRequest, 'method' | 'params' | 'id'>;
  readonly response: JsonRpcResponse;
  readonly durationMs: number;
  readonly timestamp: number;
}

/** Requests of a client, in order. */
export class ClientTrace {
  #entries: TraceEntry[] = [];

  add(entry: TraceEntry): void {
    this.#entries.push(entry);
  }

  all(): readonly TraceEntry[] {
    return [...this.#entries];
  }

  last(): TraceEntry | undefined {
    return this.#entries.at(-1);
  }

  clear(): void {
    this.#entries = [];
  }
}
