/** Phase 1: tsconfig.json and the entry become one TypeScript program. */
export { checkTypes } from './check-types.ts';
export { readEnvTemplate } from './env-template.ts';
export { createHost } from './compiler-host.ts';
export { createDecoratorCompiler } from './decorator-metadata.ts';
export { importEnding } from './project-settings.ts';
export { createLoadedProject, loadProject } from './load-project.ts';
export type { LoadedProject, SourceFile } from './load-project.ts';
export { readProjectSettings } from './project-settings.ts';
export type { ProjectSettings } from './project-settings.ts';
export { createSourceCache } from './source-cache.ts';
