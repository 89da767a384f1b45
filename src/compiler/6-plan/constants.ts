import {
  type EntryId,
  type OpenSchemas,
  type JsonSchema,
  type ServerModel,
  readContentsOf,
  type SkillFolder,
  type SkillModel,
  type ToolModel,
} from '@service/sdk/model';
import { keepIndex, type KeptIndexes, skillTexts, toolTexts } from '@service/sdk/search';
import { stringLiteral, valueExpression } from '../../escape/javascript.ts';
import { printShared } from './shared-values.ts';
import { withoutOpenSchemas, type OpenTools } from '../schemas/plan/open-schemas.ts';
import { type CompiledModel, pluginModule } from '../model/compiled-model.ts';

/** What the run time would otherwise compute at every start, or cannot read: JSON Schemas by entry id, skill folders. */
export interface PlannedConstants {
  readonly schemas?: Readonly<Record<EntryId, { readonly input?: JsonSchema; readonly output?: JsonSchema }>>;
  /** Contents of skills that the build read, by `skillSourceOf`: a bundle has no files beside it. Absent when there are none. */
  readonly skillFolders?: Readonly<Record<string, SkillFolder>>;
  /** All of it, where the sources alone decide every option. */
  readonly model?: ServerModel;
  readonly warnings?: readonly string[];
  /** What the adapters have prepared, by their keys. */
  readonly prepared?: Readonly<Record<string, unknown>>;
  /** What searches need. */
  readonly indexes?: KeptIndexes;
  /** Tools whose schemas are converted at start. */
  readonly openSchemas?: Readonly<Record<EntryId, OpenSchemas>>;
}

/** Constants of a server with all options decided by its sources: nothing is read at start. */
export const settledConstants = (model: ServerModel, warnings: readonly string[], open: OpenTools): PlannedConstants => ({
  model: { ...model, tools: model.tools.map((tool) => withoutOpenSchemas(tool, open.get(tool.id))) },
  ...(warnings.length > 0 ? { warnings } : {}),
  ...(open.size > 0 ? { openSchemas: Object.fromEntries(open) } : {}),
});

export function planConstants(server: JoinedServer, openOf: OpenTools): PlannedConstants {
  const rows = server.tools.flatMap(({ id, inputSchema, outputSchema }) => {
    const open = openOf.get(id);
    const input = open?.input === true ? {} : { input: inputSchema };
    const output = open?.output === true || outputSchema === undefined ? {} : { output: outputSchema };
    return [[id, { ...input, ...output }] as const];
  });
  const folders = readContentsOf(server.skills);
  return { schemas: Object.fromEntries(rows), ...(Object.keys(folders).length > 0 ? { skillFolders: folders } : {}) };
}

/** What a module of constants holds beside data. */
interface Imported {
  /** The module of validators belongs to it. */
  readonly validators: boolean;
  /** Packages that plugins and adapters import. */
  readonly modules: readonly string[];
}

/** Entries from which on a kept index saves more than the millisecond or two that the first search needs for its own. */
const minIndexed = 50;

/** Constants with what adapters have prepared, and the indexes of a server whose entries are fixed. */
export async function addPrepared(
  known: PlannedConstants,
  { fixed, prepared }: Pick<Required<PlannedConstants>, 'prepared'> & { readonly fixed: ServerModel | undefined },
): Promise<PlannedConstants> {
  const indexes = fixed === undefined ? undefined : await planIndexes(fixed);
  return {
    ...known,
    ...(Object.keys(prepared).length === 0 ? {} : { prepared }),
    ...(indexes === undefined ? {} : { indexes }),
  };
}

/** For what searches the entries. */
async function planIndexes({ plugins, skills = [], tools }: ServerModel): Promise<KeptIndexes | undefined> {
  const needsTools = tools.length >= minIndexed && plugins.some(({ searchesTools }) => searchesTools === true);
  const indexes = {
    ...(needsTools ? { tools: await keepIndex(tools.map(toolTexts)) } : {}),
    ...(skills.length >= minIndexed ? { skills: await keepIndex(skills.map(skillTexts)) } : {}),
  };
  return Object.keys(indexes).length === 0 ? undefined : indexes;
}

/** A module with one constant, and what it calls. */
export interface PrintedConstants {
  readonly module: string;
  /** A function that the bundle ends with: bundlers need forty times the memory of a text that they parse. Empty where nothing is large. */
  readonly ending: string;
}

/** A name that the bundler leaves as it is, because it finds no such variable. */
const dataName = 'service$data';

/** Characters of what adapters have prepared from which on no bundler reads it. */
const maxParsed = 262_144;

export function printConstants(constants: PlannedConstants, { modules, validators }: Imported): PrintedConstants {
  const members = modules.map((name, at) => `${stringLiteral(name)}: module${at}`).join(', ');
  const printed = constants.prepared === undefined ? valueExpression(constants) : sharedExpression(constants);
  const isLarge = constants.prepared !== undefined && printed.length > maxParsed;
  const module = [
    ...(validators ? ['import { validators } from "service:validators";'] : []),
    ...modules.map((name, at) => `import * as module${at} from ${stringLiteral(pluginModule(name))};`),
    `export const constants = { ...${isLarge ? `${dataName}()` : printed}${validators ? ', validators' : ''}${modules.length > 0 ? `, modules: { ${members} }` : ''} };`,
    '',
  ].join('\n');
  return { module, ending: isLarge ? `function ${dataName}(){return ${printed}}\n` : '' };
}

function sharedExpression(constants: PlannedConstants): string {
  const { declarations, expression } = printShared(constants);
  if (declarations.length === 0) return expression;
  return `((_)=>{${declarations.map((text, at) => `_[${at}]=${text};`).join('\n')}return ${expression}})([])`;
}

/** Packages that plugins and adapters import, in any environment. */
export const modulesOf = (models: readonly CompiledModel[]): readonly string[] => [
  ...new Set(models.flatMap(({ server: { adapters, plugins } }) => [...plugins, ...adapters].flatMap(({ modules = [] }) => modules))),
];

export interface JoinedServer {
  readonly tools: readonly ToolModel[];
  readonly skills: readonly SkillModel[];
}

/** Tools and skills of a server in every environment, each once; what differs is the first one's. */
export function joinServers(models: readonly CompiledModel[]): JoinedServer {
  const tools = new Map<string, ToolModel>();
  const skills = new Map<string, SkillModel>();
  for (const { server } of models) {
    for (const tool of server.tools) if (!tools.has(tool.id)) tools.set(tool.id, tool);
    for (const skill of server.skills ?? []) if (!skills.has(skill.id)) skills.set(skill.id, skill);
  }
  return { tools: [...tools.values()], skills: [...skills.values()] };
}
