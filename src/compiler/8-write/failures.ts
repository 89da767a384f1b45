export type WriteFailure = 'no-space' | 'not-writable' | 'foreign-files' | 'outside' | 'interrupted' | 'failed';

/** The output folder is as it was before. `message` says what and where, `hint` what to do. */
export class WriteFailed extends Error {
  override readonly name = 'WriteFailed';
  readonly reason: WriteFailure;
  readonly path: string;
  readonly hint: string;

  constructor(reason: WriteFailure, details: { path: string; message: string; hint: string; cause?: unknown }) {
    super(details.message, { cause: details.cause });
    this.reason = reason;
    this.path = details.path;
    this.hint = details.hint;
  }
}

/** Turns a file system error into one with a message and a remedy. */
export function writeFailureOf(error: unknown, path: string): WriteFailed {
  if (error instanceof WriteFailed) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';
  const unchanged = 'The folder is as it was before.';
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new WriteFailed('no-space', {
        path,
        cause: error,
        message: `No space left while writing ${path}. ${unchanged}`,
        hint: 'Free some space, or choose another folder with --out-dir.',
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new WriteFailed('not-writable', {
        path,
        cause: error,
        message: `Cannot write to ${path} (${code}). ${unchanged}`,
        hint: 'Check the owner and the permissions of the folder, or choose another one with --out-dir.',
      });
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
      return new WriteFailed('not-writable', {
        path,
        cause: error,
        message: `Cannot write to ${path}: ${code === 'ENOENT' ? 'no folder can be made there' : 'a file stands where a folder should be'} (${code}). ${unchanged}`,
        hint: 'Move the file away, or choose another folder with --out-dir.',
      });
    case 'ENAMETOOLONG':
      return new WriteFailed('failed', {
        path,
        cause: error,
        message: `Cannot write to ${path}: a file name or the path is longer than the file system allows (${code}). ${unchanged}`,
        hint: 'Shorten the name or the version of the server, or choose a folder with a shorter path with --out-dir.',
      });
    default:
      return new WriteFailed('failed', {
        path,
        cause: error,
        message: `Writing ${path} failed (${code}). ${unchanged}`,
        hint: 'Run the build again; if it fails again, choose another folder with --out-dir.',
      });
  }
}
/** What was built does not start or does not answer; nothing was written. `message` says what happened, `hint` what to do. */
export class ArtifactFailed extends Error {
  override readonly name = 'ArtifactFailed';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
type ExecutableFailure = 'no-fuse' | 'tool' | 'merged';

/** No single executable was made and nothing was written. `message` says what and where, `hint` what to do. */
export class ExecutableFailed extends Error {
  override readonly name = 'ExecutableFailed';
  readonly reason: ExecutableFailure;
  readonly hint: string;

  constructor(reason: ExecutableFailure, details: { readonly message: string; readonly hint: string; readonly cause?: unknown }) {
    super(details.message, { cause: details.cause });
    this.reason = reason;
    this.hint = details.hint;
  }
}
