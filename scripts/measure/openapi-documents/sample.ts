import { isJsonObject, jsonObjectMember, type Json, type JsonObject } from '@service/sdk/model';

/** Numbers from 0 to 1 that follow from a seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Deeper than this only what is required is given. */
const maxDepth = 4;

/** Texts that fit the usual patterns. */
const words = [
  'abc', 'a1', 'x-y', '1', '12345678', 'main', 'A', 'AB', 'a'.repeat(32), '0'.repeat(40), '2024-01-02', '2024-01-02T03:04:05Z', 'a@b.example', 'https://example.com/x',
  '123e4567-e89b-42d3-a456-426614174000', '10.0.0.1', '#ffffff', 'ffffff', '1.2.3', '+15550100', 'a/b', 'GHSA-aaaa-bbbb-cccc', 'CVE-2024-1234', 'Hello "w&r=d" %2F ü',
]; // prettier-ignore

/** A value that a schema describes, as far as one is found without search. */
export class Sampler {
  readonly #defs: JsonObject;
  readonly #random: () => number;
  readonly #cut: ReadonlySet<unknown>;

  /** @param cut names of schemas that accept anything, because the tool does not list them: what only they describe is left out */
  constructor(schema: JsonObject, random: () => number, cut: readonly string[] = []) {
    this.#defs = jsonObjectMember(schema, '$defs');
    this.#random = random;
    this.#cut = new Set(cut.map((name) => `#/$defs/${name}`));
  }

  value(schema: Json | undefined, depth = 0): Json {
    // A schema that requires itself has no value.
    if (!isJsonObject(schema) || depth > 3 * maxDepth) return 'any';
    const { $ref: ref, allOf, anyOf, const: constant, enum: values, oneOf, type } = schema;
    if (typeof ref === 'string') return this.value({ ...jsonObjectMember(this.#defs, ref.replace('#/$defs/', '')) }, depth + 0.25);
    if (constant !== undefined) return constant;
    if (Array.isArray(values)) return this.#one(values.filter((value) => value !== null)) ?? null;
    if (Array.isArray(allOf)) return this.value(this.#merged(schema, allOf), depth);
    const given = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : undefined;
    if (given !== undefined) {
      const shown = given.filter((one) => !this.#isCut(one));
      const choices = shown.length > 0 ? shown : given;
      const chosen = depth > maxDepth ? choices[0] : this.#one(choices);
      const { anyOf: _any, oneOf: _one, ...rest } = schema;
      return this.value(isJsonObject(chosen) ? this.#merged(rest, [chosen]) : rest, depth);
    }
    const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
    switch (types[0] ?? (isJsonObject(schema['properties']) ? 'object' : undefined)) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return this.#array(schema, depth);
      case 'boolean':
        return this.#random() < 0.5;
      case 'integer':
        return this.#number(schema, true);
      case 'number':
        return this.#number(schema, false);
      case undefined:
        return depth > maxDepth ? {} : 'any';
      default:
        return this.#text(schema);
    }
  }

  #merged(schema: JsonObject, parts: readonly Json[]): JsonObject {
    let merged: JsonObject = { ...schema };
    delete merged['allOf'];
    for (const part of parts) {
      let next = isJsonObject(part) ? part : {};
      while (typeof next['$ref'] === 'string') next = { ...jsonObjectMember(this.#defs, next['$ref'].replace('#/$defs/', '')) };
      if (Array.isArray(next['allOf'])) next = this.#merged(next, next['allOf']);
      const required = [merged['required'], next['required']].flatMap((list) => (Array.isArray(list) ? list : []));
      merged = {
        ...merged,
        ...next,
        properties: { ...jsonObjectMember(merged, 'properties'), ...jsonObjectMember(next, 'properties') },
        required,
      };
    }
    return merged;
  }

  #one<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  #object(schema: JsonObject, depth: number): JsonObject {
    const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
    const members = Object.entries(jsonObjectMember(schema, 'properties')).flatMap(([name, value]) =>
      required.has(name) || (depth < maxDepth && this.#random() < 0.5 && !this.#isCut(value))
        ? [[name, this.value(value, depth + 1)] as const]
        : [],
    );
    const { additionalProperties, minProperties = 0 } = schema;
    const extra =
      isJsonObject(additionalProperties) && (members.length === 0 || members.length < Number(minProperties)) && depth < maxDepth;
    return Object.fromEntries(extra ? [...members, ['key', this.value(additionalProperties, depth + 1)]] : members);
  }

  #isCut(schema: Json | undefined): boolean {
    if (!isJsonObject(schema)) return false;
    const choices = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap((list) => (Array.isArray(list) ? list : []));
    return this.#cut.has(schema['$ref']) || [schema['items'], ...choices].some((one) => this.#isCut(one));
  }

  #array(schema: JsonObject, depth: number): Json[] {
    const { items, maxItems = 3, minItems = 0 } = schema;
    const wanted = Math.min(Number(maxItems), Math.max(Number(minItems), depth >= maxDepth ? 0 : 1 + Math.floor(this.#random() * 2)));
    const found = Array.from({ length: wanted }, () => this.value(items, depth + 1));
    return schema['uniqueItems'] === true ? [...new Map(found.map((item) => [JSON.stringify(item), item])).values()] : found;
  }

  #number(schema: JsonObject, whole: boolean): number {
    const { exclusiveMaximum, exclusiveMinimum, maximum, minimum, multipleOf } = schema;
    const step = typeof multipleOf === 'number' ? multipleOf : whole ? 1 : 0.5;
    const least = typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + step : 0;
    const most = typeof maximum === 'number' ? maximum : typeof exclusiveMaximum === 'number' ? exclusiveMaximum - step : least + 50;
    const value = least + Math.floor((this.#random() * Math.min(most - least, 50)) / step) * step;
    return whole ? Math.ceil(value) : value;
  }

  #text(schema: JsonObject): string {
    const { contentEncoding, format, maxLength = Infinity, minLength = 0, pattern } = schema;
    if (contentEncoding === 'base64') return 'aGVsbG8=';
    const formats: Readonly<Record<string, string>> = {
      date: '2024-01-02', 'date-time': '2024-01-02T03:04:05Z', email: 'a@b.example', hostname: 'host.example', ipv4: '10.0.0.1', time: '03:04:05Z',
      uri: 'https://example.com/x', url: 'https://example.com/x', uuid: '123e4567-e89b-42d3-a456-426614174000', 'repo.nwo': 'a/b', duration: 'P1D', ipv6: '::1',
      'json-pointer': '/a', 'relative-json-pointer': '1/a', 'uri-reference': '/a', 'uri-template': '/{a}', iri: 'https://example.com/x', 'iri-reference': '/a', regex: 'a',
      'idn-email': 'a@b.example', 'idn-hostname': 'host.example', timestamp: '2024-01-02T03:04:05Z',
    }; // prettier-ignore
    const known = typeof format === 'string' ? formats[format] : undefined;
    if (known !== undefined) return known;
    const fitting = words.filter(
      (word) =>
        word.length >= Number(minLength) &&
        word.length <= Number(maxLength) &&
        (typeof pattern !== 'string' || (!isSlow(pattern, word) && new RegExp(pattern, 'u').test(word))),
    );
    return this.#one(fitting) ?? 'a'.repeat(Math.max(1, Number(minLength)));
  }
}

/** Some descriptions have patterns with a repetition in a repetition, which need hours for a long text. */
const isSlow = (pattern: string, word: string): boolean => word.length > 16 && /\)[+*]/.test(pattern);
