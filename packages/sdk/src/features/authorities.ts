export { authorities } from '../../../../src/runtime/features/authorities.ts';
