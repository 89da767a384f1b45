import { isStandardSchema, type RuntimeEnvironment, type SchemaOutcome } from '../define/index.ts';
import {
  lookupKey,
  type EntryModel,
  type PromptModel,
  type ResourceModel,
  type ResourceTemplateModel,
  type ToolModel,
} from '../model/index.ts';
import { leftOut } from '../errors/index.ts';
import { refusalOf } from './availability.ts';
import type { Checks, EntryServices, Check, LiveEntry, LivePrompt, LiveResource, LiveTemplate, LiveTool } from './entry-services.ts';
import { nonFiniteOf } from './output-shape.ts';
import type { NamedEntry } from './server-model-of.ts';

/** Every entry of a server by the names that clients use. It never changes: entries that do come with another registry. */
export interface Registry {
  /** All of them, in registration order. */
  readonly entries: readonly AnyLive[];
  /** Only what exists in this environment, registration order; hidden and internal tools included. */
  readonly tools: readonly LiveTool[];
  readonly resources: readonly LiveResource[];
  readonly templates: readonly LiveTemplate[];
  readonly prompts: readonly LivePrompt[];
  /** By listed name, `-` and `_` alike; entries that do not exist here are found too, to say so. */
  findTool(name: string): LiveTool | undefined;
  findPrompt(name: string): LivePrompt | undefined;
  findResource(uri: string): LiveResource | undefined;
  /** First template that fits, in registration order. */
  findTemplate(uri: string): { readonly template: LiveTemplate; readonly params: Readonly<Record<string, string>> } | undefined;
  /** By the template's own text, as completion names it. */
  findTemplateText(uriTemplate: string): LiveTemplate | undefined;
}

export interface RegistryInput extends Checks {
  readonly services: EntryServices;
  readonly entries: readonly NamedEntry[];
  readonly environment: RuntimeEnvironment;
  readonly allowNonFinite: boolean;
}

/** @throws {ServiceError} CONFIG_INVALID when a raw JSON Schema has no compiled validator */
export const createRegistry = (input: RegistryInput): Registry => indexEntries(input.entries.map((entry) => createLive(entry, input)));

export type AnyLive = LiveTool | LiveResource | LiveTemplate | LivePrompt;

/** @throws {ServiceError} CONFIG_INVALID when a raw JSON Schema has no compiled validator */
export function createLive({ collected, model }: NamedEntry, input: Omit<RegistryInput, 'entries'>): AnyLive {
  const { services } = input;
  const live = { declaration: collected.declaration, refuse: refusalOf(model, input.environment) };
  if (model.kind === 'tool')
    return {
      ...live,
      model,
      checkInput: inputCheck(model, collected, input),
      ...outputCheck(model, collected, input),
      allowNonFinite: nonFiniteOf(collected) ?? input.allowNonFinite,
    };
  return model.kind === 'resource-template'
    ? { ...live, model, ...(services.createUriMatcher ?? leftOut('resource-templates'))(model.uriTemplate) }
    : model.kind === 'resource'
      ? { ...live, model }
      : { ...live, model };
}

/** @param entries in registration order */
export function indexEntries(entries: readonly AnyLive[]): Registry {
  const ofKind = <K extends AnyLive['model']['kind']>(kind: K) =>
    entries.filter((entry): entry is Extract<AnyLive, { readonly model: { readonly kind: K } }> => entry.model.kind === kind);
  const tools = ofKind('tool');
  const resources = ofKind('resource');
  const templates = ofKind('resource-template');
  const prompts = ofKind('prompt');
  const toolsByName = byName(tools);
  // Nearly every call says the name as it is listed.
  const toolsByListedName = new Map(tools.map((tool) => [tool.model.listedName, tool]));
  const promptsByName = byName(prompts);
  const resourcesByUri = new Map<string, LiveResource>(resources.map((entry) => [entry.model.uri, entry]));
  const templatesByText = new Map<string, LiveTemplate>(templates.map((entry) => [entry.model.uriTemplate, entry]));
  return {
    entries,
    tools: tools.filter(exists),
    resources: resources.filter(exists),
    templates: templates.filter(exists),
    prompts: prompts.filter(exists),
    findTool: (name) => toolsByListedName.get(name) ?? toolsByName.get(lookupKey(name)),
    findPrompt: (name) => promptsByName.get(lookupKey(name)),
    findResource: (uri) => resourcesByUri.get(uri),
    findTemplateText: (uriTemplate) => templatesByText.get(uriTemplate),
    findTemplate(uri) {
      for (const template of templates) {
        const params = template.match(uri);
        if (params !== undefined) return { template, params };
      }
      return undefined;
    },
  };
}

const exists = (entry: LiveEntry): boolean => entry.refuse === undefined;

const byName = <E extends LiveEntry<Exclude<EntryModel, ResourceModel | ResourceTemplateModel>> | LiveEntry<PromptModel>>(
  entries: readonly E[],
): ReadonlyMap<string, E> => new Map(entries.map((entry) => [lookupKey(entry.model.listedName), entry]));

interface ServedChecks extends Checks {
  readonly services: Pick<EntryServices, 'checkLibrarySchema' | 'checkRaw'>;
}

const noArguments: SchemaOutcome = { value: Object.freeze({}) };

/** How a tool's arguments are checked. */
function inputCheck(model: ToolModel, entry: NamedEntry['collected'], checks: ServedChecks): Check {
  if (model.inputKind === 'none') return () => noArguments;
  const schema = model.inputKind === 'raw' ? undefined : entry.declaration.options['inputSchema'];
  // At build zod may have been taken out of the bundle; then the compiled validator is all there is.
  return schema === undefined ? (checks.services.checkRaw ?? leftOut('raw-schemas'))(model, checks) : schemaCheck(schema, checks);
}

/** Checks by a schema (or the table that replaces it), or by a record of schemas. */
const schemaCheck = (schema: unknown, { services }: ServedChecks): Check =>
  isStandardSchema(schema)
    ? (value) => schema['~standard'].validate(value)
    : (services.checkLibrarySchema ?? leftOut('library-schemas'))(schema);

/** How a tool's value is checked, when a schema describes it. */
function outputCheck(model: ToolModel, entry: NamedEntry['collected'], checks: ServedChecks): { readonly checkOutput?: Check } {
  const schema = entry.declaration.options['outputSchema'];
  return model.output.kind === 'any' || model.output.kind === 'content' || schema === undefined
    ? {}
    : { checkOutput: schemaCheck(schema, checks) };
}
