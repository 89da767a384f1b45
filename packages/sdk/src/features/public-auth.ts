export { publicAuth } from '../../../../src/runtime/features/public-auth.ts';
