import { maxTtlMs as longestTtl } from './approvals.ts';
import type { Audit } from './audit.ts';
import type { Decision, FoundChallenge, Requests } from './requests.ts';
import { type ApprovalScope, isScope } from './requirement.ts';

/** Decides a request, and writes it to the log. @returns false where it was decided before, or is over */
export async function tellDecision(
  found: FoundChallenge,
  decision: Decision,
  { audit, requests }: { readonly audit: Audit; readonly requests: Requests },
): Promise<boolean> {
  if (!(await requests.decide(found, decision))) return false;
  const { approved, grantedBy, reason, scope = found.waiting.defaultScope } = decision;
  const { owner, toolId } = found.waiting;
  audit(approved ? 'granted' : 'denied', { toolId, scope, grantedBy, reason, caller: owner.user });
  return true;
}

/** What a decision must fit. */
interface Limits {
  readonly allowedScopes: readonly ApprovalScope[];
  readonly defaultScope: ApprovalScope;
  readonly maxTtlMs?: number | undefined;
}

/** A decision that cannot be taken; the text says what to write instead. */
export class WrongDecision extends Error {}

const maxText = 500;

/** A decision of another system. @throws {WrongDecision} */
export function readDecision(given: Readonly<Record<string, unknown>>, { allowedScopes, defaultScope, maxTtlMs }: Limits): Decision {
  const { approved, grantedBy, reason, scope, ttlMs } = given;
  if (typeof approved !== 'boolean') throw new WrongDecision('"approved" must be true or false');
  if (scope !== undefined && !(isScope(scope) && allowedScopes.includes(scope)))
    throw new WrongDecision(`"scope" must be ${allowedScopes.map((name) => `"${name}"`).join(', ')}`);
  const longest = maxTtlMs ?? longestTtl;
  if (ttlMs !== undefined && !(Number.isSafeInteger(ttlMs) && Number(ttlMs) > 0 && Number(ttlMs) <= longest))
    throw new WrongDecision(`"ttlMs" must be a whole number from 1 to ${longest}`);
  if (approved && (scope ?? defaultScope) === 'time_limited' && (ttlMs ?? maxTtlMs) === undefined)
    throw new WrongDecision('"ttlMs" must be given with the scope "time_limited"');
  for (const [name, text] of Object.entries({ grantedBy, reason }))
    if (text !== undefined && (typeof text !== 'string' || text.length > maxText))
      throw new WrongDecision(`"${name}" must be a text of at most ${maxText} characters`);
  return {
    approved,
    scope: scope as ApprovalScope | undefined,
    ttlMs: ttlMs as number | undefined,
    grantedBy: grantedBy as string | undefined,
    reason: reason as string | undefined,
  };
}
