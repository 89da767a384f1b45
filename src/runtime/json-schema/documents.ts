import { escapePointer } from '../model/index.ts';
import { isRecord } from '../std/index.ts';

/** A schema that cannot be used. */
export class SchemaFault extends Error {
  override readonly name = 'SchemaFault';
}

/** A schema with an address of its own. */
export interface Resource {
  readonly base: string;
  readonly root: unknown;
  readonly anchors: Map<string, Located>;
  readonly dynamicAnchors: Map<string, Located>;
}

export interface Located {
  readonly schema: unknown;
  readonly resource: Resource;
  /** JSON Pointer within its document. */
  readonly pointer: string;
}

const holdsSchema = ['additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'items', 'not', 'propertyNames', 'then']; // oxfmt
const inSchema = new Set([...holdsSchema, 'unevaluatedItems', 'unevaluatedProperties']);
const inList = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const inMap = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']);

/** All schemas that references can reach, by their addresses. */
export class Documents {
  readonly #resources = new Map<string, Resource>();
  readonly #located = new Map<object, Located>();
  #areDynamic = false;

  /** Whether what a schema says of a value may depend on how it was reached. */
  get areDynamic(): boolean {
    return this.#areDynamic;
  }

  /** Adds a document and returns its root. @param schema parsed JSON @param base absolute address */
  add(schema: unknown, base: string): Located {
    const resource = this.#addResource(schema, base);
    return this.#walk(schema, resource, '');
  }

  /** Where a part of a schema stands. */
  at(schema: unknown, parent: Located, pointer: string): Located {
    return (isRecord(schema) && this.#located.get(schema)) || { schema, resource: parent.resource, pointer };
  }

  /** @throws {SchemaFault} for a reference that leads nowhere */
  resolve(reference: string, from: Located): Located {
    const { base, fragment } = this.#parts(reference, from);
    const resource = this.#resources.get(base);
    const found =
      resource === undefined
        ? undefined
        : fragment === '' || fragment.startsWith('/')
          ? this.#follow(resource, fragment)
          : (resource.anchors.get(fragment) ?? resource.dynamicAnchors.get(fragment));
    if (found !== undefined) return found;
    const advice = resource === undefined ? 'only what the schema itself holds can be referred to' : 'there is no such part';
    throw new SchemaFault(`at ${from.pointer || '/'}: "${reference}" leads nowhere: ${advice}`);
  }

  /** The name of the dynamic anchor that a reference leads to; undefined for any other. */
  dynamicName(reference: string, from: Located): string | undefined {
    const { base, fragment } = this.#parts(reference, from);
    return this.#resources.get(base)?.dynamicAnchors.has(fragment) === true ? fragment : undefined;
  }

  #parts(reference: string, { pointer, resource }: Located): { readonly base: string; readonly fragment: string } {
    const address = absolute(reference, resource.base);
    if (address === undefined) throw new SchemaFault(`at ${pointer || '/'}: "${reference}" is no reference`);
    const [base = '', fragment = ''] = address.split('#');
    return { base, fragment: decodeURIComponent(fragment) };
  }

  #addResource(root: unknown, base: string): Resource {
    const resource = { base, root, anchors: new Map(), dynamicAnchors: new Map() };
    this.#resources.set(base, resource);
    return resource;
  }

  /** Notes addresses and anchors of a schema and of all below it. */
  #walk(schema: unknown, parent: Resource, pointer: string): Located {
    if (!isRecord(schema)) return { schema, resource: parent, pointer };
    const known = this.#located.get(schema);
    if (known !== undefined) return known;
    const { $anchor, $dynamicAnchor, $id } = schema;
    const own = typeof $id === 'string' ? absolute($id, parent.base)?.replace(/#$/, '') : undefined;
    const resource = own === undefined || own === parent.base ? parent : this.#addResource(schema, own);
    const located = { schema, resource, pointer };
    this.#located.set(schema, located);
    this.#areDynamic ||= '$dynamicRef' in schema;
    if (typeof $anchor === 'string') resource.anchors.set($anchor, located);
    if (typeof $dynamicAnchor === 'string') resource.dynamicAnchors.set($dynamicAnchor, located);
    for (const [keyword, argument] of Object.entries(schema)) {
      const below = `${pointer}/${keyword}`;
      if (inSchema.has(keyword)) this.#walk(argument, resource, below);
      else if ((inList.has(keyword) && Array.isArray(argument)) || (inMap.has(keyword) && isRecord(argument)))
        for (const [name, part] of Object.entries(argument)) this.#walk(part, resource, `${below}/${escapePointer(name)}`);
    }
    return located;
  }

  /** Follows a JSON Pointer, also through parts that are no schemas. */
  #follow(resource: Resource, pointer: string): Located | undefined {
    let part: unknown = resource.root;
    let within = resource;
    for (const token of pointer.split('/').slice(1)) {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined;
      part = (part as Record<string, unknown>)[name];
      within = (isRecord(part) && this.#located.get(part)?.resource) || within;
    }
    return typeof part === 'boolean' || isRecord(part) ? this.#walk(part, within, pointer) : undefined;
  }
}

function absolute(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}
