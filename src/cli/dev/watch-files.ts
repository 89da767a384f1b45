import { watch, type FSWatcher } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** Editors write a file in several steps; one save is one change. */
const settleMs = 60;

export interface Watch {
  /** Replaces the files that count; with `neighbours`, every file in their folders does (a missing import may appear). */
  follow(files: readonly string[], neighbours: boolean): void;
  close(): void;
}

/** Calls back once per save of followed files, with those that were saved. Folders are watched, not files: editors replace files by renaming. */
export function watchFiles(onChange: (files: readonly string[]) => void): Watch {
  const watchers = new Map<string, FSWatcher>();
  let followed = new Set<string>();
  let all = false;
  let timer: NodeJS.Timeout | undefined;
  let saved = new Set<string>();
  const changed = (file: string): void => {
    if (!all && !followed.has(file)) return;
    saved.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = [...saved];
      saved = new Set();
      onChange(files);
    }, settleMs);
  };
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  return {
    follow(files, neighbours) {
      followed = new Set(files);
      all = neighbours;
      const folders = new Set([...followed].map((file) => dirname(file)).filter((folder) => !folder.split(sep).includes('node_modules')));
      for (const folder of watchers.keys()) if (!folders.has(folder)) forget(folder);
      for (const folder of folders) {
        if (watchers.has(folder)) continue;
        try {
          const watcher = watch(folder, (_, name) => name !== null && changed(join(folder, name)));
          watcher.on('error', () => forget(folder));
          watchers.set(folder, watcher);
        } catch {
          // A folder that is gone has no changes; the next build reports the missing file.
        }
      }
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}
