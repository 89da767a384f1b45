import { createAnonymousGrant } from '../auth/server/grants/anonymous.ts';
import { issuingSettings } from '../auth/server/local-settings.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';

/** `grant_type=anonymous` at `/oauth/token` (`allowDefaultPublic`). */
export const anonymousGrant: FeatureFactory = ({ runtime, signIn }): Feature => {
  const options = issuingOptions(runtime);
  if (options?.allowDefaultPublic !== true) return { name: 'anonymous-grant' };
  signIn.push((parts) => ({ grants: [createAnonymousGrant(parts, issuingSettings(options, parts.production).anonymousScopes)] }));
  return { name: 'anonymous-grant' };
};
