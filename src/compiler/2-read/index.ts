/** Phase 2: decorators, builders and their options become plain declarations with spans. The last phase that sees the syntax tree. */
export { readDeclarations } from './read-declarations.ts';
export type { ReadResult } from './read-declarations.ts';
