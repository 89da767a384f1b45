import { isJsonObject, jsonObjectMember, type Json, type JsonObject } from '@service/sdk/model';
import type { Documents } from './documents.ts';
import { isJsonType, type Schema, type SchemaTable } from './schemas.ts';
import type { SourceOperation } from './operations.ts';

/** Content of the answers that are no errors. @throws {BrokenReference} */
function successes({ node }: SourceOperation, documents: Documents): readonly (readonly [string, JsonObject])[] {
  const responses = Object.entries(jsonObjectMember(node, 'responses')).filter(([status]) => /^2(\d\d|xx)$/i.test(status));
  return responses.flatMap(([, response]) => {
    const content = jsonObjectMember(documents.object(response), 'content');
    return Object.entries(content).map(([mediaType, media]) => [mediaType, isJsonObject(media) ? media : {}] as const);
  });
}

/** Whether nothing but JSON is a successful answer. @throws {BrokenReference} */
export function answersJson(operation: SourceOperation, documents: Documents): boolean {
  const found = successes(operation, documents);
  return found.length > 0 && found.every(([mediaType]) => isJsonType(mediaType));
}

/** Schema of `{ status, ok, data }` with the data that the description promises; undefined where it promises none. @throws {BrokenReference} */
export function outputSchema(
  operation: SourceOperation,
  { documents, table }: { readonly documents: Documents; readonly table: SchemaTable },
): { readonly schema: JsonObject; readonly uses: ReadonlySet<string> } | undefined {
  const uses = new Set<string>();
  const schemas = new Map<string, Schema>();
  for (const [mediaType, media] of successes(operation, documents)) {
    if (!isJsonType(mediaType) || media['schema'] === undefined) continue;
    const converted = table.convert(media['schema']);
    for (const name of converted.uses) uses.add(name);
    schemas.set(JSON.stringify(converted.schema), converted.schema);
  }
  const [first] = schemas.values();
  if (first === undefined) return undefined;
  const data: Json = schemas.size === 1 ? first : { anyOf: [...schemas.values()] };
  const properties: JsonObject = { status: { type: 'integer' }, ok: { type: 'boolean' }, data };
  return { schema: { type: 'object', properties, required: ['status', 'ok'] }, uses };
}
