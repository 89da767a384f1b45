import { messageOf, StorageConnectionError, configInvalid, ServiceError } from '../errors/index.ts';
import { redactText } from '../std/index.ts';

/** What a client or a platform said, without the passwords of addresses that it repeats. */
export const connectionError = (store: string, cause: unknown): StorageConnectionError =>
  cause instanceof StorageConnectionError ? cause : new StorageConnectionError(store, redactText(reasonOf(cause)));

function reasonOf(cause: unknown): string {
  // Several addresses of one name fail together, and the sum of the failures has no text of its own.
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return messageOf(cause);
}

export const notPlanned = (kind: string): ServiceError =>
  configInvalid(`a ${kind} store was not asked for when the server was built: set the option unconditionally and build again`);
