import type { ConsentOptions } from '../../../define/sign-in-options.ts';

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
