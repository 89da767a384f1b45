import type { ApplicationParts } from '../application/application-parts.ts';
import { randomBytes, type SealSecret } from '../../std/index.ts';

export interface Sealing {
  readonly secret: SealSecret;
  /** Two servers with one secret do not accept each other's texts (ruling 20). */
  readonly identity: string;
}

/** What the keys of sessions and request states are derived from, each with a label of its own (ruling 16). */
export function sealingOf({ environment, runtime }: Pick<ApplicationParts, 'environment' | 'runtime'>): Sealing {
  const { MCP_SESSION_SECRET, JWT_SECRET, SERVICE_PUBLIC_URL } = environment;
  return {
    // A random one holds as long as this process: another instance, or the next start, does not know what it sealed.
    secret: MCP_SESSION_SECRET ?? JWT_SECRET ?? (() => randomBytes(32)),
    identity: JSON.stringify([runtime.model.info.name, SERVICE_PUBLIC_URL ?? '']),
  };
}
