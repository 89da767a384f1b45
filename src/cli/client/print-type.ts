import { isJsonObject, jsonObjectsIn, type Json, type JsonSchema } from '@service/sdk/model';
import { commentLines, propertyName, singleQuoted } from '../../escape/javascript.ts';

/** Where a schema is printed: its document, and the names that its definitions got. */
interface Printing {
  readonly root: JsonSchema;
  /** Type names by reference: `#/$defs/node` → `Tree_node`. */
  readonly names: ReadonlyMap<string, string>;
  readonly indent: string;
}

/** The TypeScript type of a JSON Schema, with declarations of its references. */
export interface PrintedType {
  readonly type: string;
  readonly declarations: readonly string[];
}

/**
 * Prints a JSON Schema 2020-12 document as a type. Bounds and patterns, which types lack, are left out; unknown keywords become `unknown`.
 * @param name begin of the names of its definitions
 */
export function printType(schema: JsonSchema, name: string, indent: string): PrintedType {
  const references = [...new Set(referencesIn(schema))];
  const names = new Map(
    references.map((reference, index) => [reference, `${name}_${nameOf(reference) || 'self'}${index === 0 ? '' : index}`]),
  );
  const printing: Printing = { root: schema, names, indent };
  const declarations = references.map((reference) => {
    const at = resolve(schema, reference);
    return `export type ${names.get(reference) ?? ''} = ${at === undefined ? 'unknown' : typeOf(at, { ...printing, indent: '' })};`;
  });
  return { type: typeOf(schema, printing), declarations };
}

function typeOf(schema: JsonSchema, printing: Printing): string {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return printing.names.get(reference) ?? 'unknown';
  if ('const' in schema) return printLiteral(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map(printLiteral));
  const own = { ...schema, anyOf: undefined, oneOf: undefined, allOf: undefined };
  const parts = [
    ...(hasShape(own) ? [typeByKind(own, printing)] : []),
    ...['anyOf', 'oneOf'].flatMap((key) => {
      const variants = jsonObjectsIn(schema[key]);
      return variants.length === 0 ? [] : [union(variants.map((variant) => typeOf(variant, printing)))];
    }),
    ...jsonObjectsIn(schema['allOf']).map((variant) => typeOf(variant, printing)),
  ];
  if (parts.length <= 1) return parts[0] ?? 'unknown';
  return parts.map((part) => (part.includes(' | ') ? `(${part})` : part)).join(' & ');
}

const hasShape = (schema: JsonSchema): boolean =>
  ['type', 'properties', 'items', 'prefixItems', 'additionalProperties'].some((key) => schema[key] !== undefined);

function typeByKind(schema: JsonSchema, printing: Printing): string {
  const { type } = schema;
  const kinds = Array.isArray(type)
    ? type
    : [type ?? (schema['items'] === undefined && schema['prefixItems'] === undefined ? 'object' : 'array')];
  return union(
    kinds.map((kind) => {
      switch (kind) {
        case 'string':
        case 'boolean':
        case 'null':
          return kind;
        case 'number':
        case 'integer':
          return 'number';
        case 'array':
          return arrayType(schema, printing);
        case 'object':
          return objectType(schema, printing);
        default:
          return 'unknown';
      }
    }),
  );
}

function arrayType(schema: JsonSchema, printing: Printing): string {
  const rest = isJsonObject(schema['items']) ? typeOf(schema['items'], printing) : 'unknown';
  const first = jsonObjectsIn(schema['prefixItems']);
  if (first.length === 0) return `readonly ${rest.includes(' ') ? `(${rest})` : rest}[]`;
  const open = schema['items'] === false ? [] : [`...${rest.includes(' ') ? `(${rest})` : rest}[]`];
  return `readonly [${[...first.map((item) => typeOf(item, printing)), ...open].join(', ')}]`;
}

function objectType(schema: JsonSchema, printing: Printing): string {
  const fields = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const extra = schema['additionalProperties'];
  if (fields.length === 0) {
    if (isJsonObject(extra)) return `Readonly<Record<string, ${typeOf(extra, printing)}>>`;
    return extra === false ? 'Record<string, never>' : 'Readonly<Record<string, unknown>>';
  }
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const inner = { ...printing, indent: `${printing.indent}  ` };
  const lines = fields.flatMap(([name, value]) => {
    const field = isJsonObject(value) ? value : {};
    const line = `${inner.indent}readonly ${propertyName(name)}${required.has(name) ? '' : '?'}: ${typeOf(field, inner)};`;
    return [...printDoc(textOf(field['description']), inner.indent), line];
  });
  return ['{', ...lines, `${printing.indent}}`].join('\n');
}

/** A description as a comment; it cannot end the comment. */
export function printDoc(text: string | undefined, indent: string): readonly string[] {
  if (text === undefined || text.trim() === '') return [];
  const lines = commentLines(text.trim());
  if (lines.length === 1) return [`${indent}/** ${lines[0] ?? ''} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}

/** A JSON value as a literal type. */
export function printLiteral(value: Json | undefined): string {
  if (typeof value === 'string') return singleQuoted(value);
  return typeof value === 'object' && value !== null ? 'unknown' : String(value);
}

const union = (types: readonly string[]): string => {
  const distinct = [...new Set(types)];
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ') || 'never';
};

function referencesIn(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isJsonObject(value)) return [];
  const own = typeof value['$ref'] === 'string' ? [value['$ref']] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

function resolve(root: JsonSchema, reference: string): JsonSchema | undefined {
  if (!reference.startsWith('#')) return undefined;
  let at: Json | undefined = root;
  for (const part of reference.slice(1).split('/').slice(1))
    at = isJsonObject(at) ? at[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return isJsonObject(at) ? at : undefined;
}

const nameOf = (reference: string): string => (reference.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9]+/g, '_').replace(/^_+/, '');
const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
