/** Phase 2: decorators, builders and their options become plain declarations with spans. The last phase that sees the syntax tree. */
export { readDeclarations, type ReadResult } from './read-declarations.ts';
