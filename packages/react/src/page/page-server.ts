import type { Client } from '@service/sdk/client';
import type { DynamicRegistry } from './dynamic-registry.ts';

/** A client of a server, in the page or elsewhere: `Client` of `@service/sdk/client` is one. */
export type ServiceClient = Pick<Client, 'list' | 'request' | 'listen' | 'close'>;

/**
 * A server that components show and use: one in the page, or a way to one elsewhere.
 *
 * @example
 * const elsewhere: PageServer = { connect: () => connect('https://example.com/mcp') };
 */
export interface PageServer {
  /** Opens a client of the server. */
  connect(): Promise<ServiceClient>;
  /**
   * Serves the tools and resources of a page to every client. Without it (a server elsewhere) the page has them for itself.
   * @returns what ends that
   */
  serve?(registry: DynamicRegistry): () => void;
}
