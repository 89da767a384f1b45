import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Upstream providers and federated sign-in. */
export const rows: readonly RequirementRow[] = rowsOf({
  'N5.options': 'Exactly one of authorizationEndpoint and authorizeUrl, of tokenEndpoint and tokenUrl, with their texts.',
  'N5.mode': 'An option that has no effect is not kept silent: providers in mode remote are refused.',
  'N6.visits': 'Providers are visited one after another; state federated:<sessionId>:<nonce>; claim federated; orchestration.getToken.',
  'N6.skip': 'Each provider may be skipped.',
  'N6.required': 'minProviders, requiredProviders and Invalid provider selection, with their texts.',
  'R39.picker':
    'With auth.providers a sign-in begins with the picker, which also asks who signs in where authenticate is absent; with authenticate its form stands behind the picker.',
  'R15.state': 'The state of upstream flows is strict and single-use; iss is checked.',
  'R15.browser': 'A return in another browser links nothing.',
  'D1.upstream-refresh':
    "refresh renews upstream providers' tokens within skewSeconds; false never renews. Tokens that were kept while the provider answered are not replaced.",
});
