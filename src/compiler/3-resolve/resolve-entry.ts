import { withoutUndefined } from '@service/sdk/internal';
import {
  entryIdOf,
  type EntryModel,
  isContentLiteral,
  isJsonObject,
  type Json,
  type JsonObject,
  lookupKey,
  type OutputShape,
  ownerPath,
  type PromptModel,
} from '@service/sdk/model';
import { contextClasses, type Declaration, type StaticValue } from '../model/declarations.ts';
import type { Span } from '../model/span.ts';
import { type Blanks, itemsOf, plainOf, propertyOf, stringOf, valueOf } from './plain.ts';
import { describe, keepEntry, keepNeeds, type OwnerChain, type Resolution } from './resolution.ts';

/** Fields of an entry that plugins read. */
const pluginFieldNames = ['cache', 'approval', 'featureFlag', 'codecall'] as const;

/** One tool, resource, template or prompt, with what only evaluation knows left blank. */
export function resolveEntry(resolution: Resolution, declaration: Declaration, owner: OwnerChain): void {
  const { kind } = declaration;
  if (kind !== 'tool' && kind !== 'resource' && kind !== 'resource-template' && kind !== 'prompt') return;
  checkEntryClass(resolution, declaration);
  keepNeeds(resolution, { name: declaration.name, needs: [...declaration.needs, ...declaration.gets], owner });
  const name = requiredString(resolution, declaration, 'name');
  const uriOption = kind === 'resource' ? 'uri' : 'uriTemplate';
  const hasUri = kind === 'resource' || kind === 'resource-template';
  const uri = hasUri ? requiredString(resolution, declaration, uriOption) : '';
  if (name === undefined || uri === undefined) return;
  const id = entryIdOf({ kind, owner, name });
  const read = optionReader(resolution, declaration, id);
  if (owner.some((step) => step.kind === 'app' && resolution.availableApps.has(step.id))) resolution.blanks.add(`${id}.availableWhen`);
  // Its rules may include functions, so evaluation supplies the data among them.
  if (propertyOf(declaration.options, 'authorities') !== undefined) resolution.blanks.add(`${id}.authorities`);
  const shared = { id, name, listedName: name, owner, ...sharedFields(read, declaration) };
  reportTwin(resolution, { kind, name, owner, span: declaration.span });
  resolution.spans[id] ??= declaration.span;
  const { asks, options, streams } = declaration;
  const ui = valueOf(options, 'ui');
  // The page of a widget is bundled: one that only another start has would be missing there.
  if (ui?.kind === 'environment' || (ui?.kind === 'one-of' && ui.values.length > 1))
    resolution.found.report('option-not-static', { owner: describe(declaration), option: 'ui' }, { span: ui.span });
  const isRatedOnly = propertyOf(options, 'rateLimit') !== undefined && propertyOf(options, 'concurrency') === undefined;
  const deletion = declaration.dangers.find((danger) => danger.kind === 'deletion' && !danger.isFromClient);
  const deletes = deletion === undefined ? {} : { deletes: { call: deletion.call, span: deletion.span } };
  resolution.facts[id] ??= { streams, asks, ...(isRatedOnly ? { ratedOnly: true } : {}), ...deletes };
  const effect = declaration.effectBeforeQuestion;
  if (effect !== undefined) resolution.found.report('effect-before-question', { kind, name }, { span: effect });
  for (const { call, isFromClient, kind: danger, span } of declaration.dangers)
    if (isFromClient) resolution.found.report(`${danger}-from-argument`, { kind, name, call }, { span });
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
  resolution.found.report(
    'duplicate-name',
    { kind: plurals[kind], name, owner: text },
    { span, related: [{ message: 'the other one', span: first }] },
  );
}

type Shared = Pick<EntryModel, 'id' | 'name' | 'listedName' | 'owner'>;
type ReadOption = (option: string, field?: string) => Json | undefined;

function optionReader(resolution: Resolution, declaration: Declaration, id: string): ReadOption {
  const { options } = declaration;
  if (options.kind !== 'object' || !options.complete) resolution.blanks.add(id);
  return (option, field = option) => plainOf(valueOf(options, option), `${id}.${field}`, resolution.blanks);
}

function sharedFields(read: ReadOption, { options, pluginOptions }: Declaration): JsonObject {
  const fields: JsonObject = {
    title: read('title'),
    description: read('description'),
    icons: read('icons'),
    availableWhen: read('availableWhen'),
    meta: read('_meta', 'meta'),
  };
  const pluginFields: JsonObject = {};
  for (const field of [...pluginFieldNames, ...pluginOptions]) {
    // A function marks that the field is there; what it says is not data.
    const value = valueOf(options, field)?.kind === 'function' ? true : read(field, `pluginFields.${field}`);
    if (value !== undefined) pluginFields[field] = value;
  }
  if (Object.keys(pluginFields).length > 0) fields['pluginFields'] = pluginFields;
  return withoutUndefined(fields);
}

