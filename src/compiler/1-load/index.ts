/** Phase 1: tsconfig.json and the entry become one TypeScript program. */
export { checkTypes } from './check-types.ts';
export { createLoadedProject, loadProject } from './load-project.ts';
export type { LoadedProject, LoadRequest, LoadResult } from './load-project.ts';
