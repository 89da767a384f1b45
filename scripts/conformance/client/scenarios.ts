/** The revision that generated clients speak. */
export const clientRevision = '2026-07-28';

/** Scenarios that a generated client passes. */
export const clientScenarios = [
  'tools_call',
  'request-metadata',
  'sep-2322-client-request-state',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
  'json-schema-2020-12-preservation',
] as const;
export type ClientScenario = (typeof clientScenarios)[number];

/** The other scenarios of the suite, by the beginning of their names, and why a generated client is not asked for them. */
const inapplicable: Readonly<Record<string, string>> = {
  initialize: 'judges the handshake of 2025 revisions; the client speaks 2026-07-28, which has none',
  'elicitation-sep1034-client-defaults': 'runs at 2025-11-25 only; the answer to a question is what onElicit returns',
  'sse-retry': 'judges the stream that sessions of 2025-11-25 reopen; 2026-07-28 has neither',
  'auth/': 'the client signs nobody in: its option `headers` takes the token of whatever did',
  'sep-2640-client-': 'the client loads no skills; its method `request` reads what the caller names',
};

/** Scenarios of the suite that neither list names: a newer suite may have one that applies. */
export const unlistedScenarios = (suite: readonly string[]): readonly string[] =>
  suite.filter(
    (name) =>
      !clientScenarios.some((one) => one === name) &&
      !Object.keys(inapplicable).some((start) => name === start || (start.match(/[/-]$/) !== null && name.startsWith(start))),
  );

/** Scenarios of ours that the suite no longer has. */
export const missingScenarios = (suite: readonly string[]): readonly string[] => clientScenarios.filter((name) => !suite.includes(name));
