import type { CompiledSite, SchemaCallback, SchemaSite } from '../../model/schemas.ts';

/** A site whose table stands in for it, and the functions of the author's that the table names. */
export interface PlannedSite {
  readonly site: SchemaSite;
  readonly compiled: CompiledSite;
  readonly callbacks: readonly SchemaCallback[];
}
