import { messageOf } from '../../errors/index.ts';

/** `ENOENT` and its like. */
export const errorCode = (failure: unknown): string | undefined =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : undefined;

const isNotWritable = 'this user may not write there: correct its permissions, or name another folder in `path`';
const isGone = 'it is no folder, cannot be made, or was removed: make or restore it, and start the server again';
const isFull = 'the disk is full: free space on it';

const reasons: Readonly<Record<string, string>> = {
  EACCES: isNotWritable,
  EPERM: isNotWritable,
  EROFS: 'the disk is read-only: mount it for writing, or name another folder in `path`',
  ENOENT: isGone,
  ENOTDIR: isGone,
  EEXIST: isGone,
  ENOSPC: isFull,
  EDQUOT: isFull,
};

/** What the system refused, and what to do. */
export function describeFault(failure: unknown): string {
  const code = errorCode(failure) ?? '';
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return reason === undefined ? messageOf(failure) : `${reason} (${code})`;
}
