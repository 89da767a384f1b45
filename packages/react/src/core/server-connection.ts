import { Listeners } from '@service/sdk/internal';
import { copyJson, type JsonObject } from '@service/sdk/model';
import { readLists, resourceResultOf, toolResultOf, type ServerLists } from './answers.ts';
import { DynamicRegistry, type ResourceResult, type ToolResult } from './dynamic-registry.ts';
import { openClient, servesPage, serveRegistry, type InPageServer, type ServerSource, type ServiceClient } from './server-source.ts';
import { tell } from './tell.ts';

/** How far a provider is with its server. */
export type ConnectionStatus = 'idle' | 'connecting' | 'connected' | 'error';

/** What components see of a server; the same object until something changes. */
export interface ServerSnapshot extends ServerLists {
  readonly status: ConnectionStatus;
  readonly error: Error | undefined;
  readonly client: ServiceClient | undefined;
}

const nothing: ServerLists = { tools: [], resources: [], resourceTemplates: [], prompts: [] };
const idle: ServerSnapshot = { ...nothing, status: 'idle', error: undefined, client: undefined };

export interface ConnectionEvents {
  readonly onConnected?: ((client: ServiceClient) => void) | undefined;
  readonly onError?: ((error: Error) => void) | undefined;
}

/**
 * One server of a page: its client, its lists, which are kept fresh, and what the page itself adds to them. Without React: components
 * subscribe to it. Its client is opened
 * once, however many components ask, and closed when the last of them is gone.
 */
export class ServerConnection {
  readonly registry: DynamicRegistry;
  readonly server: ServerSource;
  readonly #listeners = new Listeners();
  #events: ConnectionEvents = {};
  #own = nothing;
  #snapshot = idle;
  #users = 0;
  #lifetime: Lifetime | undefined;

  constructor(server: ServerSource, registry: DynamicRegistry = new DynamicRegistry()) {
    this.server = server;
    this.registry = registry;
  }

  /** What components see now. */
  readonly snapshot = (): ServerSnapshot => this.#snapshot;

  /** A page that is rendered by a server, and hydrated first, shows no server yet. */
  readonly serverSnapshot = (): ServerSnapshot => idle;

  /** @returns what ends that */
  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  /** What the provider wants to hear. */
  listenTo(events: ConnectionEvents): void {
    this.#events = events;
  }

