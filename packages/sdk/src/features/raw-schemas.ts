export { rawSchemas } from '../../../../src/runtime/features/raw-schemas.ts';
