import { isRawShape, isStandardSchema, jsonSchemaOfInput, type AnyClass } from '../define/index.ts';
import { listedError, retold, ServiceError } from '../errors/index.ts';
import {
  entryIdOf,
  hasScheme,
  nameProblem,
  nameRule,
  readUriTemplate,
  schemeProblem,
  type EntryModel,
  type IconModel,
  type JsonObject,
  type JsonSchema,
  type PromptModel,
  type ResourceModel,
  type ResourceTemplateModel,
  type ToolModel,
} from '../model/index.ts';
import { entryFields, toolDefaults, resourceTemplateTimeoutDefaults } from '../options/generated.ts';
import { joinAvailability, readAvailableWhen } from './availability.ts';
import type { CollectedEntry } from './collected.ts';
import { isPlainObject, jsonObjectCopy } from './json-copy.ts';
import { listerOf } from './lister-of.ts';
import { nonFiniteOf, readOutput } from './output-shape.ts';

/** Schemas known from the build: nothing is converted at start. */
export type KnownSchemas = Readonly<Record<string, { readonly input?: JsonSchema; readonly output?: JsonSchema }>>;

/** Server options that entries inherit. */
export interface Inherited {
  readonly timeoutMs?: number;
  readonly schemas: KnownSchemas;
}

const pluginFieldNames = new Set(['cache', 'approval', 'featureFlag', 'codecall']);

/**
 * The model of one entry, without its listed name (which depends on the others).
 * @throws {ServiceError} INVALID_DECORATOR_METADATA naming the entry
 */
export function entryModel(entry: CollectedEntry, inherited: Inherited): EntryModel {
  const { name } = entry.declaration.options;
  try {
    if (typeof name !== 'string' || nameProblem(name, entry.kind) !== undefined) {
      throw new ServiceError('INVALID_DECORATOR_METADATA', `the name must be ${nameRule(entry.kind)}`);
    }
    return modelOf(entry, name, inherited);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw retold(error, `${entry.kind} "${String(name)}": ${error.message}`);
  }
}

function modelOf(entry: CollectedEntry, name: string, inherited: Inherited): EntryModel {
  switch (entry.kind) {
    case 'tool':
      return toolModel(entry, name, inherited);
    case 'resource':
      return resourceModel(entry, name);
    case 'resource-template':
      return templateModel(entry, name);
    case 'prompt':
      return promptModel(entry, name);
  }
}

/** Fields of every kind. Absent stays absent: models are compared deeply. */
function common(entry: CollectedEntry, name: string) {
  const { options } = entry.declaration;
  const known: readonly string[] = entryFields[entry.kind];
  const extra = Object.entries(options).filter(([key]) => pluginFieldNames.has(key) || !known.includes(key));
  const pluginFields = jsonObjectCopy(Object.fromEntries(extra.map(([key, value]) => [key, typeof value === 'function' ? true : value])));
  return {
    id: entryIdOf({ kind: entry.kind, owner: entry.owner, name }),
    name,
    listedName: name,
    owner: entry.owner,
    ...text('title', options['title']),
    ...text('description', options['description']),
    ...(Array.isArray(options['icons']) ? { icons: options['icons'] as readonly IconModel[] } : {}),
    ...defined('availableWhen', joinAvailability(entry.appAvailability, readAvailableWhen(options['availableWhen']))),
    ...defined('meta', objectOf(options['_meta'])),
    ...defined('authorities', jsonObjectCopy({ authorities: options['authorities'] })['authorities']),
    ...(Object.keys(pluginFields).length > 0 ? { pluginFields } : {}),
  };
}

const text = <K extends string>(key: K, value: unknown) => defined(key, typeof value === 'string' ? value : undefined);
const objectOf = (value: unknown): JsonObject | undefined => (isPlainObject(value) ? jsonObjectCopy(value) : undefined);

function defined<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  const field: { [P in K]?: V } = {};
  if (value !== undefined) field[key] = value;
  return field;
}

function toolModel(entry: CollectedEntry, name: string, inherited: Inherited): ToolModel {
  const { options } = entry.declaration;
  const base = common(entry, name);
  const known = inherited.schemas[base.id];
  const output = outputOf(options['outputSchema'], known?.output);
  const timeout = isPlainObject(options['timeout']) ? options['timeout']['executeMs'] : undefined;
  const execution = isPlainObject(options['execution']) ? options['execution']['taskSupport'] : undefined;
  const taskStart = isPlainObject(options['execution']) ? options['execution']['taskStart'] : undefined;
  return {
    kind: 'tool',
    ...base,
    ...readInput(options, known?.input),
    ...defined('outputSchema', output.schema),
    output: output.shape,
    ...defined('annotations', objectOf(options['annotations'])),
    ...(Array.isArray(options['tags']) ? { tags: options['tags'].filter((tag) => typeof tag === 'string') } : {}),
    visibility: visibilityOf(options),
    ...(Array.isArray(options['examples']) ? { examples: options['examples'] as ToolModel['examples'] & object } : {}),
    ...defined('timeoutMs', typeof timeout === 'number' ? timeout : inherited.timeoutMs),
    ...(execution === 'required' || execution === 'optional' || execution === 'forbidden' ? { taskSupport: execution } : {}),
    ...(taskStart === 'manual' ? { taskStart } : {}),
    ...defined('ui', objectOf(options['ui'])),
    ...(nonFiniteOf(entry) === true ? { nonFinite: true as const } : {}),
    ...(options['rateLimit'] !== undefined || options['concurrency'] !== undefined ? { limited: true as const } : {}),
  };
}

