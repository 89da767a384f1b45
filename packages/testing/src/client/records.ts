import type { JsonObject } from '@service/sdk/model';
import type { JsonRpcRequest, JsonRpcResponse } from './messages.ts';
import type { ReceivedNotification } from './notifications.ts';

/** One log message of the server (`notifications/message`). */
export interface LogEntry {
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
export interface TraceEntry {
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
