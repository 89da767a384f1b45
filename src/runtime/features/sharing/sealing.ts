import type { ApplicationCore } from '../application/application-core.ts';
import { randomBytes, type SealSecret } from '../../std/index.ts';
import { serverIdentity } from '../../storage/server-identity.ts';
import { isProduction } from '../../define/index.ts';

/**
 * Whether only clients that open with `initialize` are refused. The next request may come to another instance of a worker or a function,
 * which knows no random key of this one.
 */
export const refusesSessions = ({ environment, runtime }: Pick<ApplicationCore, 'environment' | 'runtime'>): boolean =>
  runtime.environment.deployment === 'serverless' && isProduction(runtime.environment) && environment.MCP_SESSION_SECRET === undefined;

export interface Sealing {
  readonly secret: SealSecret;
  /** Two servers with one secret do not accept each other's texts. */
  readonly identity: string;
}

/** What the keys of sessions and request states are derived from, each with a label of its own. */
export function sealingOf(parts: Pick<ApplicationCore, 'environment' | 'http' | 'runtime'>): Sealing {
  const { MCP_SESSION_SECRET, JWT_SECRET } = parts.environment;
  return {
    // A random one holds as long as this process: another instance, or the next start, does not know what it sealed.
    secret: MCP_SESSION_SECRET ?? JWT_SECRET ?? (() => randomBytes(32)),
    identity: serverIdentity(parts),
  };
}
