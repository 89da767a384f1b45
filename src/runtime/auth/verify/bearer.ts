import type { HttpExchange } from '../../web/exchange.ts';

/** What a request shows of itself in `Authorization`. Tokens in the query or the body are never looked at (MCP authorization). */
export type Presented =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed'; readonly problem: string }
  | { readonly kind: 'token'; readonly token: string };

/** Characters: what 16 kB of headers, as much as node takes, leave for one of them. A longer token never arrives. */
export const maxTokenLength = 15_360;

/** RFC 6750 section 2.1, `b64token`. */
const tokenForm = /^[A-Za-z0-9\-._~+/]+=*$/;

/** The bearer token of a request. Another scheme is no credential for this server. */
export function readBearer(exchange: HttpExchange): Presented {
  const value = exchange.header('authorization')?.trim();
  if (value === undefined || value === '') return { kind: 'none' };
  const [scheme = '', ...rest] = value.split(/[ \t]+/);
  if (scheme.toLowerCase() !== 'bearer') return { kind: 'none' };
  // Two headers are joined with a comma, and no token has one: of two credentials a proxy may have checked the other.
  const [token = '', ...further] = rest;
  if (further.length > 0 || token.length > maxTokenLength || !tokenForm.test(token))
    return { kind: 'malformed', problem: 'the bearer token is not well formed' };
  return { kind: 'token', token };
}
