import { Listeners } from '@service/sdk/internal';
import type { ServerConnection } from './server-connection.ts';

/**
 * Servers of a page by name, for parts of it that stand below no provider. Of two with one name the one that came last answers.
 *
 * @example
 * const tools = serverRegistry.get('default')?.snapshot().tools;
 */
export class ServerRegistry {
  readonly #connections = new Map<string, readonly ServerConnection[]>();
  readonly #listeners = new Listeners();

  /** @returns what takes it away again */
  register(name: string, connection: ServerConnection): () => void {
    this.#set(name, [...this.#of(name), connection]);
    return () =>
      this.#set(
        name,
        this.#of(name).filter((one) => one !== connection),
      );
  }

  /** The server of a name. */
  get(name: string): ServerConnection | undefined {
    return this.#of(name).at(-1);
  }

  /** Names of all servers. */
  list(): readonly string[] {
    return [...this.#connections.keys()];
  }

  /** Hears of servers that come and go. @returns what ends that */
  subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  #of(name: string): readonly ServerConnection[] {
    return this.#connections.get(name) ?? [];
  }

  #set(name: string, connections: readonly ServerConnection[]): void {
    if (connections.length === 0) this.#connections.delete(name);
    else this.#connections.set(name, connections);
    this.#listeners.tell();
  }
}

/** The servers of all providers of the page. */
export const serverRegistry = new ServerRegistry();