interface ResolvedEntry {
  readonly kind: EntryModel['kind'];
  readonly shared: Shared;
  readonly uri: string;
  readonly read: ReadOption;
  readonly declaration: Declaration;
  readonly blanks: Blanks;
}

function makeEntry({ kind, shared, uri, read, declaration, blanks }: ResolvedEntry): EntryModel {
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

function makeTool({ shared, read, declaration, blanks }: Pick<ResolvedEntry, 'shared' | 'read' | 'declaration' | 'blanks'>): EntryModel {
  const { id } = shared;
  const has = (option: string): boolean => propertyOf(declaration.options, option) !== undefined;
  const output = outputOf(valueOf(declaration.options, 'outputSchema'));
  const blankFields = [
    ...(has('inputSchema') || has('rawInputSchema') ? ['inputSchema', 'inputKind'] : []),
    ...(output === undefined ? ['outputSchema', 'output'] : []),
    // The server's `throttle.defaultTimeout` is inherited.
    ...(has('timeout') ? [] : ['timeoutMs']),
    // So is `output.allowNonFinite` of the app and the server.
    'nonFinite',
  ];
  for (const field of blankFields) blanks.add(`${id}.${field}`);
  const timeout = read('timeout', 'timeoutMs');
  const execution = read('execution');
  const visibility = read('visibility');
  const hidden = read('hideFromDiscovery', 'visibility') === true;
  const fields: JsonObject = withoutUndefined({
    annotations: read('annotations'),
    tags: read('tags'),
    examples: read('examples'),
    timeoutMs: isJsonObject(timeout) ? timeout['executeMs'] : undefined,
    taskSupport: isJsonObject(execution) ? execution['taskSupport'] : undefined,
    taskStart: isJsonObject(execution) && execution['taskStart'] === 'manual' ? 'manual' : undefined,
    ui: read('ui'),
    limited: has('rateLimit') || has('concurrency') ? true : undefined,
  });
  return {
    ...shared,
    kind: 'tool',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    inputKind: 'none',
    output: output ?? { kind: 'any' },
    visibility: visibility === 'hidden' || visibility === 'internal' ? visibility : hidden ? 'hidden' : 'public',
    ...fields,
  };
}

/** Content kinds are written as texts; any other schema is evaluated. */
function outputOf(schema: StaticValue | undefined): OutputShape | undefined {
  if (schema === undefined) return { kind: 'any' };
  const text = stringOf(schema);
  if (isContentLiteral(text)) return { kind: 'content', types: [text], list: false };
  const types = itemsOf(schema).map(stringOf);
  return types.length > 0 && types.every(isContentLiteral) ? { kind: 'content', types, list: true } : undefined;
}

function promptArguments(value: Json | undefined): PromptModel['arguments'] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    if (!isJsonObject(item) || typeof item['name'] !== 'string') return [];
    const { name, title, description, required } = item;
    return [
      {
        name,
        ...(typeof title === 'string' ? { title } : {}),
        ...(typeof description === 'string' ? { description } : {}),
        ...(required === true ? { required } : {}),
      },
    ];
  });
}

/** A required text that decides the contents of the bundle, so the sources must decide it. */
export function requiredString(resolution: Resolution, declaration: Declaration, option: string): string | undefined {
  const { options, span } = declaration;
  const property = propertyOf(options, option);
  const text = stringOf(property?.value);
  if (text !== undefined) return text;
  const location = property?.value ?? options;
  // A missing one, or one of another type, is reported with the other options.
  const isKnown = location.kind === 'literal' || location.kind === 'array' || (location.kind === 'object' && location.complete);
  if (!isKnown)
    resolution.found.report('option-not-static', { owner: describe(declaration), option }, { span: property?.value.span ?? span });
  return undefined;
}

function checkEntryClass(resolution: Resolution, declaration: Declaration): void {
  const { form, kind, name, calledAs, bases, basesKnown, methods, nameSpan, constructorTypes } = declaration;
  if (form !== 'class') return;
  const wanted = contextClasses[kind];
  if (wanted !== undefined && basesKnown && !wanted.some((base) => bases.includes(base))) {
    resolution.found.report('missing-context-class', { name, decorator: calledAs, base: wanted[0] }, { span: nameSpan });
  } else if (basesKnown && !methods.includes('execute'))
    resolution.found.report('missing-execute', { name, decorator: calledAs }, { span: nameSpan });
  if (constructorTypes.length > 0)
    resolution.found.report('provider-constructor-types', { name, parameters: constructorTypes }, { span: nameSpan });
}

/** Elements of a list of texts, for callers that only need those that are known. */
export const stringsOf = (declaration: Declaration, option: string): readonly string[] =>
  itemsOf(valueOf(declaration.options, option)).flatMap((item) => stringOf(item) ?? []);
