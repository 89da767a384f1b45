import type { JsonObject } from '@service/sdk/model';
import type { CheckedModel } from './rule.ts';

/** Options of `auth` when this server issues tokens itself; undefined for others, and before the options are known. */
export function issuingOptions({ server }: CheckedModel): JsonObject | undefined {
  const auth = server.options?.rest['auth'];
  if (typeof auth !== 'object' || auth === null || Array.isArray(auth)) return undefined;
  return auth['mode'] === 'local' || auth['mode'] === 'remote' ? auth : undefined;
}
