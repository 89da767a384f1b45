import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, rule: string): RequirementRow => ({
  id: `D4.container.${id}`,
  document: 'spec 4',
  section: '1.10 Dependency injection',
  rule,
});

/** Providers and who sees them. */
export const rows: readonly RequirementRow[] = [
  row('scopes', 'GLOBAL is one per server, CONTEXT one per request; SESSION and REQUEST are aliases of CONTEXT.'),
  row('cycle', 'Circular dependency detected: <path>.'),
  row('scope-mismatch', 'A GLOBAL provider asking for a CONTEXT one is INVALID_DEPENDENCY_SCOPE.'),
  row('async', 'Asynchronous global factories are done before the server starts.'),
  row(
    'errors',
    'MISSING_PROVIDE, INVALID_USE_CLASS, INVALID_USE_FACTORY, INVALID_USE_VALUE, INVALID_ENTITY, PROVIDER_NOT_REGISTERED, PROVIDER_CONSTRUCTION_FAILED.',
  ),
  row('dispose', 'Providers are disposed when the server closes, last built first.'),
];
