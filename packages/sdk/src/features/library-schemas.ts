export { librarySchemas } from '../../../../src/runtime/features/library-schemas.ts';
