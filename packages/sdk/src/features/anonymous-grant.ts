export { anonymousGrant } from '../../../../src/runtime/features/anonymous-grant.ts';
