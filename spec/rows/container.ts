import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Providers and who sees them. */
export const rows: readonly RequirementRow[] = rowsOf({
  'D4.container.scopes': 'GLOBAL is one per server, CONTEXT one per request; SESSION and REQUEST are aliases of CONTEXT.',
  'D4.container.cycle': 'Circular dependency detected: <path>.',
  'D4.container.scope-mismatch': 'A GLOBAL provider asking for a CONTEXT one is INVALID_DEPENDENCY_SCOPE.',
  'D4.container.async': 'Asynchronous global factories are done before the server starts.',
  'D4.container.async-context':
    'A CONTEXT provider declared with AsyncProvider, or whose factory is an async function, is built before the handler, plugin hooks and completers of the call; a field initialiser may inject it. The time limit and the cancellation of the call cover it, it is disposed after the call, and its failure is PROVIDER_CONSTRUCTION_FAILED for the code that asks for it alone.',
  'D4.container.built-in-tokens':
    'SERVICE_CONTEXT is the request of the call, ServiceLogger its logger, or the logger of the server outside of calls; both can be injected without a provider. A GLOBAL provider asking for SERVICE_CONTEXT is INVALID_DEPENDENCY_SCOPE.',
  'D4.container.errors':
    'MISSING_PROVIDE, INVALID_USE_CLASS, INVALID_USE_FACTORY, INVALID_USE_VALUE, INVALID_ENTITY, PROVIDER_NOT_REGISTERED, PROVIDER_CONSTRUCTION_FAILED.',
  'D4.container.dispose': 'Providers are disposed when the server closes, last built first.',
});
