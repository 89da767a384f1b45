/** Phase 1: tsconfig.json and the entry become one TypeScript program. */
export { checkTypes } from './check-types.ts';
export { readEnvTemplate } from './env-template.ts';
export { createHost, createSourceCache } from './compiler-host.ts';
export { createDecoratorCompiler } from './decorator-metadata.ts';
export { importEnding, readProjectSettings, type ProjectSettings } from './project-settings.ts';
export { createLoadedProject, loadProject, type LoadedProject, type SourceFile } from './load-project.ts';
