import { withoutUndefined } from '@service/sdk/internal';
import { isJsonObject, jsonObjectMember, textOfJson, type Json, type JsonObject } from '@service/sdk/model';
import type { PreparedBody, PreparedEncoding } from '../prepared.ts';
import type { ArgumentNames } from './argument-names.ts';
import type { Documents } from './documents.ts';
import { isFile } from './mend-keywords.ts';
import type { SourceOperation } from './operations.ts';
import { described, isJsonType, recordOf, type InputSources, type Schema } from './schemas.ts';

interface Target extends InputSources {
  readonly names: ArgumentNames;
  readonly properties: Map<string, Json>;
  readonly required: Set<string>;
  readonly uses: Set<string>;
}

interface Media {
  readonly mediaType: string;
  readonly kind: PreparedBody['kind'];
  readonly node: JsonObject;
}

/** Arguments for the body of a request. @throws {BrokenReference} */
export function prepareBody({ method, node }: SourceOperation, target: Target): PreparedBody | undefined {
  // RFC 9110 section 9.3.1: a body of these has no meaning, and `fetch` refuses it.
  if (node['requestBody'] === undefined || method === 'get' || method === 'head') return undefined;
  const requestBody = target.documents.object(node['requestBody']);
  const media = mediaOf(jsonObjectMember(requestBody, 'content'), target.documents);
  if (media === undefined) return undefined;
  const isRequired = requestBody['required'] === true;
  const isForm = media.kind === 'form' || media.kind === 'multipart';
  const members = isForm || media.kind === 'json' ? membersOf(media.node['schema'], target, isForm) : undefined;
  const common = withoutUndefined({
    mediaType: media.mediaType,
    kind: media.kind,
    required: isRequired ? (true as const) : undefined,
    encoding: isForm && members !== undefined ? encodingOf(media, members.source, target.documents) : undefined,
  });
  // Members that a body needs, but not every request: only one argument can be left out as a whole.
  if (members !== undefined && (isRequired || members.required.length === 0)) return { ...common, members: addMembers(members, target) };
  const schema = members === undefined ? wholeSchema(media, target) : objectOf(members);
  const argument = target.names.add('body', 'body');
  target.properties.set(argument, described(schema, requestBody['description']));
  if (isRequired) target.required.add(argument);
  return { ...common, argument };
}

const kinds: readonly (readonly [PreparedBody['kind'], (mediaType: string) => boolean])[] = [
  ['json', (mediaType) => /^application\/json\s*(;|$)/i.test(mediaType)],
  ['json', (mediaType) => /merge-patch\+json/i.test(mediaType)],
  ['json', isJsonType],
  ['multipart', (mediaType) => /^multipart\/form-data/i.test(mediaType)],
  ['form', (mediaType) => /^application\/x-www-form-urlencoded/i.test(mediaType)],
  ['json', (mediaType) => /^(\*|application)\/\*/.test(mediaType)],
  ['text', (mediaType) => /^text\/|[/+](xml|yaml|x-yaml|graphql|javascript)\b/i.test(mediaType)],
  ['binary', () => true],
];

/** The one of several media types that a model writes best. */
function mediaOf(content: JsonObject, documents: Documents): Media | undefined {
  for (const [kind, matches] of kinds) {
    const found = Object.entries(content).find(([mediaType]) => matches(mediaType));
    if (found === undefined) continue;
    const node = isJsonObject(found[1]) ? found[1] : {};
    const open = found[0].includes('*');
    if (open && isFile(followed(node['schema'], documents))) return { mediaType: 'application/octet-stream', kind: 'binary', node };
    if (kind === 'binary' && open) return { mediaType: 'application/octet-stream', kind, node };
    return { mediaType: open ? 'application/json' : found[0], kind, node };
  }
  return undefined;
}

const followed = (schema: Json | undefined, documents: Documents): Json | undefined =>
  isJsonObject(schema) && typeof schema['$ref'] === 'string' ? documents.follow(schema['$ref']).value : schema;

interface Members {
  /** As the description has them. */
  readonly source: ReadonlyMap<string, Json>;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: readonly string[];
}

const objectOf = ({ properties, required }: Members): JsonObject => ({
  type: 'object',
  properties: recordOf([...properties]),
  ...(required.length === 0 ? {} : { required: [...required] }),
});

const plainKeys = new Set([
  'type',
  'properties',
  'required',
  'description',
  'title',
  'example',
  'examples',
  'xml',
  'externalDocs',
  'deprecated',
]);

