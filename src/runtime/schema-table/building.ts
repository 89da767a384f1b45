import type { Owner, Run } from './issues.ts';
import type { Callback } from './run-callback.ts';
import type { ErrorText, SchemaNode } from './table.ts';

/** What a node is compiled with. */
export interface Building {
  readonly node: (index: number) => SchemaNode;
  /** The compiled node; recursion is allowed, so it may only be called while running. */
  readonly run: (index: number) => Run;
  readonly callback: (id: string) => Callback;
  readonly ownerOf: (error: ErrorText | undefined, role: { isSchema: boolean; isCheck: boolean }) => Owner;
}
