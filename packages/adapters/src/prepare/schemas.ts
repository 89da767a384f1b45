import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import { BrokenReference, type Documents } from './documents.ts';
import { isPattern, mendKeywords } from './mend-keywords.ts';

/** A schema as tools list it. */
export type Schema = JsonObject | boolean;

export interface SchemaTableOptions {
  readonly documents: Documents;
  /** `input`: without members that are only read; `output`: without those that are only written. */
  readonly direction: 'input' | 'output';
  /** Changes a schema by its `format`. */
  readonly resolveFormat?: ((schema: JsonObject) => JsonObject) | undefined;
}

/** What the input of an operation is made from. */
export interface InputSources {
  readonly documents: Documents;
  readonly table: SchemaTable;
}

const maxDepth = 100;

/** Keywords with schemas: lists, single ones, and by name. */
export const listsOfSchemas = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
export const schemas = [
  'additionalProperties', 'contains', 'else', 'if', 'items', 'not', 'propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties',
] as const; // prettier-ignore
export const mapsOfSchemas = ['dependentSchemas', 'patternProperties', 'properties'] as const;

/** Schemas that operations share. References are kept, so that a schema that leads to itself is one too; each operation gets what it reaches. */
export class SchemaTable {
  readonly #options: SchemaTableOptions;
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, Schema>();
  readonly #uses = new Map<string, ReadonlySet<string>>();
  readonly #sizes = new Map<string, number>();
  readonly #faults = new Map<string, BrokenReference>();

  constructor(options: SchemaTableOptions) {
    this.#options = options;
  }

  /** A schema of the description as JSON Schema 2020-12, and the names of the shared ones that it needs. @throws {BrokenReference} */
  convert(schema: Json | undefined): { readonly schema: Schema; readonly uses: ReadonlySet<string> } {
    const uses = new Set<string>();
    return { schema: this.#convert(schema, uses, 0), uses };
  }

  schema(name: string): Schema {
    return this.#schemas.get(name) ?? {};
  }

  /**
   * All that these names lead to, nearest first: as long as their JSON is not longer than `maxBytes`, the rest as `cut`.
   * @throws {BrokenReference} when one of them holds a reference that leads nowhere
   */
  reach(names: Iterable<string>, maxBytes: number): { readonly uses: readonly string[]; readonly cut: readonly string[] } {
    const found = new Set<string>(names);
    const kept: string[] = [];
    let bytes = 0;
    // A set that grows while it is walked gives what was added too: the nearest come first.
    for (const name of found) {
      const fault = this.#faults.get(name);
      if (fault !== undefined) throw fault;
      const size = this.#sizeOf(name);
      if (bytes + size > maxBytes) continue;
      bytes += size;
      kept.push(name);
      for (const next of this.#uses.get(name) ?? []) found.add(next);
    }
    const uses = new Set(kept);
    return { uses: kept.toSorted(), cut: [...found].filter((name) => !uses.has(name)).toSorted() };
  }

  /** These names, and those of all schemas that lead to one of them. */
  leadingTo(names: Iterable<string>): ReadonlySet<string> {
    const found = new Set(names);
    for (let size = -1; size !== found.size;) {
      size = found.size;
      for (const [name, uses] of this.#uses) if ([...uses].some((used) => found.has(used))) found.add(name);
    }
    return found;
  }

  #sizeOf(name: string): number {
    const size = this.#sizes.get(name) ?? JSON.stringify(this.schema(name)).length + name.length;
    this.#sizes.set(name, size);
    return size;
  }

  /** The name of what a reference leads to; converted when it is first met. */
  #named(ref: string): string {
    const known = this.#names.get(ref);
    if (known !== undefined) return known;
    const { ref: end, value } = this.#options.documents.follow(ref);
    const name = this.#names.get(end) ?? this.#add(end, value);
    this.#names.set(ref, name);
    return name;
  }

  #add(ref: string, value: Json): string {
    const base = nameOf(ref);
    let name = base;
    for (let count = 2; this.#schemas.has(name); count++) name = `${base}_${count}`;
    this.#names.set(ref, name);
    // Taken before it is converted: what it holds may lead back to it.
    this.#schemas.set(name, {});
    const uses = new Set<string>();
    this.#uses.set(name, uses);
    try {
      this.#schemas.set(name, this.#convert(value, uses, 0));
    } catch (failure) {
      if (!(failure instanceof BrokenReference)) throw failure;
      this.#faults.set(name, failure);
    }
    return name;
  }

  #convert(given: Json | undefined, uses: Set<string>, depth: number): Schema {
    if (depth > maxDepth) throw new BrokenReference(`a schema is nested more than ${maxDepth} levels deep`);
    if (typeof given === 'boolean') return given;
    if (!isJsonObject(given)) return {};
    const { resolveFormat } = this.#options;
    const mended = mendKeywords(given);
    const source = resolveFormat === undefined || typeof mended['format'] !== 'string' ? mended : resolveFormat(mended);
    const inner = (value: Json | undefined): Schema => this.#convert(value, uses, depth + 1);
    const schema: JsonObject = { ...source };
    for (const key of schemas) if (key in source) schema[key] = inner(source[key]);
    for (const key of listsOfSchemas) if (Array.isArray(source[key])) schema[key] = source[key].map(inner);
    for (const key of mapsOfSchemas) {
      const map = source[key];
      if (!isJsonObject(map)) continue;
      const hidden = this.#hidden(map, key);
      schema[key] = recordOf(Object.entries(map).flatMap(([name, value]) => (hidden.has(name) ? [] : [[name, inner(value)]])));
      if (key === 'properties' && hidden.size > 0) removeRequired(schema, hidden);
    }
    const ref = source['$ref'];
    if (typeof ref === 'string') {
      const name = this.#named(ref);
      uses.add(name);
      schema['$ref'] = `#/$defs/${name}`;
    }
    return given['nullable'] === true ? orNull(schema) : schema;
  }

