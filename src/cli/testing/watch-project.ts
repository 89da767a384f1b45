import { watch } from 'node:fs';
import { join, sep } from 'node:path';

/** Editors write a file in several steps; one save is one change. */
const settleMs = 60;

/** Folders of generated files. */
const builtFolders = new Set(['node_modules', 'dist', 'coverage']);

export interface ProjectWatch {
  /** The files that were saved since the last call; waits for one. Undefined when the signal ends the wait. */
  next(signal: AbortSignal): Promise<readonly string[] | undefined>;
  close(): void;
}

/** Watches the sources below a folder; names that begin with a dot do not count. */
export function watchProject(root: string): ProjectWatch {
  const changed = new Set<string>();
  let wake = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(root, { recursive: true }, (_, name) => {
    if (name === null || name.split(sep).some((part) => part.startsWith('.') || builtFolders.has(part))) return;
    changed.add(join(root, name));
    clearTimeout(timer);
    timer = setTimeout(() => wake(), settleMs);
  });
  // A folder that is taken away while it is looked at.
  watcher.on('error', () => undefined);
  const nextChange = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  return {
    async next(signal) {
      if (changed.size === 0 && !signal.aborted) await nextChange(signal);
      if (signal.aborted) return undefined;
      const files = [...changed];
      changed.clear();
      return files;
    },
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
