export { clientCapabilities } from '../../../../src/runtime/features/client-capabilities.ts';
