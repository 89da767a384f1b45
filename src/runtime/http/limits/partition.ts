import type { AuthContext } from '../../define/auth-context.ts';
import { principalOf } from '../../mcp/principal.ts';
import { parseIpAddress } from '../../std/index.ts';

/** What a `partitionBy` function is given. */
export interface PartitionContext {
  readonly clientIp: string | undefined;
  readonly sessionId: string | undefined;
  /** Subject of a signed-in caller. */
  readonly userId: string | undefined;
  /** The tool of a call. */
  readonly tool: string | undefined;
}

export type PartitionBy = 'global' | 'ip' | 'session' | 'userId' | ((context: PartitionContext) => string);

export interface Caller {
  readonly clientIp?: string | undefined;
  /** Verified, or of a request that is refused when it is not. */
  readonly sessionId?: string | undefined;
  readonly auth?: AuthContext | undefined;
  readonly tool?: string | undefined;
}

/** Whose count a request is added to. Who is not signed in, or has no session, is counted by address. */
export function partitionKey(partitionBy: PartitionBy, caller: Caller): string {
  const signedIn = caller.auth !== undefined && !caller.auth.isAnonymous ? caller.auth : undefined;
  switch (partitionBy) {
    case 'global':
      return 'all';
    case 'ip':
      return ipKey(caller.clientIp);
    case 'session':
      return caller.sessionId === undefined ? ipKey(caller.clientIp) : `session:${caller.sessionId}`;
    case 'userId':
      return signedIn === undefined ? ipKey(caller.clientIp) : `user:${principalOf(signedIn)}`;
    default:
      return `own:${partitionBy({ clientIp: caller.clientIp, sessionId: caller.sessionId, userId: signedIn?.user.sub, tool: caller.tool })}`;
  }
}

/** One client has a whole /64 of IPv6 (RFC 6177): counting single addresses would count nobody. Without an address all share one count. */
function ipKey(address: string | undefined): string {
  const bytes = parseIpAddress(address ?? '');
  if (bytes === undefined) return 'ip:unknown';
  return `ip:${bytes.slice(0, bytes.length === 16 ? 8 : 4).join('.')}`;
}
