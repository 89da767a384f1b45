import type { PluginHost } from '@service/sdk/define';
import { withoutUndefined } from '@service/sdk/internal';

/** What happens to an approval. */
type AuditEvent = 'requested' | 'granted' | 'denied' | 'used' | 'revoked';

/** Writes a record of what has happened: who, which tool, how far; never arguments, proofs or tokens. */
export type Audit = (event: AuditEvent, of: AuditFields) => void;

interface AuditFields {
  readonly toolId: string;
  readonly scope?: string | undefined;
  readonly grantedBy?: string | undefined;
  readonly reason?: string | undefined;
  /** Subject of the caller, or a hash where only that is known. */
  readonly caller?: string | undefined;
  readonly requestId?: string | undefined;
}

export const auditBy =
  (logger: PluginHost['logger'], isEnabled: boolean): Audit =>
  (event, of) => {
    if (isEnabled) logger.info(`approval ${event}`, { event, ...withoutUndefined({ ...of }) });
  };
