import type { EntryId, OpenSchemas, JsonSchema, ServerModel, SkillFolder, SkillModel, ToolModel } from '@service/sdk/model';
import { stringLiteral, valueExpression } from '../../escape/javascript.ts';
import { printShared } from './shared-values.ts';
import { withoutOpenSchemas, type OpenTools } from '../schemas/plan/open-schemas.ts';
import { type CompiledModel, pluginModule } from '../model/compiled-model.ts';

/** What the run time would otherwise compute at every start, or cannot read: JSON Schemas by entry id, skill folders. */
export interface PlannedConstants {
  readonly schemas?: Readonly<Record<EntryId, { readonly input?: JsonSchema; readonly output?: JsonSchema }>>;
  /** Contents of skill folders by folder: a bundle has no files beside it. Absent when there are none. */
  readonly skillFolders?: Readonly<Record<string, SkillFolder>>;
  /** All of it, where the sources alone decide every option. */
  readonly model?: ServerModel;
  readonly warnings?: readonly string[];
  /** What the adapters have prepared, by their keys. */
  readonly prepared?: Readonly<Record<string, unknown>>;
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
  const folders = server.skills.flatMap(({ files, folder, frontmatter }) =>
    folder === undefined ? [] : [[folder, { frontmatter, files }] as const],
  );
  return { schemas: Object.fromEntries(rows), ...(folders.length > 0 ? { skillFolders: Object.fromEntries(folders) } : {}) };
}

/** What a module of constants holds beside data. */
interface Imported {
  /** The module of validators belongs to it. */
  readonly validators: boolean;
  /** Packages that plugins and adapters import. */
  readonly modules: readonly string[];
}

/** A module with one constant. */
export function printConstants(constants: PlannedConstants, { modules, validators }: Imported): string {
  const members = modules.map((name, at) => `${stringLiteral(name)}: module${at}`).join(', ');
  const { declarations, expression } =
    constants.prepared === undefined ? { declarations: [], expression: valueExpression(constants) } : printShared(constants);
  return [
    ...(validators ? ['import { validators } from "service:validators";'] : []),
    ...modules.map((name, at) => `import * as module${at} from ${stringLiteral(pluginModule(name))};`),
    ...declarations,
    `export const constants = { ...${expression}${validators ? ', validators' : ''}${modules.length > 0 ? `, modules: { ${members} }` : ''} };`,
    '',
  ].join('\n');
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
