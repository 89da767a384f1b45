import { ServiceError } from './service-error.ts';

/** @throws {ServiceError} INTERNAL_ERROR for a part that the build has left out: a fault of the build, never of the author */
export function needed<T>(part: T | undefined, what: string): T {
  if (part === undefined) throw new ServiceError('INTERNAL_ERROR', `the bundle cannot ${what}: build it again`);
  return part;
}
