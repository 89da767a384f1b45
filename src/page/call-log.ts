import { Listeners, messageOf } from '@service/sdk/internal';
import type { ServiceClient } from '@service/react';

/** A line of the log: a request and its answer, a message of the server, or a line that a program wrote. */
export interface LogEntry {
  readonly id: number;
  readonly time: number;
  readonly kind: 'request' | 'notification' | 'line' | 'view';
  /** Method, or the line. */
  readonly title: string;
  readonly sent?: unknown;
  readonly answer?: unknown;
  readonly error?: string;
  /** Milliseconds; absent while it runs. */
  readonly took?: number;
}

/** Entries that are kept. */
const maxEntries = 1000;

/** What the page has asked and heard, newest last. */
export class CallLog {
  #entries: readonly LogEntry[] = [];
  #id = 0;
  readonly #listeners = new Listeners();

  readonly entries = (): readonly LogEntry[] => this.#entries;

  readonly subscribe = this.#listeners.add;

  add(entry: Omit<LogEntry, 'id' | 'time'> & { readonly time?: number }): number {
    const id = ++this.#id;
    this.#set([...this.#entries.slice(1 - maxEntries), { time: Date.now(), ...entry, id }]);
    return id;
  }

  clear(): void {
    this.#set([]);
  }

  /** A client whose requests stand in the log. */
  recorded(client: ServiceClient): ServiceClient {
    return {
      get server() {
        return client.server;
      },
      list: (method, key, options) => this.#during(method, undefined, () => client.list(method, key, options)),
      request: (method, params, options) => this.#during(method, params, () => client.request(method, params, options)),
      listen: (notifications, heard, signal) => client.listen(notifications, heard, signal),
      close: () => client.close(),
    };
  }

  async #during<T>(method: string, sent: object | undefined, run: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const id = this.add({ kind: 'request', title: method, ...(sent === undefined ? {} : { sent }) });
    const end = (given: Partial<LogEntry>): void => {
      const took = performance.now() - start;
      this.#set(this.#entries.map((entry) => (entry.id === id ? { ...entry, ...given, took } : entry)));
    };
    try {
      const answer = await run();
      end({ answer });
      return answer;
    } catch (error) {
      // A server that has resources need not have templates.
      if (method.endsWith('/list') && isNotFound(error)) end({ answer: {} });
      else end({ error: messageOf(error) });
      throw error;
    }
  }

  #set(entries: readonly LogEntry[]): void {
    this.#entries = entries;
    this.#listeners.tell();
  }
}

/** JSON-RPC 2.0, section 5.1. */
const isNotFound = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === -32_601;
