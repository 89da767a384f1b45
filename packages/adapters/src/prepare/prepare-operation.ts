import { isRecord, withoutUndefined } from '@service/sdk/internal';
import { isJsonObject, jsonObjectMember, type Json, type JsonObject } from '@service/sdk/model';
import {
  charactersOfToken,
  defaults,
  type OpenapiOperation,
  type OpenapiOptions,
  type SchemaTransform,
  type ToolFields,
} from '../openapi-options.ts';
import type { PreparedOperation, PreparedScheme } from '../prepared.ts';
import { transformsFor } from '../transforms.ts';
import { annotationsOf, describeOperation, describeOutput } from './describe.ts';
import type { Documents } from './documents.ts';
import { inputSchema, prepareInput, type PreparedInput } from './inputs.ts';
import { answersJson, outputSchema } from './outputs.ts';
import type { SchemaTable } from './schemas.ts';
import { securityOf } from './security.ts';
import type { NamedOperation } from './select.ts';
import { ownServerOf } from './servers.ts';

export interface OperationSources {
  readonly documents: Documents;
  readonly inputs: SchemaTable;
  readonly outputs: SchemaTable;
  readonly options: OpenapiOptions;
  readonly schemes: Readonly<Record<string, PreparedScheme>>;
  readonly baseUrl: string;
}

/**
 * JSON of the shared schemas that one tool lists, about 8,000 tokens. What lies deeper is cut: descriptions exist whose operations reach
 * hundreds of kilobytes.
 */
const maxSchemaBytes = 32_768;

/** @throws {BrokenReference} */
export function prepareOperation(operation: NamedOperation, sources: OperationSources): PreparedOperation {
  const { documents, inputs, options } = sources;
  const { method, name, operationId, path, tags } = operation;
  const open: OpenapiOperation = { name, method, path, operationId, tags };
  const input = prepareInput(operation, { documents, table: inputs });
  const credentials = addCredentials(operation, input, sources);
  for (const { inputKey } of transformsFor(options.inputTransforms, open)) {
    input.properties.delete(inputKey);
    input.required.delete(inputKey);
  }
  const schema = transformed(inputSchema(input), transformsFor(options.schemaTransforms?.input, open), open);
  const { cut, uses } = inputs.reach(usedIn(schema, input.uses), maxSchemaBytes);
  const own = ownServerOf(operation, documents, options);
  const output = prepareOutput(operation, open, sources);
  const description = [describeOperation(operation, options.descriptionMode ?? defaults.descriptionMode), output.text]
    .filter((text) => text !== '')
    .join('\n\n');
  const fields = toolFields(operation, open, { description, options });
  return withoutUndefined({
    name: fields.name,
    key: fields.name === name ? undefined : name,
    method,
    path,
    operationId,
    tags: tags.length === 0 ? undefined : tags,
    description: fields.description,
    baseUrl: own === undefined || own === sources.baseUrl ? undefined : own,
    input: schema,
    uses: uses.length === 0 ? undefined : uses,
    cut: cut.length === 0 ? undefined : cut,
    output: output.schema,
    outputUses: output.uses,
    parameters: input.parameters.length === 0 ? undefined : input.parameters,
    body: input.body,
    security: securityOf(operation, documents),
    credentials,
    paging: input.paging.length === 0 ? undefined : input.paging,
    json: answersJson(operation, documents) ? (true as const) : undefined,
    tool: fields.rest,
  });
}

/** Characters of what a client lists, by those of a token. */
export function tokensOf(operation: PreparedOperation, { inputs, outputs }: Pick<OperationSources, 'inputs' | 'outputs'>): number {
  const { description, input, name, output, outputUses = [], tool = {}, uses = [] } = operation;
  const schemas = (table: SchemaTable, names: readonly string[]): object =>
    Object.fromEntries(names.map((one) => [one, table.schema(one)]));
  const annotations = tool['annotations'];
  const listed = {
    name,
    description,
    inputSchema: input,
    $defs: schemas(inputs, uses),
    annotations,
    outputSchema: output,
    outputs: schemas(outputs, outputUses),
  };
  return Math.ceil(JSON.stringify(listed).length / charactersOfToken);
}

