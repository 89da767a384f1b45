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

/** Entries that are kept, and characters of all that they hold. */
const maxEntries = 1000;
const maxCharacters = 20_000_000;
/** Characters of one value. */
const maxValue = 2_000_000;

/** What the page has asked and heard, newest last. */
export class CallLog {
  #entries: readonly LogEntry[] = [];
  readonly #sizes = new Map<number, number>();
  #size = 0;
  #id = 0;
  #isTelling = false;
  readonly #listeners = new Listeners();

  readonly entries = (): readonly LogEntry[] => this.#entries;

  readonly subscribe = this.#listeners.add;

  add(entry: Omit<LogEntry, 'id' | 'time'> & { readonly time?: number }): number {
    const id = ++this.#id;
    const kept = this.#counted(id, entry);
    this.#set([...this.#entries, { time: Date.now(), ...kept, id }]);
    return id;
  }

  clear(): void {
    this.#sizes.clear();
    this.#size = 0;
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
      // It may have left the log meanwhile.
      if (!this.#sizes.has(id)) return;
      const kept = this.#counted(id, given);
      this.#set(this.#entries.map((entry) => (entry.id === id ? { ...entry, ...kept, took } : entry)));
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

  /** Members of an entry that are not too long to be kept. */
  #counted<Members extends Partial<LogEntry>>(id: number, members: Members): Members {
    const sizes = Object.values(members).map(sizeOf);
    const kept = Object.fromEntries(
      Object.entries(members).map(([name, value], at) => [name, (sizes[at] ?? 0) > maxValue ? tooLong(sizes[at] ?? 0) : value]),
    );
    const size = sizes.reduce((sum, one) => sum + (one > maxValue ? 0 : one), 0);
    this.#sizes.set(id, (this.#sizes.get(id) ?? 0) + size);
    this.#size += size;
    // The same members, of which some are a text now.
    return kept as Members;
  }

  /** Without the oldest, where there are too many. */
  #set(given: readonly LogEntry[]): void {
    let first = Math.max(0, given.length - maxEntries);
    const forget = (entry: LogEntry | undefined): void => {
      if (entry === undefined) return;
      this.#size -= this.#sizes.get(entry.id) ?? 0;
      this.#sizes.delete(entry.id);
    };
    for (const entry of given.slice(0, first)) forget(entry);
    while (this.#size > maxCharacters && first < given.length - 1) forget(given[first++]);
    const entries = given.slice(first);
    this.#entries = entries;
    // A server may send for ever, and a page that draws the log for each of its messages does nothing else.
    if (this.#isTelling) return;
    this.#isTelling = true;
    setTimeout(() => {
      this.#isTelling = false;
      this.#listeners.tell();
    }, 200);
  }
}

/** JSON-RPC 2.0, section 5.1. */
const isNotFound = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === -32_601;

/** Characters of a value as JSON; too many for one that cannot be written. */
function sizeOf(value: unknown): number {
  try {
    return typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const tooLong = (size: number): string =>
  Number.isFinite(size) ? `${size} characters, which the log does not keep` : 'Nested too deeply for the log';
