import { McpClientBuilder, standardSettings } from '../client/client-builder.ts';
import type { ClientSettings, LegacyTransport } from '../client/transports.ts';
import type { ClientInfo } from '../client/messages.ts';
import type { McpClient } from '../client/mcp-client.ts';
import { RawHttpClient } from '../client/http-exchange.ts';
import { ConnectionError } from '../errors.ts';
import type { UseOptions } from './server-options.ts';
import type { ServerInfo, TestServer } from './test-server.ts';

/** Options of `server.createClient`. */
export interface ClientOptions {
  /** Bearer token of the client. */
  readonly token?: string;
  /** Name and version that the client gives itself. */
  readonly clientInfo?: ClientInfo;
  /** Path of the endpoint. */
  readonly entryPath?: string;
  /** Transport that it speaks. */
  readonly transport?: LegacyTransport;
}

/**
 * The fixture `server`: the server under test and further clients of it.
 * @example
 * test('two people', async ({ server, auth }) => {
 *   const ann = await server.createClient({ token: await auth.createToken({ sub: 'ann' }) });
 *   const bob = await server.createClient({ token: await auth.createToken({ sub: 'bob' }) });
 * });
 */
export class ServerHandle {
  readonly #server: TestServer;
  readonly #options: UseOptions;
  readonly #clients = new Set<McpClient>();
  readonly #rawClients = new Set<RawHttpClient>();
  /** A line for each test would hide what differs between them. */
  #hasWarned = false;

  constructor(server: TestServer, options: UseOptions) {
    this.#server = server;
    this.#options = options;
  }

  /** Address and process of the server. */
  get info(): ServerInfo {
    return this.#server.info;
  }

  /** A connected client. @throws {ConnectionError} beginning with `Failed to initialize MCP connection to <url>` */
  createClient(options: ClientOptions = {}): Promise<McpClient> {
    return this.#withEnding(this.#builder(this.#settings(options)).buildAndConnect());
  }

  /** A connected client of 2026-07-28. */
  createModernClient(options: Omit<ClientOptions, 'transport'> = {}): Promise<McpClient> {
    return this.#withEnding(this.#builder({ ...this.#settings(options), transport: 'modern' }).buildAndConnect());
  }

  /** Requests without a handshake and without a session. @param headers of every request */
  createRawClient(headers: Readonly<Record<string, string>> = {}): RawHttpClient {
    const client = new RawHttpClient(endpointOf(this.info.baseUrl, this.#options.entryPath), headers);
    this.#rawClients.add(client);
    return client;
  }

  /** A client with options of your own. */
  createClientBuilder(): McpClientBuilder {
    return this.#builder(this.#settings({}));
  }

  /** The client that tests get as `mcp`; where the server wants a token it is there, but not connected. */
  async createFixtureClient(transport?: 'modern'): Promise<McpClient> {
    const client = this.#builder({ ...this.#settings({}), ...(transport ? { transport } : {}) }).build();
    return this.#withEnding(
      client.connectOrWarn((line) => {
        if (!this.#hasWarned) process.stderr.write(line);
        this.#hasWarned = true;
      }),
    );
  }

  /** Stops and starts the server on the same port; all clients get new sessions. */
  async restart(): Promise<void> {
    const connected = [...this.#clients].filter((client) => client.isConnected());
    await Promise.all(connected.map((client) => client.disconnect()));
    await this.#server.restart();
    await Promise.all(connected.map((client) => client.connect()));
  }

  /** Output of the server, line by line; lines of stderr begin with `[ERROR] `. Empty for a server that was not started here. */
  getLogs(): string[] {
    return this.#server.getLogs();
  }

  /** Forgets what the server printed so far. */
  clearLogs(): void {
    this.#server.clearLogs();
  }

  /**
   * The first line that holds a text or matches a pattern. What a server prints and what it answers arrive apart: wait for a line that a
   * call prints instead of looking for it in {@link getLogs}.
   * @throws {TimeoutError}
   */
  waitForLog(wanted: string | RegExp, timeoutMs?: number): Promise<string> {
    return this.#server.waitForLog(wanted, timeoutMs);
  }

  /** Resolves once everything is read that the server had printed. */
  settleLogs(): Promise<void> {
    return this.#server.settleLogs();
  }

  /** Ends every client that was made since the last call. */
  async disconnectClients(): Promise<void> {
    const clients = [...this.#clients, ...this.#rawClients];
    this.#clients.clear();
    this.#rawClients.clear();
    await Promise.all(clients.map((client) => client.disconnect()));
  }

  /** Ends the clients and the server. */
  async stop(): Promise<void> {
    await this.disconnectClients();
    await this.#server.stop();
  }

  #settings({
    clientInfo,
    entryPath = this.#options.entryPath,
    token,
    transport = this.#options.transport,
  }: ClientOptions): ClientSettings {
    const { auth, publicMode } = this.#options;
    return standardSettings(endpointOf(this.info.baseUrl, entryPath), {
      publicMode: publicMode === true || auth?.mode === 'public' ? true : false,
      ...(clientInfo ? { clientInfo } : {}),
      token,
      ...(transport ? { transport } : {}),
    });
  }

  /** Adds the end of the server to a refused connection: its process may have ended. */
  async #withEnding(connected: Promise<McpClient>): Promise<McpClient> {
    try {
      return await connected;
    } catch (error) {
      if (!(error instanceof ConnectionError) || error.status !== undefined) throw error;
      const ending = await this.#server.ending();
      if (ending === undefined) throw error;
      throw new ConnectionError(`${error.message}. ${ending}; server.restart() starts it again`, undefined, error);
    }
  }

  #builder(settings: ClientSettings): McpClientBuilder {
    return new McpClientBuilder(settings, (client) => this.#clients.add(client));
  }
}

/** Where MCP is served. */
export function endpointOf(baseUrl: string, entryPath: string | undefined): URL {
  const path = entryPath === undefined || entryPath === '/' ? '' : entryPath;
  return new URL(`${baseUrl}${path.startsWith('/') || path === '' ? path : `/${path}`}`);
}
