import { withoutUndefined } from '@service/sdk/internal';
import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import type { ParameterPlace, PreparedBody, PreparedParameter } from '../prepared.ts';
import { ArgumentNames } from './argument-names.ts';
import { prepareBody } from './bodies.ts';
import type { Documents } from './documents.ts';
import type { SourceOperation } from './operations.ts';
import { described, isJsonType, recordOf, type InputSources, type Schema } from './schemas.ts';

/** What an operation takes. */
export interface PreparedInput {
  readonly properties: Map<string, Json>;
  readonly required: Set<string>;
  readonly uses: Set<string>;
  readonly names: ArgumentNames;
  readonly parameters: readonly PreparedParameter[];
  readonly body: PreparedBody | undefined;
  readonly paging: readonly string[];
}

const places: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie'];

/** Of the protocol, or of the client that sends the request; OpenAPI passes over the first three too. */
const ownHeaders =
  /^(accept|authorization|content-type|accept-encoding|connection|content-length|cookie|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*|sec-.*)$/i;

/** @throws {BrokenReference} */
export function prepareInput(operation: SourceOperation, sources: InputSources): PreparedInput {
  const properties = new Map<string, Json>();
  const required = new Set<string>();
  const uses = new Set<string>();
  const names = new ArgumentNames();
  const given = parametersOf(operation, sources.documents);
  const parameters = given.map((parameter): PreparedParameter => {
    const { in: place, name } = parameter;
    const argument = names.add(name, place);
    const { json, schema } = schemaOf(parameter, sources, uses);
    properties.set(argument, schema);
    if (parameter.node['required'] === true || place === 'path') required.add(argument);
    return withoutUndefined({ argument, name: argument === name ? undefined : name, in: place, ...styleOf(parameter), json });
  });
  const paging = parameters.flatMap(({ argument, in: place }) => (place === 'query' && isPaging(argument) ? [argument] : []));
  const body = prepareBody(operation, { ...sources, names, properties, required, uses });
  return { properties, required, uses, names, parameters, body, paging };
}

/** The schema of all arguments. */
export const inputSchema = ({ properties, required }: Pick<PreparedInput, 'properties' | 'required'>): JsonObject => ({
  type: 'object',
  properties: recordOf([...properties]),
  ...(required.size === 0 ? {} : { required: [...required] }),
  additionalProperties: false,
});

interface Parameter {
  readonly in: ParameterPlace;
  readonly name: string;
  readonly node: JsonObject;
}

/** Those of the operation, and those of its path that it does not replace; paths first. */
function parametersOf({ node, path, pathItem }: SourceOperation, documents: Documents): readonly Parameter[] {
  const found = new Map<string, Parameter>();
  for (const parameter of listedParameters({ node, pathItem }, documents)) {
    const { in: place, name } = parameter;
    if (!isText(name) || !isPlace(place)) continue;
    if (place === 'header' && ownHeaders.test(name)) continue;
    if (place === 'path' && !path.includes(`{${name}}`)) continue;
    found.set(`${place} ${name}`, { in: place, name, node: parameter });
  }
  // A part of the path that nothing describes is needed all the same.
  for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g))
    if (!found.has(`path ${name}`)) found.set(`path ${name}`, { in: 'path', name, node: { schema: { type: 'string' } } });
  return places.flatMap((place) => [...found.values()].filter((parameter) => parameter.in === place));
}

type Listing = Pick<SourceOperation, 'node' | 'pathItem'>;

const listedParameters = ({ node, pathItem }: Listing, documents: Documents): readonly JsonObject[] =>
  [pathItem['parameters'], node['parameters']].flatMap((list) => (Array.isArray(list) ? list.map((item) => documents.object(item)) : []));

/** What is wrong with parameters that no request can have; they are passed over. */
export const strayParameters = (listing: Listing, documents: Documents): readonly string[] =>
  listedParameters(listing, documents).flatMap(({ in: place, name }) => {
    if (!isText(name)) return ['a parameter has no name, and is passed over'];
    return isPlace(place) ? [] : [`the parameter "${name}" is passed over: its "in" must be path, query, header or cookie`];
  });

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== '';

const isPlace = (place: Json | undefined): place is ParameterPlace => places.some((one) => one === place);

function schemaOf(
  { node }: Parameter,
  { table }: InputSources,
  uses: Set<string>,
): { readonly schema: Schema; readonly json: true | undefined } {
  const [[mediaType, media] = []] = isJsonObject(node['content']) ? Object.entries(node['content']) : [];
  const source = isJsonObject(media) ? media['schema'] : node['schema'];
  const converted = table.convert(source);
  for (const name of converted.uses) uses.add(name);
  const json = mediaType !== undefined && isJsonType(mediaType) ? true : undefined;
  return { schema: described(converted.schema, node['description']), json };
}

function styleOf({ in: place, node }: Parameter): Pick<PreparedParameter, 'explode' | 'reserved' | 'style'> {
  const plain = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const style = typeof node['style'] === 'string' ? node['style'] : plain;
  const explodes = style === 'form' || style === 'deepObject';
  const explode = typeof node['explode'] === 'boolean' ? node['explode'] : explodes;
  return withoutUndefined({
    style: style === plain ? undefined : style,
    explode: explode === explodes ? undefined : explode,
    reserved: node['allowReserved'] === true && place === 'query' ? (true as const) : undefined,
  });
}

/** Words with which APIs name the part of a list that they answer. */
const isPaging = (argument: string): boolean =>
  /^(after|before|continue|continuation_?token|count|cursor|ending_before|first|last|limit|marker|max_?results|next(_?page)?(_?token)?|offset|page(_?(number|size|token))?|per_?page|size|skip|start|start_?at|starting_after|take|top)$/i.test(
    argument,
  );
