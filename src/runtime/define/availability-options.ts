import type { AvailableWhen } from '../model/index.ts';

/** Environments in which an entry exists: each named axis must have one of the listed values. */
export interface AvailabilityOptions extends AvailableWhen {
  /** The old name of `os`. */
  readonly platform?: readonly string[];
}
