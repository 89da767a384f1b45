import { isRecord } from '../../../std/index.ts';
import type { AuthContext } from '../../../define/auth-context.ts';

/**
 * Whether the caller's token holds a tool. A token without the claim was issued before consent was asked for, and says nothing of what a
 * person wanted: it holds none. Anonymous callers have chosen nothing; what they may call is `publicAccess`.
 */
export function isConsented({ claims, isAnonymous }: AuthContext, toolId: string): boolean {
  if (isAnonymous) return true;
  const { consent } = claims;
  const selected = isRecord(consent) ? consent['selectedTools'] : undefined;
  return Array.isArray(selected) && selected.includes(toolId);
}
