import type { FeatureRules } from './feature-rule.ts';
import { allSignInOptions, signInOptions } from './sign-in-features.ts';

/** What signs people in and issues tokens. */
export const issuingRules = {
  'anonymous-grant': {
    when: (model) =>
      signInOptions(model)?.['allowDefaultPublic'] === true ? 'auth.allowDefaultPublic gives out anonymous tokens' : undefined,
  },
  revocation: {
    when: (model) =>
      allSignInOptions(model).some((auth) => auth['revocation'] === true) ? 'auth.revocation lets grants end before their time' : undefined,
  },
  'local-auth': {
    when: (model) => (signInOptions(model)?.['mode'] === 'local' ? 'auth.mode is local: this server signs people in' : undefined),
  },
  'remote-auth': {
    when: (model) => (signInOptions(model)?.['mode'] === 'remote' ? 'auth.mode is remote: a provider finds out who signs in' : undefined),
  },
} satisfies Partial<FeatureRules>;
