import { isStandardSchema, jsonSchemaOfInput, zodKind } from '../define/index.ts';
import type { TableFacts } from '../schema-table/index.ts';

/**
 * Facts that the table of a schema keeps.
 * @param role of the schema; a question needs a JSON Schema, while a tool without one is refused where tools are listed
 * @throws {ServiceError} INVALID_DECORATOR_METADATA when the schema of a question has no JSON Schema
 */
export function schemaFactsOf(schema: unknown, role: 'input' | 'output' | 'question'): TableFacts {
  const kind = isStandardSchema(schema) && zodKind(schema) === 'date' ? { kind: 'date' } : {};
  try {
    return { ...kind, form: jsonSchemaOfInput(schema, role === 'output' ? 'output' : 'input') };
  } catch (error) {
    if (role === 'question') throw error;
    return kind;
  }
}
