export { consent } from '../../../../src/runtime/features/consent.ts';
