export { sessionless } from '../../../../src/runtime/features/sessionless.ts';
