import { entryIdOf, type EntryModel, type Json, type JsonObject, lookupKey, ownerPath } from '@service/sdk/model';
import type { Declaration } from '../model/declarations.ts';
import type { Span } from '../model/span.ts';
import { type Blanks, itemsOf, plainOf, propertyOf, stringOf, valueOf } from './plain.ts';
import { describe, keepEntry, type OwnerChain, type Resolution } from './resolution.ts';

/** Fields of an entry that plugins read (supplement section 1.5). */
const pluginFieldNames = ['cache', 'approval', 'featureFlag', 'codecall'] as const;

const contextClasses: Readonly<Record<string, string>> = {
  tool: 'ToolContext',
  resource: 'ResourceContext',
  'resource-template': 'ResourceTemplateContext',
  prompt: 'PromptContext',
};

/** One tool, resource, template or prompt, with what only evaluation knows left blank. */
export function resolveEntry(resolution: Resolution, declaration: Declaration, owner: OwnerChain): void {
  const { kind } = declaration;
  if (kind !== 'tool' && kind !== 'resource' && kind !== 'resource-template' && kind !== 'prompt') return;
  checkEntryClass(resolution, declaration);
  const name = requiredString(resolution, declaration, 'name');
  const uriOption = kind === 'resource' ? 'uri' : 'uriTemplate';
  const hasUri = kind === 'resource' || kind === 'resource-template';
  const uri = hasUri ? requiredString(resolution, declaration, uriOption) : '';
  if (name === undefined || uri === undefined) return;
  const id = entryIdOf({ kind, owner, name });
  const read = optionReader(resolution, declaration, id);
  const shared = { id, name, listedName: name, owner, ...sharedFields(read) };
  reportTwin(resolution, { kind, name, owner, span: declaration.span });
  resolution.spans[id] ??= declaration.span;
  resolution.facts[id] ??= { streams: declaration.streams };
  keepEntry(resolution, makeEntry({ kind, shared, uri, read, declaration, blanks: resolution.blanks }));
}

const plurals = { tool: 'tools', resource: 'resources', 'resource-template': 'resource templates', prompt: 'prompts' } as const;

interface Twin {
  readonly kind: keyof typeof plurals;
  readonly name: string;
  readonly owner: OwnerChain;
  readonly span: Span;
}

function reportTwin(resolution: Resolution, { kind, name, owner, span }: Twin): void {
  const key = `${kind}:${ownerPath(owner)}/${lookupKey(name)}`;
  const first = resolution.names.get(key);
  if (first === undefined) {
    resolution.names.set(key, span);
    return;
  }
  const innermost = owner.at(-1);
  const text = innermost === undefined || innermost.kind === 'server' ? 'the server' : `the ${innermost.kind} "${innermost.id}"`;
  resolution.found.report('duplicate-name', { kind: plurals[kind], name, owner: text }, { span, related: [{ message: 'the other one', span: first }] });
}

type Shared = Pick<EntryModel, 'id' | 'name' | 'listedName' | 'owner'>;
type ReadOption = (option: string, field?: string) => Json | undefined;

function optionReader(resolution: Resolution, declaration: Declaration, id: string): ReadOption {
  const { options } = declaration;
  if (options.kind !== 'object' || !options.complete) resolution.blanks.add(id);
  return (option, field = option) => plainOf(valueOf(options, option), `${id}.${field}`, resolution.blanks);
}

function sharedFields(read: ReadOption): JsonObject {
  const fields: JsonObject = {
    title: read('title'),
    description: read('description'),
    icons: read('icons'),
    availableWhen: read('availableWhen'),
    meta: read('_meta', 'meta'),
  };
  const pluginFields: JsonObject = {};
  for (const field of pluginFieldNames) {
    const value = read(field, `pluginFields.${field}`);
    if (value !== undefined) pluginFields[field] = value;
  }
  if (Object.keys(pluginFields).length > 0) fields['pluginFields'] = pluginFields;
  return withoutUndefined(fields);
}

export const withoutUndefined = (fields: JsonObject): JsonObject => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

