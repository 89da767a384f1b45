import { declaredAuths, type Json } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOfOption, type Rule } from '../rule.ts';

const option = 'allowedClientIds';

/** `allowedClientIds` does not hold for clients that are named by a URL, so the list is not what it looks like. */
export const checkUnlistedClientDomains: Rule = (model) =>
  declaredAuths(model.server)
    .filter(({ options: { cimd, dcr } }) => member(dcr, option) !== undefined && isOpen(cimd))
    .map(({ label }) => diagnose('unlisted-client-domains', {}, locationOfOption(model, label, `auth.dcr.${option}`)));

const isOpen = (cimd: Json | undefined): boolean =>
  member(cimd, 'enabled') !== false && member(member(cimd, 'security'), 'allowedDomains') === undefined;

const member = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value[key] : undefined;
