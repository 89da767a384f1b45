import type { Span } from './span.ts';

/** A module that awaits outside of functions, which only ES modules can. */
export interface AwaitingModule {
  /** The package that it belongs to; absent for a file of the project. */
  readonly package?: string;
  /** `node_modules/settings/index.js:3:18`. */
  readonly place: string;
  /** The imports that lead there: `src/main.ts → node_modules/settings/index.js`. */
  readonly chain: string;
  /** The `await`, or the import of the project that leads to it. */
  readonly span?: Span;
}