interface EntryParts {
  readonly kind: EntryModel['kind'];
  readonly shared: Shared;
  readonly uri: string;
  readonly read: ReadOption;
  readonly declaration: Declaration;
  readonly blanks: Blanks;
}

function makeEntry({ kind, shared, uri, read, declaration, blanks }: EntryParts): EntryModel {
  const { id } = shared;
  const optional = (names: readonly string[]): JsonObject => withoutUndefined(Object.fromEntries(names.map((name) => [name, read(name)])));
  switch (kind) {
    case 'tool':
      return makeTool({ shared, read, declaration, blanks });
    case 'resource':
      return { ...shared, kind, uri, ...optional(['mimeType', 'size', 'annotations']) };
    case 'resource-template':
      blanks.add(`${id}.completes`);
      return { ...shared, kind, uriTemplate: uri, ...optional(['mimeType', 'annotations']) };
    case 'prompt':
      blanks.add(`${id}.completes`);
      return { ...shared, kind, arguments: promptArguments(read('arguments')) };
  }
}

function makeTool({ shared, read, declaration, blanks }: Pick<EntryParts, 'shared' | 'read' | 'declaration' | 'blanks'>): EntryModel {
  const { id } = shared;
  const has = (option: string): boolean => propertyOf(declaration.options, option) !== undefined;
  for (const field of ['inputSchema', 'inputKind', ...(has('outputSchema') ? ['outputSchema', 'output'] : [])]) blanks.add(`${id}.${field}`);
  const timeout = read('timeout', 'timeoutMs');
  const execution = read('execution', 'taskSupport');
  const visibility = read('visibility');
  const hidden = read('hideFromDiscovery', 'visibility') === true;
  const fields = withoutUndefined({
    annotations: read('annotations'),
    tags: read('tags'),
    examples: read('examples'),
    timeoutMs: isObject(timeout) ? timeout['executeMs'] : undefined,
    taskSupport: isObject(execution) ? execution['taskSupport'] : undefined,
  });
  return {
    ...shared,
    kind: 'tool',
    inputSchema: { type: 'object' },
    inputKind: 'none',
    output: { kind: 'any' },
    visibility: visibility === 'hidden' || visibility === 'internal' ? visibility : hidden ? 'hidden' : 'public',
    ...fields,
  };
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function promptArguments(value: Json | undefined): { name: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => (isObject(item) && typeof item['name'] === 'string' ? [{ ...item, name: item['name'] }] : []));
}

/** A text that decides what is bundled: it must be there and be known. */
export function requiredString(resolution: Resolution, declaration: Declaration, option: string): string | undefined {
  const { options, span } = declaration;
  const property = propertyOf(options, option);
  const text = stringOf(property?.value);
  if (text !== undefined) return text;
  const place = property?.value ?? options;
  // A missing one, or one of another type, is reported with the other options.
  const isKnown = place.kind === 'literal' || place.kind === 'array' || (place.kind === 'object' && place.complete);
  if (!isKnown) resolution.found.report('option-not-static', { owner: describe(declaration), option }, { span: property?.value.span ?? span });
  return undefined;
}

function checkEntryClass(resolution: Resolution, declaration: Declaration): void {
  const { form, kind, name, calledAs, bases, basesKnown, methods, nameSpan, constructorTypes } = declaration;
  if (form !== 'class') return;
  const base = contextClasses[kind];
  if (base !== undefined && basesKnown && !bases.includes(base)) {
    resolution.found.report('missing-context-class', { name, decorator: calledAs, base }, { span: nameSpan });
  } else if (basesKnown && !methods.includes('execute')) resolution.found.report('missing-execute', { name, decorator: calledAs }, { span: nameSpan });
  if (constructorTypes.length > 0) resolution.found.report('provider-constructor-types', { name, parameters: constructorTypes }, { span: nameSpan });
}

/** Elements of a list of texts, for callers that only need those that are known. */
export const stringsOf = (declaration: Declaration, option: string): readonly string[] =>
  itemsOf(valueOf(declaration.options, option)).flatMap((item) => stringOf(item) ?? []);
