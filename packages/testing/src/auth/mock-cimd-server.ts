import type { JsonObject } from '@service/sdk/model';
import { MockAPIServer } from '../mocks/mock-api-server.ts';

/** A client whose metadata document is its id (Client ID Metadata Documents). */
export interface CimdClient {
  /** Last part of the document's path. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Further members of the document; those above win. */
  readonly metadata?: JsonObject;
}

export interface MockCimdInfo {
  readonly baseUrl: string;
  readonly port: number;
}

/**
 * Serves the documents of clients that identify themselves by URL.
 * @example
 * const cimd = new MockCimdServer();
 * await cimd.start();
 * const clientId = cimd.registerClient({ name: 'editor', redirectUris: ['http://127.0.0.1/callback'] });
 */
export class MockCimdServer {
  readonly #server: MockAPIServer;

  constructor(options: { readonly port?: number; readonly debug?: boolean } = {}) {
    this.#server = new MockAPIServer({ openApiSpec: {}, ...options });
  }

  async start(): Promise<MockCimdInfo> {
    const { baseUrl, port } = await this.#server.start();
    return { baseUrl, port };
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** The `client_id`: the address of its document. */
  registerClient({ metadata, name, redirectUris }: CimdClient): string {
    const path = `/clients/${encodeURIComponent(name)}`;
    const clientId = `${this.#server.info.baseUrl}${path}`;
    const body = {
      client_name: name,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...metadata,
      client_id: clientId,
      redirect_uris: [...redirectUris],
    };
    this.#server.addRoute({ method: 'GET', path, response: { body } });
    return clientId;
  }

  /** Answers a document with something else: an error, a wrong `client_id`. */
  registerAnswer(name: string, response: { readonly status?: number; readonly body?: unknown }): string {
    const path = `/clients/${encodeURIComponent(name)}`;
    this.#server.addRoute({ method: 'GET', path, response });
    return `${this.#server.info.baseUrl}${path}`;
  }

  clear(): void {
    this.#server.clearRoutes();
  }
}
