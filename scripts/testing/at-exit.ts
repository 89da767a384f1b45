import { rmSync } from 'node:fs';

const works = new Set<() => void>();

// One listener for all of them: Node warns of a leak from the eleventh on.
process.on('exit', () => {
  for (const work of works) work();
});

/**
 * Does the work when this process ends.
 * @returns takes it back
 */
export function atExit(work: () => void): () => void {
  works.add(work);
  return () => void works.delete(work);
}

/** Removes a file or folder when this process ends. */
export const removeAtExit = (path: string): void => void atExit(() => rmSync(path, { recursive: true, force: true }));
