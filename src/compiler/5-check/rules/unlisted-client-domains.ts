import { declaredAuths, jsonMember, type Json } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOfOption, type Rule } from '../rule.ts';

const option = 'allowedClientIds';

/** `allowedClientIds` does not hold for clients that are named by a URL, so the list is not what it looks like. */
export const checkUnlistedClientDomains: Rule = (model) =>
  declaredAuths(model.server)
    .filter(({ options: { cimd, dcr } }) => jsonMember(dcr, option) !== undefined && isOpen(cimd))
    .map(({ label }) => diagnose('unlisted-client-domains', {}, locationOfOption(model, label, `auth.dcr.${option}`)));

const isOpen = (cimd: Json | undefined): boolean =>
  jsonMember(cimd, 'enabled') !== false && jsonMember(jsonMember(cimd, 'security'), 'allowedDomains') === undefined;
