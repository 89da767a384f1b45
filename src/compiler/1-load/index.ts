/** Phase 1: tsconfig.json and the entry become one TypeScript program. */
export { checkTypes, createLoadedProject, type LoadedProject, loadProject, type SourceFile } from './load-project.ts';
export { readEnvTemplate } from './env-template.ts';
export { createHost, createSourceCache } from './compiler-host.ts';
export { createDecoratorCompiler } from './decorator-metadata.ts';
export { importEnding, readProjectSettings, type ProjectSettings } from './tsconfig.ts';
