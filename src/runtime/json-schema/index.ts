/** Layer 2: JSON Schema 2020-12, interpreted: no code is made from text, so it works where that is forbidden. */
export { compileSchema, type CheckedBySchema, type CompileOptions } from './compile-schema.ts';
export { findRepeatedItem } from './repeated-item.ts';
export { SchemaFault } from './documents.ts';
