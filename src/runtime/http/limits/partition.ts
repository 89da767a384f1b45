import type { AuthContext } from '../../define/auth-context.ts';
import type { LimitPartition } from '../../define/operations-options.ts';
import { principalOf } from '../../mcp/principal.ts';
import { parseIpAddress, remember } from '../../std/index.ts';
import type { AuthenticatedExchange } from '../handler.ts';

export type PartitionBy = LimitPartition;

export interface Caller {
  readonly clientIp?: string | undefined;
  /** Verified: with a header full of letters each, made-up ids would fill the memory, or the store, that the counts are in. */
  readonly sessionId?: string | undefined;
  readonly auth?: AuthContext | undefined;
  readonly tool?: string | undefined;
}

/** The caller of a request at the endpoint; members are read on demand. */
export class EndpointCaller implements Caller {
  readonly #of: AuthenticatedExchange;

  constructor(of: AuthenticatedExchange) {
    this.#of = of;
  }

  get auth(): Caller['auth'] {
    return this.#of.auth;
  }

  get clientIp(): string | undefined {
    return this.#of.exchange.peerAddress;
  }

  get sessionId(): string | undefined {
    return this.#of.sessionId;
  }
}

/** Addresses whose key is known; clients of a server are few at a time. */
const maxKnown = 256;

/** Returns the key that a request counts under. Callers without a sign-in or a session count by address. */
export function createPartition(partitionBy: PartitionBy, prefix = ''): (caller: Caller) => string {
  const all = `${prefix}all`;
  const keyOfAddress = remember(maxKnown, (address) => prefix + ipKey(address));
  const byAddress = ({ clientIp = '' }: Caller): string => keyOfAddress(clientIp);
  switch (partitionBy) {
    case 'global':
      return () => all;
    case 'ip':
      return byAddress;
    case 'session':
      return (caller) => (caller.sessionId !== undefined ? `${prefix}session:${caller.sessionId}` : byAddress(caller));
    case 'userId':
      return (caller) => (isSignedIn(caller.auth) ? `${prefix}user:${principalOf(caller.auth)}` : byAddress(caller));
    default:
      return ({ auth, clientIp, sessionId, tool }) =>
        `${prefix}own:${partitionBy({ clientIp, sessionId, userId: isSignedIn(auth) ? auth.user.sub : undefined, tool })}`;
  }
}

const isSignedIn = (auth: AuthContext | undefined): auth is AuthContext => auth !== undefined && !auth.isAnonymous;

/** Whether counts may be those of sessions. */
export const looksAtSession = (partitionBy: PartitionBy): boolean => partitionBy === 'session' || typeof partitionBy === 'function';

/** One client has a whole /64 of IPv6 (RFC 6177): counting single addresses would limit no client. Without an address all callers share one count. */
function ipKey(address: string): string {
  const bytes = parseIpAddress(address);
  if (bytes === undefined) return 'ip:unknown';
  return `ip:${bytes.slice(0, bytes.length === 16 ? 8 : 4).join('.')}`;
}
