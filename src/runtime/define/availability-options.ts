import type { AvailableWhen } from '../model/index.ts';

/** Where an entry exists: an axis that is named must have one of the values. */
export interface AvailabilityOptions extends AvailableWhen {
  /** The old name of `os`. */
  readonly platform?: readonly string[];
}
