import type { Finding } from './findings.ts';
import type { MigratedEntry } from './rewrite/declared.ts';
import type { PrintedModule } from './rewrite/print-module.ts';

/** What the sources of a server became. */
export interface MigratedSources {
  /** Path of the module with the `@Service` class, relative to `src`. */
  readonly entry: string;
  readonly modules: readonly PrintedModule[];
  readonly entries: readonly MigratedEntry[];
  /** What a person has to do by hand. */
  readonly left: readonly Finding[];
  /** What was left out because a built server brings it. */
  readonly notes: readonly Finding[];
}
