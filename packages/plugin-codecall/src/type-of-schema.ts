import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '@service/sdk/model';

/** Objects and arrays within each other that are written out. */
const maxDepth = 6;
/** Members of an object, or alternatives, that are written out. */
const maxMembers = 60;

/** A JSON Schema as a type of TypeScript. What has no type there is left to the schema. */
export const typeOfSchema = (schema: JsonSchema): string => new Printer(schema).print(schema, 0);

const plain: Readonly<Record<string, string>> = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' };

class Printer {
  readonly #root: JsonSchema;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  print(schema: Json | undefined, depth: number): string {
    if (!isJsonObject(schema) || depth > maxDepth) return 'unknown';
    const { $ref, allOf, anyOf, const: constant, enum: values, oneOf, type } = schema;
    if (typeof $ref === 'string') return this.print(this.#target($ref), depth + 1);
    if (constant !== undefined) return literal(constant);
    if (Array.isArray(values)) return union(values.slice(0, maxMembers).map(literal));
    const choices = Array.isArray(anyOf) ? anyOf : oneOf;
    if (Array.isArray(choices)) return union(choices.slice(0, maxMembers).map((one) => this.print(one, depth + 1)));
    if (Array.isArray(allOf)) return allOf.map((one) => grouped(this.print(one, depth + 1))).join(' & ') || 'unknown';
    if (Array.isArray(type)) return union(type.map((one) => this.print({ ...schema, type: one }, depth)));
    if (type === 'array') return this.#array(schema, depth);
    if (type === 'object' || schema['properties'] !== undefined) return this.#object(schema, depth);
    return typeof type === 'string' ? (plain[type] ?? 'unknown') : 'unknown';
  }

  #array({ items, prefixItems }: JsonObject, depth: number): string {
    if (Array.isArray(prefixItems)) return `[${prefixItems.map((one) => this.print(one, depth + 1)).join(', ')}]`;
    return `${grouped(this.print(items, depth + 1))}[]`;
  }

  #object({ additionalProperties, properties, required }: JsonObject, depth: number): string {
    const needed = new Set(Array.isArray(required) ? required : []);
    const all = isJsonObject(properties) ? Object.entries(properties) : [];
    const members = all.slice(0, maxMembers).map(([name, one]) => {
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
      return `${key}${needed.has(name) ? '' : '?'}: ${this.print(one, depth + 1)}`;
    });
    if (all.length > maxMembers) members.push('[more: string]: unknown');
    if (isJsonObject(additionalProperties)) members.push(`[name: string]: ${this.print(additionalProperties, depth + 1)}`);
    return members.length === 0 ? (additionalProperties === false ? '{}' : 'Record<string, unknown>') : `{ ${members.join('; ')} }`;
  }

  /** `#/$defs/one` within the schema. */
  #target(ref: string): Json | undefined {
    let at: Json | undefined = this.#root;
    for (const part of ref.split('/').slice(1)) {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    }
    return ref.startsWith('#/') ? at : undefined;
  }
}

const literal = (value: Json): string => (typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value));

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never';

const grouped = (type: string): string => (/ [|&] /.test(type) && !type.startsWith('{') ? `(${type})` : type);
