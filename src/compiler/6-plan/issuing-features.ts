import type { FeatureRow } from './feature-row.ts';
import { allSignInOptions, signInOptions } from './sign-in-features.ts';

/** What signs people in and issues tokens; last, because it is put together from what the features before it left. */
export const issuingFeatureRows: readonly FeatureRow[] = [
  {
    name: 'anonymous-grant',
    exportName: 'anonymousGrant',
    module: '@service/sdk/features/anonymous-grant',
    when: (model) =>
      signInOptions(model)?.['allowDefaultPublic'] === true ? 'auth.allowDefaultPublic gives out anonymous tokens' : undefined,
  },
  {
    name: 'revocation',
    exportName: 'revocation',
    module: '@service/sdk/features/revocation',
    when: (model) =>
      allSignInOptions(model).some((auth) => auth['revocation'] === true) ? 'auth.revocation lets grants end before their time' : undefined,
  },
  {
    name: 'local-auth',
    exportName: 'localAuth',
    module: '@service/sdk/features/local-auth',
    when: (model) => (signInOptions(model)?.['mode'] === 'local' ? 'auth.mode is local: this server signs people in' : undefined),
  },
  {
    name: 'remote-auth',
    exportName: 'remoteAuth',
    module: '@service/sdk/features/remote-auth',
    when: (model) => (signInOptions(model)?.['mode'] === 'remote' ? 'auth.mode is remote: a provider finds out who signs in' : undefined),
  },
];
