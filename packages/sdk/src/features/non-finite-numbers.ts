export { nonFiniteNumbers } from '../../../../src/runtime/features/non-finite-numbers.ts';