/** A fault of a schema says which of the two it is in. */
function outputOf(...given: Parameters<typeof readOutput>): ReturnType<typeof readOutput> {
  try {
    return readOutput(...given);
  } catch (error) {
    throw error instanceof ServiceError ? retold(error, `outputSchema: ${error.message}`) : error;
  }
}

/** @param known its JSON Schema, where the build has decided it */
export function readInput(
  options: Readonly<Record<string, unknown>>,
  known: JsonSchema | undefined,
): Pick<ToolModel, 'inputSchema' | 'inputKind'> {
  const schema = options['inputSchema'];
  const raw = options['rawInputSchema'];
  if (schema === undefined && isPlainObject(raw)) return { inputSchema: known ?? jsonObjectCopy(raw), inputKind: 'raw' };
  if (schema === undefined || (isRawShape(schema) && Object.keys(schema).length === 0))
    return { inputSchema: { type: 'object', properties: {}, additionalProperties: false }, inputKind: 'none' };
  const inputSchema = known ?? jsonSchemaOfInput(schema, 'input');
  if (inputSchema['type'] !== 'object') throw new ServiceError('INVALID_DECORATOR_METADATA', 'inputSchema must describe an object');
  return { inputSchema, inputKind: isStandardSchema(schema) ? 'schema' : 'shape' };
}

function visibilityOf(options: Readonly<Record<string, unknown>>): ToolModel['visibility'] {
  const given = options['visibility'];
  if (given === 'public' || given === 'hidden' || given === 'internal') return given;
  return options['hideFromDiscovery'] === true ? 'hidden' : toolDefaults.visibility;
}

function resourceModel(entry: CollectedEntry, name: string): ResourceModel {
  const { options } = entry.declaration;
  const { uri, size } = options;
  if (typeof uri !== 'string' || !hasScheme(uri)) throw listedError('INVALID_RESOURCE_URI', schemeProblem);
  return {
    kind: 'resource',
    ...common(entry, name),
    uri,
    ...text('mimeType', options['mimeType']),
    ...defined('size', typeof size === 'number' ? size : undefined),
    ...defined('annotations', objectOf(options['annotations'])),
  };
}

function templateModel(entry: CollectedEntry, name: string): ResourceTemplateModel {
  const { options, target } = entry.declaration;
  const { uriTemplate } = options;
  if (typeof uriTemplate !== 'string' || !hasScheme(uriTemplate)) throw listedError('INVALID_RESOURCE_URI', schemeProblem);
  const read = readUriTemplate(uriTemplate);
  if ('problem' in read) throw listedError('INVALID_RESOURCE_URI', read.problem);
  const variables = read.parts.flatMap((part) => ('variable' in part ? [part.variable] : []));
  return {
    kind: 'resource-template',
    ...common(entry, name),
    uriTemplate,
    ...text('mimeType', options['mimeType']),
    ...defined('annotations', objectOf(options['annotations'])),
    ...(listerOf(entry.declaration) === undefined ? {} : { lists: true as const, listTimeoutMs: listTimeoutOf(options['timeout']) }),
    ...defined('completes', completedArguments(target, variables)),
  };
}

function listTimeoutOf(timeout: unknown): number {
  const milliseconds = isPlainObject(timeout) ? timeout['listMs'] : undefined;
  return typeof milliseconds === 'number' ? milliseconds : resourceTemplateTimeoutDefaults.listMs;
}

function promptModel(entry: CollectedEntry, name: string): PromptModel {
  const { options, target } = entry.declaration;
  const given = Array.isArray(options['arguments']) ? (options['arguments'] as readonly unknown[]) : [];
  const args = given.flatMap((argument) => {
    if (!isPlainObject(argument) || typeof argument['name'] !== 'string')
      throw new ServiceError('INVALID_DECORATOR_METADATA', 'arguments are { name, title?, description?, required? }');
    return [
      {
        name: argument['name'],
        ...text('title', argument['title']),
        ...text('description', argument['description']),
        ...(argument['required'] === true ? { required: true } : {}),
      },
    ];
  });
  return {
    kind: 'prompt',
    ...common(entry, name),
    arguments: args,
    ...defined(
      'completes',
      completedArguments(
        target,
        args.map((argument) => argument.name),
      ),
    ),
  };
}

/** Arguments that a class completes: by `<arg>Completer`, or all of them by `getArgumentCompleter`. */
function completedArguments(target: AnyClass | undefined, names: readonly string[]): readonly string[] | undefined {
  if (target === undefined) return undefined;
  const prototype: unknown = Reflect.get(target, 'prototype');
  if (typeof prototype !== 'object' || prototype === null) return undefined;
  const has = (method: string): boolean => typeof Reflect.get(prototype, method) === 'function';
  const completed = names.filter((name) => has(`${name}Completer`) || has('getArgumentCompleter'));
  return completed.length > 0 ? completed : undefined;
}
