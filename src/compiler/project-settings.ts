import type { ProjectSettings } from './1-load/index.ts';
import type { CompileCache } from './compile-types.ts';

/** Keeps parsed files between compilations of one process: `service dev`, tests. */
export const createCompileCache = (): CompileCache => ({ parsed: new Map() });

/** What tsconfig.json does with files that are added; undefined where there is none. */
export async function readProjectSettings(root: string): Promise<ProjectSettings | undefined> {
  return (await import('./1-load/index.ts')).readProjectSettings(root);
}
