import { createHash } from 'node:crypto';

/** Names that are the same folder on no file system unless they are the same name. */
const plainName = /^[a-z0-9][a-z0-9_-]{0,79}$/;

/** The folder of a program's sessions. A hash keeps names apart that would fall on one folder: `a b` and `a_b`, or `A` and `a` on macOS. */
export function programFolder(name: string): string {
  if (plainName.test(name)) return name;
  const safe = name.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '_');
  return `${safe.slice(0, 79)}.${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}
