export { completers } from '../../../../src/runtime/features/completers.ts';
