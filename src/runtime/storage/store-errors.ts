import { messageOf, StorageConnectionError, configInvalid, ServiceError } from '../errors/index.ts';
import { redactText } from '../std/index.ts';

/** What a client or a platform said, without the passwords of addresses that it repeats. */
export const connectionError = (store: string, cause: unknown): StorageConnectionError =>
  cause instanceof StorageConnectionError ? cause : new StorageConnectionError(store, redactText(reasonOf(cause)));

/** Milliseconds that a store over the network may take for an answer. */
export const answerMs = 5000;

export const noAnswer = (store: string): StorageConnectionError => connectionError(store, `no answer within ${answerMs} ms`);

function reasonOf(cause: unknown): string {
  // Several addresses of one name fail together, and the sum of the failures has no text of its own.
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return messageOf(cause);
}

export const notPlanned = (kind: string): ServiceError =>
  configInvalid(`a ${kind} store was not asked for when the server was built: set the option unconditionally and build again`);

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