const transformed = (schema: JsonObject, transforms: readonly SchemaTransform[], operation: OpenapiOperation): JsonObject =>
  transforms.reduce((current, change) => change(current, operation), schema);

/** References that are left in a schema. */
function usedIn(schema: JsonObject, known: ReadonlySet<string>): ReadonlySet<string> {
  if (known.size === 0) return known;
  const text = JSON.stringify(schema);
  return new Set([...known].filter((name) => text.includes(`"#/$defs/${name}"`)));
}

function addCredentials(
  operation: NamedOperation,
  input: PreparedInput,
  { documents, options, schemes }: OperationSources,
): Readonly<Record<string, string>> | undefined {
  const all = options.generateOptions?.includeSecurityInInput === true;
  const asked = [...new Set(securityOf(operation, documents)?.flat())];
  const names = asked.filter((name) => Object.hasOwn(schemes, name) && (all || options.securitySchemesInInput?.includes(name) === true));
  if (names.length === 0) return undefined;
  const rows = names.map((name) => {
    const argument = input.names.add(name, 'security');
    const isBasic = schemes[name]?.type === 'basic';
    input.properties.set(argument, {
      type: 'string',
      description: isBasic ? 'Credential: name and password with a colon between them' : 'Credential',
    });
    return [name, argument] as const;
  });
  return Object.fromEntries(rows);
}

interface PreparedOutput {
  readonly schema: JsonObject | undefined;
  readonly uses: readonly string[] | undefined;
  readonly text: string;
}

function prepareOutput(
  operation: NamedOperation,
  open: OpenapiOperation,
  { documents, options, outputs }: OperationSources,
): PreparedOutput {
  const { mode = 'none' } = options.outputSchema ?? {};
  const none: PreparedOutput = { schema: undefined, uses: undefined, text: '' };
  const found = mode === 'none' ? undefined : outputSchema(operation, { documents, table: outputs });
  if (found === undefined) return none;
  const schema = transformed(found.schema, transformsFor(options.schemaTransforms?.output, open), open);
  const text = mode === 'definition' ? '' : describeOutput(jsonObjectMember(schema, 'properties')['data'], options.outputSchema ?? {});
  if (mode === 'description') return { ...none, text };
  const { cut, uses } = outputs.reach(usedIn(schema, found.uses), maxSchemaBytes);
  // An output that is listed in part would refuse nothing of the rest, and cost as much.
  return cut.length > 0 ? { ...none, text } : { schema, uses, text };
}

const extensionKeys = ['annotations', 'cache', 'codecall', 'examples', 'hideFromDiscovery', 'tags'] as const;

interface Fields {
  readonly name: string;
  readonly description: string;
  readonly rest: JsonObject | undefined;
}

/** Fields of the tool: hints of the method, `x-service` of the operation, then `toolTransforms`. */
function toolFields(
  operation: NamedOperation,
  open: OpenapiOperation,
  { description, options }: { readonly description: string; readonly options: OpenapiOptions },
): Fields {
  const extension = jsonObjectMember(operation.node, 'x-service');
  const hints = { ...annotationsOf(operation.method), ...jsonObjectMember(extension, 'annotations') };
  const given = Object.fromEntries(extensionKeys.flatMap((key) => (extension[key] === undefined ? [] : [[key, extension[key]]])));
  let fields: ToolFields = {
    name: operation.name,
    description,
    ...given,
    ...(Object.keys(hints).length === 0 ? {} : { annotations: hints }),
  };
  for (const change of transformsFor(options.toolTransforms, open)) {
    const changed = typeof change === 'function' ? change(fields, open) : change;
    if (isRecord(changed)) fields = { ...fields, ...changed };
  }
  const { description: text = description, name = operation.name, ...rest } = fields;
  const json: Json = rest as JsonObject;
  return { name, description: text, rest: isJsonObject(json) && Object.keys(json).length > 0 ? json : undefined };
}
