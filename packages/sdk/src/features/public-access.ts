export { publicAccess } from '../../../../src/runtime/features/public-access.ts';
