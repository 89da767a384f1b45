export { staticAuth } from '../../../../src/runtime/features/static-auth.ts';
