import type { JsonObject } from '@service/sdk/model';
import { TestClientError } from '../errors.ts';
import { legacyRevision, limits } from '../texts.ts';
import type { ClientSettings } from './client-settings.ts';
import type { ClientInfo } from './connection.ts';
import { McpClient } from './mcp-client.ts';

/** Client names by which servers recognise platforms. */
const platforms: Readonly<Record<string, string>> = {
  openai: 'openai-mcp',
  claude: 'claude-ai',
  gemini: 'gemini-cli',
  cursor: 'cursor-vscode',
  continue: 'continue-client',
  cody: 'cody',
};

const standardClient = { name: 'service-testing', version: '1.0.0' } as const;
const standardCapabilities: JsonObject = { elicitation: {} };

/** Default settings of a client. */
export const standardSettings = (url: URL, changes: Partial<ClientSettings> = {}): ClientSettings => ({
  url,
  transport: 'streamable-http',
  token: undefined,
  publicMode: false,
  headers: {},
  clientInfo: standardClient,
  capabilities: standardCapabilities,
  timeoutMs: limits.requestTimeoutMs,
  debug: false,
  ...changes,
});

/**
 * Makes a client step by step.
 * @example
 * const client = await server.createClientBuilder().withHeaders({ 'x-api-key': 'k' }).withTimeout(5000).buildAndConnect();
 */
export class McpClientBuilder {
  #settings: ClientSettings;
  readonly #made: (client: McpClient) => void;

  constructor(settings: ClientSettings, made: (client: McpClient) => void = () => undefined) {
    this.#settings = settings;
    this.#made = made;
  }

  /** Bearer token of the client. */
  withToken(token: string): this {
    return this.#with({ token });
  }

  /** Added to every request. */
  withHeaders(headers: Readonly<Record<string, string>>): this {
    return this.#with({ headers: { ...this.#settings.headers, ...headers } });
  }

  /** Asks for no anonymous token. */
  withPublicMode(publicMode = true): this {
    return this.#with({ publicMode });
  }

  /** Name and version that the client gives itself. */
  withClientInfo(clientInfo: ClientInfo): this {
    return this.#with({ clientInfo });
  }

  /** @throws {TestClientError} for anything but 2025-06-18 */
  withProtocolVersion(version: string): this {
    if (version !== legacyRevision)
      throw new TestClientError(
        `This client speaks MCP ${legacyRevision} only, not ${version}. For 2026-07-28 use the fixture \`modern\` or server.createModernClient().`,
      );
    return this;
  }

  /** Milliseconds that each HTTP request may take. @default 30000 */
  withTimeout(timeoutMs: number): this {
    return this.#with({ timeoutMs });
  }

  /** Added to the address of the endpoint. */
  withQueryParams(params: Readonly<Record<string, string>>): this {
    const url = new URL(this.#settings.url);
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
    return this.#with({ url });
  }

  /** Capabilities that the client declares. */
  withCapabilities(capabilities: JsonObject): this {
    return this.#with({ capabilities });
  }

  /** Uses the client name of a platform: openai, claude, gemini, cursor, continue, cody. */
  withPlatform(platform: string): this {
    const name = Object.hasOwn(platforms, platform) ? platforms[platform] : undefined;
    if (name === undefined)
      throw new TestClientError(`Unknown platform ${platform}. Known platforms: ${Object.keys(platforms).join(', ')}.`);
    return this.#with({ clientInfo: { ...this.#settings.clientInfo, name } });
  }

  /** Prints every answer to stderr. */
  withDebug(debug = true): this {
    return this.#with({ debug });
  }

  /** The client, without a connection. */
  build(): McpClient {
    const client = new McpClient(this.#settings);
    this.#made(client);
    return client;
  }

  /** @throws {ConnectionError} when the server refuses */
  async buildAndConnect(): Promise<McpClient> {
    return this.build().connect();
  }

  #with(changes: Partial<ClientSettings>): this {
    this.#settings = { ...this.#settings, ...changes };
    return this;
  }
}
