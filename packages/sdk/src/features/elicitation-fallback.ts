export { elicitationFallback } from '../../../../src/runtime/features/elicitation-fallback.ts';
