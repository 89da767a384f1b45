export { jwks } from '../../../../src/runtime/features/jwks.ts';
