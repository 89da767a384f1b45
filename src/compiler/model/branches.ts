import type { Span } from './span.ts';

/** An item of a list that stands in a branch: the environment decides whether a start lists it. */
export interface BranchItem {
  /** Equal for the same expression in two lists. */
  readonly id: string;
  /** Path of the owner whose list it is. */
  readonly owner: string;
  readonly list: string;
  readonly span: Span;
}

/** What the sources show of other starts, for the evaluation to look at. */
export interface ShownBranches {
  readonly items: readonly BranchItem[];
  /** Options of adapters that have branches, by the adapter's name. */
  readonly adapterOptions: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}
