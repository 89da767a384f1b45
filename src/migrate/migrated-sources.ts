import type { Finding } from './findings.ts';
import type { MigratedEntry } from './rewrite/declared.ts';
import type { PrintedModule } from './rewrite/print-module.ts';
import type { SourceModule } from './read/source-module.ts';

/** What the sources of a server became. */
export interface MigratedSources {
  /** Path of the module with the `@Service` class, relative to `src`. */
  readonly entry: string;
  readonly modules: readonly PrintedModule[];
  readonly entries: readonly MigratedEntry[];
  /** What a person has to do by hand. */
  readonly left: readonly Finding[];
  /** What was left out because a built server brings it. */
  readonly notes: readonly Finding[];
}

/** Folders that all modules lie in (`dist`, `src`) are left out. */
export function outPaths(modules: readonly SourceModule[]): (module: SourceModule) => string {
  const folders = modules.map(({ path }) => path.split('/').slice(0, -1));
  const [first = []] = folders;
  const differs = first.findIndex((part, index) => folders.some((folder) => folder[index] !== part));
  const shared = differs < 0 ? first.length : differs;
  return ({ path }) =>
    path
      .split('/')
      .slice(shared)
      .join('/')
      .replace(/\.[cm]?jsx?$/, '.ts');
}
