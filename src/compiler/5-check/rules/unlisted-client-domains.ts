import type { Json } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { placeOf, type Rule } from '../rule.ts';

/** `allowedClientIds` does not hold for clients that are named by a URL, so the list is not what it looks like. */
export const checkUnlistedClientDomains: Rule = (model) => {
  const auth = model.server.options?.rest['auth'];
  const listed = member(member(auth, 'dcr'), 'allowedClientIds') !== undefined;
  const cimd = member(auth, 'cimd');
  const open = member(cimd, 'enabled') !== false && member(member(cimd, 'security'), 'allowedDomains') === undefined;
  return listed && open ? [diagnose('unlisted-client-domains', {}, placeOf(model, 'server'))] : [];
};

const member = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value[key] : undefined;