  /** Members that this direction does not have, and patterns that are none. */
  #hidden(map: JsonObject, key: (typeof mapsOfSchemas)[number]): ReadonlySet<string> {
    const mark = this.#options.direction === 'input' ? 'readOnly' : 'writeOnly';
    const names = Object.entries(map).filter(([name, value]) => {
      if (key === 'patternProperties') return !isPattern(name);
      return key === 'properties' && isJsonObject(value) && value[mark] === true;
    });
    return new Set(names.map(([name]) => name));
  }
}

/** Also for a member with the name `__proto__`. */
export function recordOf(entries: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(entries);
}

function removeRequired(schema: JsonObject, names: ReadonlySet<string>): void {
  const { required } = schema;
  if (!Array.isArray(required)) return;
  const left = required.filter((name) => typeof name !== 'string' || !names.has(name));
  if (left.length > 0) schema['required'] = left;
  else delete schema['required'];
}

/** `nullable` of OpenAPI 3.0, wherever it stands: an alternative. A list of types would say the same, and fewer clients understand it. */
function orNull(schema: JsonObject): JsonObject {
  const { description, default: preset, ...inner } = schema;
  const { enum: values, type } = inner;
  // Without any limit it may be null already.
  if (Object.keys(inner).length === 0 || type === 'null' || (Array.isArray(type) && type.includes('null'))) return schema;
  if (Array.isArray(values)) {
    const others = values.filter((value) => value !== null);
    if (others.length === 0) return { ...schema, type: 'null' };
    inner['enum'] = others;
  }
  const outer: JsonObject = { anyOf: [inner, { type: 'null' }] };
  if (description !== undefined) outer['description'] = description;
  if (preset !== undefined) outer['default'] = preset;
  return outer;
}

/** A readable name for `#/$defs`: the last step of the reference that says something. */
function nameOf(ref: string): string {
  const [address = '', pointer = ''] = ref.split('#');
  const steps = pointer.split('/').filter((step) => step !== '' && !/^(schema|items|properties|content|\d+)$/.test(step));
  const last =
    steps.at(-1) ??
    address
      .split('/')
      .at(-1)
      ?.replace(/\.[a-z]+$/i, '') ??
    '';
  const clean = last.replaceAll(/%[0-9a-f]{2}|~[01]/gi, '_').replaceAll(/[^A-Za-z0-9_.-]+/g, '_');
  return clean === '' ? 'schema' : clean;
}

/** A description beside a schema that has none. */
export function described(schema: Schema, description: Json | undefined): Schema {
  if (typeof schema === 'boolean' || typeof description !== 'string' || description.trim() === '' || 'description' in schema) return schema;
  return { ...schema, description: description.trim() };
}

export const isJsonType = (mediaType: string): boolean => /^[^;]*[/+]json\s*(;|$)/i.test(mediaType);
