import type { Owner, Raise, Run } from './issues.ts';
import type { Callback } from './run-callback.ts';
import type { CheckRow, ErrorText, SchemaNode } from './table.ts';

/** What a node is compiled with. */
export interface Building {
  readonly nodeAt: (index: number) => SchemaNode;
  /** The compiled node; recursion is allowed, so it may only be called while running. */
  readonly run: (index: number) => Run;
  readonly callback: (id: string) => Callback;
  readonly checks: CheckParts;
  readonly ownerOf: (error: ErrorText | undefined, role: { isSchema: boolean; isCheck: boolean }) => Owner;
}

/** The node with this type, also where one row serves several types. */
export type NodeOf<T extends SchemaNode['type']> = SchemaNode extends infer N
  ? N extends { readonly type: infer U }
    ? T extends U
      ? N
      : never
    : never
  : never;

/** The row of this check, also where one row serves several checks. */
export type RowOf<C extends CheckRow['check']> = CheckRow extends infer R
  ? R extends { readonly check: infer U }
    ? C extends U
      ? R
      : never
    : never
  : never;

export interface CheckBuilding {
  readonly raise: Raise;
  readonly owner: Owner;
  readonly building: Building;
}

/** How nodes of each kind run. A bundle names the kinds that its tables hold, and carries no others. */
export type KindParts = { readonly [T in SchemaNode['type']]?: (node: NodeOf<T>, building: Building, inst: Owner) => Run };

/** How each check runs. */
export type CheckParts = { readonly [C in CheckRow['check']]?: (row: RowOf<C>, building: CheckBuilding) => Run };
