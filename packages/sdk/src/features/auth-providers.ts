export { authProviders } from '../../../../src/runtime/features/auth-providers.ts';
