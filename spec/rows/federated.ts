import type { RequirementRow } from '../requirement-row.ts';

const row = (...[id, document, section, rule]: readonly [string, string, string, string]): RequirementRow => ({
  id,
  document,
  section,
  rule,
});

/** Upstream providers and federated sign-in: document 1, supplement N5 and N6, ruling 15. */
export const rows: readonly RequirementRow[] = [
  row(
    'N5.options',
    'spec 4',
    'N5',
    'Exactly one of authorizationEndpoint and authorizeUrl, of tokenEndpoint and tokenUrl, with their texts.',
  ),
  row('N5.mode', 'spec 5', '17', 'An option that has no effect is not kept silent: providers in mode remote are refused.'),
  row(
    'N6.visits',
    'spec 4',
    'N6',
    'Providers are visited one after another; state federated:<sessionId>:<nonce>; claim federated; orchestration.getToken.',
  ),
  row('N6.skip', 'spec 4', 'N6', 'Each provider may be skipped.'),
  row('N6.required', 'spec 4', 'N6', 'minProviders, requiredProviders and Invalid provider selection, with their texts.'),
  row(
    'R39.picker',
    'spec 5',
    '39',
    'With auth.providers a sign-in begins with the picker, which also asks who signs in where authenticate is absent; with authenticate its form stands behind the picker.',
  ),
  row('R15.state', 'spec 5', '15', 'The state of upstream flows is strict and single-use; iss is checked.'),
  row('R15.browser', 'spec 5', '15', 'A return in another browser links nothing.'),
  row('D1.upstream-refresh', 'spec 1', 'Options', "refresh renews upstream providers' tokens within skewSeconds; false never renews."),
];