/** Members of a body that is nothing but an object with these members; parts of a form may be spread over `allOf`. */
function membersOf(schema: Json | undefined, target: Target, isForm: boolean): Members | undefined {
  const source = new Map<string, Json>();
  const required = new Set<string>();
  if (!collectMembers(followed(schema, target.documents), { documents: target.documents, isForm, required, source, seen: new Set() }))
    return undefined;
  if (source.size === 0) return undefined;
  const converted = target.table.convert({ type: 'object', properties: recordOf([...source]), required: [...required] });
  for (const name of converted.uses) target.uses.add(name);
  const shape = typeof converted.schema === 'boolean' ? {} : converted.schema;
  const properties = new Map<string, Schema>();
  for (const [name, value] of Object.entries(jsonObjectMember(shape, 'properties')))
    properties.set(name, isForm ? withFile(source.get(name), value as Schema, target.documents) : (value as Schema));
  // What is required and not described can be anything.
  const needed = Array.isArray(shape['required']) ? shape['required'].map(textOfJson) : [];
  for (const name of needed) if (!properties.has(name)) properties.set(name, {});
  return { source, properties, required: needed };
}

interface Collecting {
  readonly documents: Documents;
  readonly isForm: boolean;
  readonly source: Map<string, Json>;
  readonly required: Set<string>;
  readonly seen: Set<Json>;
}

function collectMembers(schema: Json | undefined, into: Collecting): boolean {
  if (!isJsonObject(schema) || into.seen.has(schema) || schema['nullable'] === true) return false;
  into.seen.add(schema);
  const { additionalProperties, allOf, properties, required, type } = schema;
  const isPlain = Object.keys(schema).every(
    (key) =>
      plainKeys.has(key) ||
      key.startsWith('x-') ||
      (key === 'allOf' && into.isForm) ||
      (key === 'additionalProperties' && (into.isForm || additionalProperties === false)),
  );
  if (!isPlain || (type !== undefined && type !== 'object')) return false;
  for (const [name, value] of Object.entries(isJsonObject(properties) ? properties : {}))
    if (value !== undefined) into.source.set(name, value);
  for (const name of Array.isArray(required) ? required : []) into.required.add(textOfJson(name));
  return (Array.isArray(allOf) ? allOf : []).every((part) => collectMembers(followed(part, into.documents), into));
}

function addMembers({ properties, required }: Members, target: Target): Readonly<Record<string, string>> {
  const needed = new Set(required);
  const named = [...properties].map(([name, schema]) => {
    const argument = target.names.add(name, 'body');
    target.properties.set(argument, schema);
    if (needed.has(name)) target.required.add(argument);
    return [argument, name] as const;
  });
  return Object.fromEntries(named);
}

function wholeSchema({ kind, node }: Media, { table, uses }: Target): Schema {
  if (kind === 'binary') return { type: 'string', contentEncoding: 'base64', description: 'The bytes, as base64' };
  if (kind === 'text') return described({ type: 'string' }, isJsonObject(node['schema']) ? node['schema']['description'] : undefined);
  const converted = table.convert(node['schema']);
  for (const name of converted.uses) uses.add(name);
  return converted.schema;
}

/** How a model gives a file. */
const fileSchema: JsonObject = {
  type: 'object',
  properties: { base64: { type: 'string', contentEncoding: 'base64' }, filename: { type: 'string' }, mediaType: { type: 'string' } },
  required: ['base64'],
  additionalProperties: false,
};

function withFile(source: Json | undefined, schema: Schema, documents: Documents): Schema {
  const description = typeof schema === 'boolean' ? undefined : schema['description'];
  if (isFile(followed(source, documents))) return described({ ...fileSchema }, description);
  return isFileList(source, documents) ? described({ type: 'array', items: { ...fileSchema } }, description) : schema;
}

function isFileList(source: Json | undefined, documents: Documents): boolean {
  const list = followed(source, documents);
  return isJsonObject(list) && isFile(followed(list['items'], documents));
}

function encodingOf({ node }: Media, source: ReadonlyMap<string, Json>, documents: Documents): PreparedBody['encoding'] {
  const given = jsonObjectMember(node, 'encoding');
  const rows = [...source].flatMap(([name, schema]): (readonly [string, PreparedEncoding])[] => {
    const { contentType, explode, style } = jsonObjectMember(given, name);
    const file = isFile(followed(schema, documents)) || isFileList(schema, documents) ? (true as const) : undefined;
    const row: PreparedEncoding = withoutUndefined({
      style: typeof style === 'string' ? style : undefined,
      explode: typeof explode === 'boolean' ? explode : undefined,
      mediaType: typeof contentType === 'string' && !contentType.includes(',') && !contentType.includes('*') ? contentType : undefined,
      file,
    });
    return Object.keys(row).length === 0 ? [] : [[name, row]];
  });
  return rows.length === 0 ? undefined : Object.fromEntries(rows);
}
