export { transparentAuth } from '../../../../src/runtime/features/transparent-auth.ts';
