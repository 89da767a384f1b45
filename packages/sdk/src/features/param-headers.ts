export { paramHeaders } from '../../../../src/runtime/features/param-headers.ts';
