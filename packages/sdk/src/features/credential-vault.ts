export { credentialVault } from '../../../../src/runtime/features/credential-vault.ts';
