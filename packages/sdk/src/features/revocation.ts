export { revocation } from '../../../../src/runtime/features/revocation.ts';
