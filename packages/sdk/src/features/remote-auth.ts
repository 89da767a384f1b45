export { remoteAuth } from '../../../../src/runtime/features/remote-auth.ts';
