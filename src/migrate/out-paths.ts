import type { SourceModule } from './read/source-module.ts';

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
