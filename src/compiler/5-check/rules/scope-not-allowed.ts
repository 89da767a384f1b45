import { isJsonObject, issuingAuths } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOfOption, type Rule } from '../rule.ts';

/** A scope that a refusal asks for and no token can carry sends clients round and round. */
export const checkScopeNotAllowed: Rule = (model) => {
  const authorities = model.server.options?.rest['authorities'];
  if (!isJsonObject(authorities)) return [];
  const named = [...new Set(textsIn(authorities['scopeMapping']))];
  return issuingAuths(model.server).flatMap(({ label, options }) => {
    const allowed = textsIn(options['allowedScopes'] ?? ['openid', 'profile', 'email', 'offline_access']);
    return named
      .filter((scope) => !allowed.some((entry) => covers(entry, scope)))
      .map((scope) => diagnose('scope-not-allowed', { scope }, locationOfOption(model, label, 'auth.allowedScopes')));
  });
};

/** Every text in nested lists and records. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** `*` stands for anything. The entries are the author's own, so a pattern made of one is no attack. */
function covers(entry: string, scope: string): boolean {
  const pattern = entry
    .split('*')
    .map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${pattern}$`).test(scope);
}
