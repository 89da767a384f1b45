import type { AskedAddress } from '../address/server-address.ts';

/** A client as the authorization server knows it, wherever it came from. */
export interface Client {
  readonly clientId: string;
  /** Untrusted text. */
  readonly clientName?: string;
  /** Compared as raw text, never parsed (RFC 9700). */
  readonly redirectUris: readonly string[];
  /** SHA-256 of the secret in base64url; present: `/oauth/token` needs the secret. */
  readonly secretHash?: string;
  readonly tokenEndpointAuthMethod: 'none' | 'client_secret_post' | 'client_secret_basic';
  readonly grantTypes: readonly string[];
  readonly responseTypes: readonly string[];
  readonly scope?: string;
  /** `open`: any id, with `requireRegisteredClients: false`; `page`: this server itself, for a page that is shown to one person. */
  readonly source: 'options' | 'registered' | 'cimd' | 'open' | 'page';
}

/** One place where clients are looked for; the first that knows the id answers. */
export interface ClientSource {
  /**
   * @param address of this server: a document at our own address is never fetched, or one request would make us call ourselves
   * @throws {SignInProblem} for an id that is this source's and is not usable (CIMD): a 400 page, never a redirect
   */
  find(clientId: string, address: AskedAddress): Promise<Client | undefined>;
  /** Of a source that asks others: whether the id is one of its own, told without asking. */
  vouchesFor?(clientId: string): boolean;
  /** Said along when no source knows an id. */
  whyUnknown?(clientId: string): string | undefined;
}
