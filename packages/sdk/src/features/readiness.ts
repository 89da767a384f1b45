export { readiness } from '../../../../src/runtime/features/readiness.ts';
