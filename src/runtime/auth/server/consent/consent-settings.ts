import type { ConsentOptions } from '../../../define/sign-in-options.ts';
import { isRecord } from '../../../std/index.ts';
import type { AuthContext } from '../../../define/auth-context.ts';

export type ConsentSettings = Required<Omit<ConsentOptions, 'customMessage' | 'defaultSelectedTools'>> &
  Pick<ConsentOptions, 'customMessage' | 'defaultSelectedTools'>;

/** `auth.consent` with its defaults. */
export const consentSettings = (options: ConsentOptions): ConsentSettings => ({
  enabled: options.enabled ?? false,
  groupByApp: options.groupByApp ?? true,
  showDescriptions: options.showDescriptions ?? true,
  allowSelectAll: options.allowSelectAll ?? true,
  requireSelection: options.requireSelection ?? true,
  rememberConsent: options.rememberConsent ?? true,
  excludedTools: options.excludedTools ?? [],
  ...(options.customMessage === undefined ? {} : { customMessage: options.customMessage }),
  ...(options.defaultSelectedTools === undefined ? {} : { defaultSelectedTools: options.defaultSelectedTools }),
});

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

/** A tool that people choose or leave out. */
export interface ConsentTool {
  /** Listed name: `<app>:<name>` where two apps have a tool of one name. */
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly appId: string;
  readonly appName: string;
  /** The options suggest it. */
  readonly suggested: boolean;
}
