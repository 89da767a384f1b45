import { isRawShape, isStandardSchema, jsonSchemaOfInput, zodKind } from '../define/index.ts';
import { ServiceError } from '../errors/index.ts';
import { contentLiterals, isContentLiteral, type JsonSchema, type OutputShape } from '../model/index.ts';
import type { CollectedEntry } from './collected.ts';

/** How results of a tool are shaped, and the JSON Schema that clients are shown: only one whose root is an object. */
export function readOutput(schema: unknown, known?: JsonSchema): { readonly shape: OutputShape; readonly schema?: JsonSchema } {
  if (schema === undefined) return { shape: { kind: 'any' } };
  if (isContentLiteral(schema)) return { shape: { kind: 'content', types: [schema], list: false } };
  if (Array.isArray(schema)) {
    if (schema.length > 0 && schema.every(isContentLiteral)) return { shape: { kind: 'content', types: schema, list: true } };
    throw unknownLiteral(schema);
  }
  if (typeof schema === 'string') throw unknownLiteral([schema]);
  if (isStandardSchema(schema) && zodKind(schema) === 'date') return { shape: { kind: 'date' } };
  if (!isStandardSchema(schema) && !isRawShape(schema))
    throw new ServiceError('INVALID_DECORATOR_METADATA', 'outputSchema must be a schema, a record of schemas, or one of the content kinds');
  const converted = known ?? jsonSchemaOfInput(schema, 'output');
  if (converted['type'] === 'object') return { shape: { kind: 'object' }, schema: converted };
  if (converted['type'] === 'array') return { shape: { kind: 'array' } };
  const primitive = ['string', 'number', 'integer', 'boolean'].some((type) => type === converted['type']);
  return { shape: { kind: primitive ? 'primitive' : 'object' } };
}

const unknownLiteral = (given: readonly unknown[]): ServiceError =>
  new ServiceError('INVALID_DECORATOR_METADATA', `outputSchema ${JSON.stringify(given)} is not among ${contentLiterals.join(', ')}`);

/** The nearest `output.allowNonFinite` of a tool and what it is listed in; undefined where none says anything. */
export function nonFiniteOf({ declaration, outputOptions }: CollectedEntry): boolean | undefined {
  for (const options of [declaration.options['output'], ...outputOptions]) {
    if (typeof options === 'object' && options !== null && 'allowNonFinite' in options && typeof options.allowNonFinite === 'boolean')
      return options.allowNonFinite;
  }
  return undefined;
}
