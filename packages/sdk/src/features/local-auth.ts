export { localAuth } from '../../../../src/runtime/features/local-auth.ts';
