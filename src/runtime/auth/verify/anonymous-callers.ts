import { createAuthContext } from '../../define/create-auth-context.ts';
import type { AuthContext } from '../../define/auth-context.ts';
import { hexOf, sha256 } from '../../std/index.ts';
import type { HttpExchange } from '../../web/exchange.ts';

export interface AnonymousCallerOptions {
  readonly mode: string;
  readonly scopes: readonly string[];
}

/**
 * Names for callers without a token: each session is one user, and without a session each request. The name is
 * to distinguish callers and grants nothing: checks of ownership see that the caller is anonymous.
 */
export function createAnonymousCallers({ mode, scopes }: AnonymousCallerOptions): (exchange: HttpExchange) => Promise<AuthContext> {
  return async (exchange) => {
    const session = exchange.header('mcp-session-id');
    const sub = `anon:${session === undefined ? crypto.randomUUID() : await uuidOf(session)}`;
    return createAuthContext({ mode, isAnonymous: true, user: { sub }, scopes, claims: { sub, anonymous: true, scope: scopes.join(' ') } });
  };
}

/** Shaped like a UUID; the session id itself would let others into the session. */
async function uuidOf(session: string): Promise<string> {
  const hex = hexOf(await sha256(`anonymous caller of session ${session}`));
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
