import type { IncrementalAuthOptions } from '../../../define/sign-in-options.ts';

export type IncrementalSettings = Required<IncrementalAuthOptions>;

/** `auth.incrementalAuth` with its defaults; on when the option is there. */
export const incrementalSettings = (options: IncrementalAuthOptions | undefined): IncrementalSettings => ({
  enabled: options !== undefined && options.enabled !== false,
  skippedAppBehavior: options?.skippedAppBehavior ?? 'anonymous',
  allowSkip: options?.allowSkip ?? true,
  showAllAppsAtOnce: options?.showAllAppsAtOnce ?? true,
});
