import { createAnonymousGrant } from '../auth/server/grants/anonymous.ts';
import { issuingSettings } from '../auth/server/local-settings.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';
import type { SignInExtension } from '../auth/server/sign-in/sign-in-extensions.ts';
import { defineFeature } from './application/define-feature.ts';

/** `grant_type=anonymous` at `/oauth/token` (`allowDefaultPublic`). */
export const anonymousGrant = defineFeature('anonymous-grant', ({ runtime }) => {
  const options = issuingOptions(runtime);
  if (options?.allowDefaultPublic !== true) return {};
  const signIn: SignInExtension = (parts) => ({
    grants: [createAnonymousGrant(parts, issuingSettings(options, parts.production).anonymousScopes)],
  });
  return { contributes: { signIn } };
});
