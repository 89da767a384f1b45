export { secureStore } from '../../../../src/runtime/features/secure-store.ts';
