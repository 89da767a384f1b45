export { openSchemas } from '../../../../src/runtime/features/open-schemas.ts';
