import { isStandardSchema, jsonSchemaOfInput, zodKind } from '../define/index.ts';
import type { TableFacts } from '../schema-table/index.ts';

/**
 * What a table that stands for a schema has to bring.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA when `withForm` and the schema cannot be said in JSON Schema
 */
export function schemaFactsOf(schema: unknown, { withForm }: { readonly withForm: boolean }): TableFacts {
  return {
    ...(isStandardSchema(schema) && zodKind(schema) === 'date' ? { kind: 'date' } : {}),
    ...(withForm ? { form: jsonSchemaOfInput(schema, 'input') } : {}),
  };
}
