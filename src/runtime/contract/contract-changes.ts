import type { JsonObject } from '../model/index.ts';
import type { Contract, ContractEntry, ContractPrompt, ContractTool } from './contract.ts';
import { same, schemaChanges, type SchemaChange } from './schema-changes.ts';

/** One difference between two contracts. */
export interface ContractChange {
  readonly kind: 'breaking' | 'added' | 'compatible' | 'wording';
  /** `tool`, `resource`, …; `server` for the server's own texts. */
  readonly of: EntryKind | 'server';
  /** Name, or URI, of what changed. */
  readonly name: string;
  /** "required `y` was added". */
  readonly message: string;
}

type ListName = 'tools' | 'resources' | 'resourceTemplates' | 'prompts' | 'skills';

type EntryKind = 'tool' | 'resource' | 'resource template' | 'prompt' | 'skill';

type Found = { readonly kind: ContractChange['kind']; readonly message: string };

/** The differences of two contracts, classified by their effect on clients; breaking ones first. */
export function contractChanges(before: Contract, after: Contract): readonly ContractChange[] {
  const lists = <Key extends ListName>(key: Key): { readonly before: Contract[Key]; readonly after: Contract[Key] } => ({
    before: before[key],
    after: after[key],
  });
  const changes = [
    ...pairs('tool', { ...lists('tools'), key: ({ name }) => name, compare: toolChanges }),
    ...pairs('resource', { ...lists('resources'), key: ({ uri }) => uri, compare: resourceChanges }),
    ...pairs('resource template', { ...lists('resourceTemplates'), key: ({ uriTemplate }) => uriTemplate, compare: resourceChanges }),
    ...pairs('prompt', { ...lists('prompts'), key: ({ name }) => name, compare: promptChanges }),
    ...pairs('skill', {
      ...lists('skills'),
      key: ({ path }) => path,
      compare: (old, young) => textChanges(old, young, ['name', 'description']),
    }),
    ...textChanges(before.server, after.server, ['title', 'description', 'instructions']).map((found): ContractChange => ({
      ...found,
      of: 'server',
      name: after.server.name,
    })),
  ];
  const order = ['breaking', 'added', 'compatible', 'wording'];
  return changes.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

interface Pairing<Item> {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
  readonly key: (item: Item) => string;
  readonly compare: (before: Item, after: Item) => readonly Found[];
}

function pairs<Item extends object>(of: EntryKind, { before, after, ...by }: Pairing<Item>): readonly ContractChange[] {
  const old = new Map(before.map((item) => [by.key(item), item]));
  const young = new Set(after.map(by.key));
  const here = after.flatMap((item): readonly ContractChange[] => {
    const name = by.key(item);
    const earlier = old.get(name);
    if (earlier === undefined) return [{ kind: 'added', of, name, message: 'is new' }];
    return by.compare(earlier, item).map((found) => ({ ...found, of, name }));
  });
  const gone = [...old.keys()].filter((name) => !young.has(name));
  return [...here, ...gone.map((name): ContractChange => ({ kind: 'breaking', of, name, message: 'was removed' }))];
}

function toolChanges(before: ContractTool, after: ContractTool): readonly Found[] {
  return [
    ...schemaChanges(before.inputSchema, after.inputSchema, 'in'),
    ...outputChanges(before, after),
    ...annotationChanges(before.annotations ?? {}, after.annotations ?? {}),
    ...taskChanges(before.taskSupport ?? 'forbidden', after.taskSupport ?? 'forbidden'),
    ...visibilityChanges(before, after),
    ...entryChanges(before, after),
  ];
}

function outputChanges({ outputSchema: before }: ContractTool, { outputSchema: after }: ContractTool): readonly SchemaChange[] {
  if (before !== undefined && after !== undefined) return schemaChanges(before, after, 'out');
  if (before !== undefined) return [{ kind: 'breaking', message: 'output has no schema any more' }];
  return after === undefined ? [] : [{ kind: 'compatible', message: 'output has a schema now' }];
}

/** Hints by which hosts decide whether to ask a person before a call, with their defaults (MCP, tool annotations). */
const hints = {
  readOnlyHint: { standard: false, safe: true },
  destructiveHint: { standard: true, safe: false },
  openWorldHint: { standard: true, safe: false },
  idempotentHint: { standard: false, safe: true },
};

function annotationChanges(before: JsonObject, after: JsonObject): readonly Found[] {
  const found: Found[] = [];
  for (const [name, { standard, safe }] of Object.entries(hints)) {
    const was = before[name] ?? standard;
    const is = after[name] ?? standard;
    // A host may have let the tool run without asking, so a less safe hint is breaking.
    if (was !== is)
      found.push({
        kind: is === safe ? 'compatible' : 'breaking',
        message: `${name} is ${JSON.stringify(is)} instead of ${JSON.stringify(was)}`,
      });
  }
  if (before['title'] !== after['title']) found.push({ kind: 'wording', message: 'has another title' });
  return found;
}

type TaskSupport = NonNullable<ContractTool['taskSupport']>;

function taskChanges(before: TaskSupport, after: TaskSupport): readonly Found[] {
  if (before === after) return [];
  const kind = after === 'optional' ? 'compatible' : 'breaking';
  return [{ kind, message: `runs as a task: ${after} instead of ${before}` }];
}

function visibilityChanges(before: ContractTool, after: ContractTool): readonly Found[] {
  if (before.visibility === after.visibility) return [];
  return after.visibility === 'public'
    ? [{ kind: 'compatible', message: 'is listed now' }]
    : [{ kind: 'breaking', message: 'is no longer listed' }];
}

function resourceChanges(before: ContractEntry & { mimeType?: string }, after: ContractEntry & { mimeType?: string }): readonly Found[] {
  const renamed: readonly Found[] =
    before.name === after.name ? [] : [{ kind: 'wording', message: `is named ${after.name} instead of ${before.name}` }];
  const typed: readonly Found[] =
    before.mimeType === after.mimeType
      ? []
      : [{ kind: 'breaking', message: `is ${after.mimeType ?? 'of no type'} instead of ${before.mimeType ?? 'of no type'}` }];
  return [...typed, ...renamed, ...entryChanges(before, after)];
}

function promptChanges(before: ContractPrompt, after: ContractPrompt): readonly Found[] {
  const found: Found[] = [];
  for (const argument of after.arguments) {
    const old = before.arguments.find(({ name }) => name === argument.name);
    const label = `argument \`${argument.name}\``;
    const required = argument.required === true;
    if (old === undefined)
      found.push({ kind: required ? 'breaking' : 'compatible', message: `${label} was added${required ? ' and is required' : ''}` });
    else if (required !== (old.required === true))
      found.push({ kind: required ? 'breaking' : 'compatible', message: `${label} is ${required ? 'required' : 'optional'} now` });
    if (old !== undefined)
      found.push(...textChanges(old, argument, ['title', 'description']).map((one) => ({ ...one, message: `${label} ${one.message}` })));
  }
  for (const { name } of before.arguments)
    if (!after.arguments.some((argument) => argument.name === name))
      found.push({ kind: 'breaking', message: `argument \`${name}\` was removed` });
  return [...found, ...entryChanges(before, after)];
}

function entryChanges(before: ContractEntry, after: ContractEntry): readonly Found[] {
  const rules = (['availableWhen', 'authorities'] as const).flatMap((key): readonly Found[] => {
    if (same(before[key], after[key])) return [];
    const lifted = after[key] === undefined;
    const what = key === 'authorities' ? 'what its caller must be allowed to do' : 'where it is available';
    return [{ kind: lifted ? 'compatible' : 'breaking', message: lifted ? `no longer limits ${what}` : `limits ${what} differently` }];
  });
  return [...rules, ...textChanges(before, after, ['title', 'description'])];
}

function textChanges<Item extends object>(before: Item, after: Item, keys: readonly (keyof Item & string)[]): readonly Found[] {
  return keys.filter((key) => before[key] !== after[key]).map((key) => ({ kind: 'wording', message: `has another ${key}` }));
}
