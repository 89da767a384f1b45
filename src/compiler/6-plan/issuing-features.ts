import type { FeatureRules } from './feature-rule.ts';
import { anySignsIn } from './sign-in-features.ts';

/** What signs people in and issues tokens. */
export const issuingRules = {
  'anonymous-grant': {
    when: (model) =>
      anySignsIn(model, ({ allowDefaultPublic }) => allowDefaultPublic === true)
        ? 'auth.allowDefaultPublic gives out anonymous tokens'
        : undefined,
  },
  revocation: {
    when: (model) =>
      anySignsIn(model, ({ revocation }) => revocation === true) ? 'auth.revocation lets grants end before their time' : undefined,
  },
  'local-auth': {
    when: (model) => (anySignsIn(model, ({ mode }) => mode === 'local') ? 'auth.mode is local: this server signs people in' : undefined),
  },
  'remote-auth': {
    when: (model) =>
      anySignsIn(model, ({ mode }) => mode === 'remote') ? 'auth.mode is remote: a provider finds out who signs in' : undefined,
  },
} satisfies Partial<FeatureRules>;
