export { rounds } from '../../../../src/runtime/features/rounds.ts';
