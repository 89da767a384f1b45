import type { SchemaTable, TableFacts } from '@service/sdk/schema-table';

/** What a schema site is made of. Keys are the site's id. */
export interface CompiledSite {
  readonly id: string;
  readonly table: SchemaTable;
  /** What the run time would otherwise ask the schema for. */
  readonly facts: TableFacts;
  /** The schema library that the project has installed says things otherwise than this one knows. */
  readonly foreignTexts?: true;
}

/** A site that keeps its schema of zod, and why. */
export interface KeptSite {
  readonly id: string;
  readonly problem: string;
  /** The function of zod that made the part at fault: `instanceof`. */
  readonly call?: string;
}

export type EvaluatedSite = CompiledSite | KeptSite;
