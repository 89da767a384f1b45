import type { HttpExchange } from '../../../web/exchange.ts';
import { requestOrigin } from '../../../web/request-origin.ts';

/** Names this server in one request: all four from one function, so that they cannot differ. */
export interface ServerAddress {
  /** Origin and path of the public address, without a trailing slash. */
  readonly baseUrl: string;
  readonly issuer: string;
  /** Canonical URL of the MCP endpoint: what `aud` is. */
  readonly resource: string;
}

/**
 * Issuers of this server at further addresses of its endpoint, where the issuer follows the address: a token that was issued at one of
 * them is accepted at the others.
 * @param addresses of the endpoint, as `expectedAudience` lists them
 */
export function issuersAt({ baseUrl, resource }: ServerAddress, addresses: readonly string[]): readonly string[] {
  const path = resource.slice(baseUrl.length);
  return addresses.flatMap((address) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const text = url === undefined || url.search !== '' || url.hash !== '' ? '' : `${url.origin}${url.pathname}`.replace(/\/$/, '');
    return text.endsWith(path) && /^https?:/.test(text) ? [text.slice(0, text.length - path.length)] : [];
  });
}

/** The address of this server, and the caller whose share of fetches counts; no caller for whom one was begun before. */
export type AskedAddress = ServerAddress & { readonly from?: string | undefined };

export interface AddressOptions {
  /** `/` or `/path`. */
  readonly entryPath: string;
  /** Where the endpoint is one of several: its path, which its address ends with. */
  readonly mount?: string | undefined;
  /** `SERVICE_PUBLIC_URL`, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** `SERVICE_PUBLIC_HOST`; names the issuer and nothing else. */
  readonly publicHost: string | undefined;
  readonly port: number;
  readonly trustedProxies: number;
  /** `local.issuer`. */
  readonly issuer: string | undefined;
}

/**
 * Base URL, issuer and resource of a request: what metadata, redirects, tokens and checks all ask here, because clients compare them
 * character by character (RFC 9207).
 */
export function createAddressOf(options: AddressOptions): (exchange: HttpExchange) => ServerAddress {
  const { entryPath, mount } = options;
  const fixedIssuer = issuerOf(options);
  const below = mount !== undefined || entryPath === '/' ? '' : entryPath;
  const at = (baseUrl: string): ServerAddress => ({
    baseUrl,
    issuer: fixedIssuer ?? baseUrl,
    resource: `${baseUrl}${below}`,
  });
  if (options.publicUrl !== undefined) {
    const fixed = at(options.publicUrl);
    return () => fixed;
  }
  // Most requests come to the same address as the one before.
  let last = at('');
  return (exchange) => {
    const baseUrl = `${requestOrigin(exchange, options.trustedProxies)}${mount ?? ''}`;
    if (last.baseUrl !== baseUrl) last = at(baseUrl);
    return last;
  };
}

function issuerOf({ issuer, mount, port, publicHost, publicUrl }: AddressOptions): string | undefined {
  if (issuer !== undefined) return issuer.endsWith('/') ? issuer.slice(0, -1) : issuer;
  return publicUrl ?? (publicHost === undefined ? undefined : `http://${publicHost}:${port}${mount ?? ''}`);
}
