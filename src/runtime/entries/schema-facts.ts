import { isStandardSchema, jsonSchemaOfInput, zodKind } from '../define/index.ts';
import type { TableFacts } from '../schema-table/index.ts';

/**
 * What a table that stands for a schema has to bring.
 * @param role of the schema; a question that cannot be said in JSON Schema cannot be asked, a tool's is refused where the tool is listed
 * @throws {ServiceError} INVALID_DECORATOR_METADATA when the schema of a question cannot be said in JSON Schema
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
