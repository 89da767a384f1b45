/*
 * Phase 4: the definitions are bundled once and loaded in a process of their own, with a deadline, no secrets and no way to act on the
 * world. What comes back is the run time's own view of the server; every failure is a finding at its location, never a guess.
 */
export { createDocumentSource } from './fetch-documents.ts';
export { startBundler } from './bundle-definitions.ts';
export type { Evaluation, EvaluationRequest } from './evaluation.ts';
export { startEvaluator } from './evaluator.ts';