  /**
   * Keeps the connection for a component.
   * @returns the release; the last one ends the connection
   */
  retain(): () => void {
    this.#users++;
    this.#lifetime ??= this.#begin();
    let isKept = true;
    return () => {
      if (!isKept) return;
      isKept = false;
      this.#users--;
      // React mounts twice in its strict mode: what is asked for again in the same turn stays.
      queueMicrotask(() => {
        if (this.#users === 0) this.#end();
      });
    };
  }

  /** Opens the client, once. It does not reject: `status` and `error` say what happened. After an error it tries again. */
  readonly connect = async (): Promise<void> => {
    const lifetime = (this.#lifetime ??= this.#begin());
    if (this.#snapshot.status === 'error') lifetime.opening = undefined;
    await (lifetime.opening ??= this.#open(lifetime));
  };

  /**
   * Calls a tool of the server, or of the page.
   * @throws {Error} `Service not connected`, or as the client
   */
  async callTool(name: string, args: Readonly<Record<string, unknown>> = {}, signal?: AbortSignal): Promise<ToolResult> {
    const own = this.#served(this.registry.tool(name));
    if (own !== undefined) return own.call(args);
    return toolResultOf(await this.#client().request('tools/call', { name, arguments: copyJson(args) }, { ...(signal && { signal }) }));
  }

  /**
   * Reads a resource of the server, or of the page.
   * @throws {Error} `Service not connected`, or as the client
   */
  async readResource(uri: string, signal?: AbortSignal): Promise<ResourceResult> {
    const own = this.#served(this.registry.resource(uri));
    if (own !== undefined) return own.read();
    return resourceResultOf(await this.#client().request('resources/read', { uri }, { ...(signal && { signal }) }));
  }

  /** Whether a resource can be read now: the server is connected, or the page has it for itself. */
  canRead(uri: string): boolean {
    return this.#snapshot.client !== undefined || this.#served(this.registry.resource(uri)) !== undefined;
  }

  /**
   * Gets a prompt.
   * @throws {Error} `Service not connected`, or as the client
   */
  async getPrompt(name: string, args: Readonly<Record<string, string>> = {}, signal?: AbortSignal): Promise<JsonObject> {
    return this.#client().request('prompts/get', { name, arguments: { ...args } }, { ...(signal && { signal }) });
  }

  /** What the page answers itself: a server in the page has it among its own. */
  #served<Entry>(entry: Entry | undefined): Entry | undefined {
    return servesPage(this.server) ? undefined : entry;
  }

  #client(): ServiceClient {
    const { client } = this.#snapshot;
    if (client === undefined) throw new Error('Service not connected');
    return client;
  }

  #begin(): Lifetime {
    const stop = new AbortController();
    this.#until(
      stop,
      this.registry.subscribe(() => this.#show({})),
    );
    return { stop, opening: undefined, isServing: false };
  }

  #end(): void {
    this.#lifetime?.stop.abort(new Error('the page left the server'));
    this.#lifetime = undefined;
    const { client } = this.#snapshot;
    this.#own = nothing;
    this.#show({ status: 'idle', error: undefined, client: undefined });
    client?.close().catch(() => undefined);
  }

  async #open(lifetime: Lifetime): Promise<void> {
    this.#show({ status: 'connecting', error: undefined });
    let client: ServiceClient | undefined;
    try {
      if (servesPage(this.server)) await this.#servePage(lifetime, this.server);
      client = await openClient(this.server);
      const own = await readLists(client);
      lifetime.stop.signal.throwIfAborted();
      this.#own = own;
      this.#show({ status: 'connected', client });
      tell(this.#events.onConnected, client);
      void this.#follow(lifetime, client);
    } catch (failure) {
      if (!lifetime.stop.signal.aborted) this.#fail(failure);
      await client?.close().catch(() => undefined);
    }
  }

  async #servePage(lifetime: Lifetime, server: InPageServer): Promise<void> {
    const { stop } = lifetime;
    await server.ready;
    stop.signal.throwIfAborted();
    // After an error the page is still registered.
    if (lifetime.isServing) return;
    lifetime.isServing = true;
    // One tool that the server refuses must not end the page.
    const reported = new Set<string>();
    const refused = (failure: unknown): void => {
      const error = errorOf(failure);
      if (reported.has(error.message)) return;
      reported.add(error.message);
      if (this.#events.onError === undefined) console.error(`@service/react: ${error.message}`);
      else tell(this.#events.onError, error);
    };
    this.#until(stop, serveRegistry(server, this.registry, refused));
  }

  #until(stop: AbortController, end: () => void): void {
    stop.signal.addEventListener('abort', end, { once: true });
  }

  /** Lists are read again after a change: once, however many were told meanwhile. */
  async #follow({ stop: { signal } }: Lifetime, client: ServiceClient): Promise<void> {
    let isReading = false;
    let isStale = false;
    const refresh = async (): Promise<void> => {
      isStale = true;
      if (isReading) return;
      isReading = true;
      try {
        while (isStale && !signal.aborted) {
          isStale = false;
          const own = await readLists(client);
          if (signal.aborted) return;
          this.#own = own;
          this.#show({});
        }
      } catch (failure) {
        if (!signal.aborted) this.#fail(failure);
      } finally {
        isReading = false;
      }
    };
    const changes = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
    const heard = (method: string): void => {
      // What changed between the first reading and the acknowledgement was told to no listener.
      if (method.endsWith('/list_changed') || method === 'notifications/subscriptions/acknowledged') void refresh();
    };
    // A server that tells of no changes, or ends, keeps the lists that were read.
    await client.listen(changes, heard, signal).catch(() => undefined);
  }

  #fail(failure: unknown): void {
    const error = errorOf(failure);
    const { client } = this.#snapshot;
    this.#show({ status: 'error', error, client: undefined });
    client?.close().catch(() => undefined);
    tell(this.#events.onError, error);
  }

  #show(change: Partial<ServerSnapshot>): void {
    const { resources, tools } = servesPage(this.server) ? noEntries : this.registry.entries();
    this.#snapshot = {
      ...this.#snapshot,
      ...this.#own,
      tools: withOverrides(
        this.#own.tools,
        tools.map(({ call: _call, ...tool }) => tool),
        ({ name }) => name,
      ),
      resources: withOverrides(
        this.#own.resources,
        resources.map(({ read: _read, subscribe: _subscribe, ...resource }) => resource),
        ({ uri }) => uri,
      ),
      ...change,
    };
    this.#listeners.tell();
  }
}

/** From the first component that wants the server to the last. */
interface Lifetime {
  readonly stop: AbortController;
  opening: Promise<void> | undefined;
  /** Clients of the server in the page see what the page adds. */
  isServing: boolean;
}

const errorOf = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)));

const noEntries = { tools: [], resources: [] };

/** The page's own items replace those of the server with the same key. */
function withOverrides<Item extends object>(items: readonly Item[], own: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  if (own.length === 0) return items;
  const keys = new Set(own.map(keyOf));
  return [...items.filter((item) => !keys.has(keyOf(item))), ...own];
}
