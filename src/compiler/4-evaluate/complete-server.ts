import type { Json, JsonObject, ServerModel } from '@service/sdk/model';
import type { DecidedAtStart } from '../model/compiled-model.ts';
import type { EvaluatedModel } from './child-report.ts';
import type { Evaluation, EvaluationRequest } from './evaluation.ts';

type Reported = Pick<EvaluatedModel, 'readsFolder' | 'server'>;

/**
 * The reported server with its skill folders, and without the folder in which it was evaluated. Skill folders are read here, where there are
 * files: neither the evaluated definitions nor a bundle may need them.
 */
export async function completeServer(report: Reported, request: EvaluationRequest, inputs: readonly string[]): Promise<Evaluation> {
  const server = withoutPaths(report, request.root);
  if (server.skills?.some(({ folder }) => folder !== undefined) !== true) return { server, diagnostics: [], inputs };
  // Loaded only for servers with skill folders: its YAML reader would slow down every other check.
  const { readSkills } = await import('./read-skill-folder.ts');
  const { diagnostics, inputs: read, skills } = readSkills(server.skills, request);
  const all = [...inputs, ...read];
  if (diagnostics.length > 0) return { diagnostics, inputs: all };
  return { server: { ...server, skills }, diagnostics, inputs: all };
}

/**
 * Schemas may contain the folder (`process.cwd()`); without it contracts are the same on every machine. Where the folder was not read, a
 * text that looks like it is the author's own.
 * @param root absolute folder of the project
 */
function withoutPaths({ readsFolder, server }: Reported, root: string): ServerModel {
  if (!readsFolder) return server;
  const tools = server.tools.map((tool) => ({
    ...tool,
    inputSchema: cleaned(tool.inputSchema, root),
    ...(tool.outputSchema === undefined ? {} : { outputSchema: cleaned(tool.outputSchema, root) }),
  }));
  return { ...server, tools };
}

const cleaned = (schema: JsonObject, root: string): JsonObject =>
  JSON.parse(JSON.stringify(schema), (_key, value: Json) =>
    typeof value === 'string' ? value.replaceAll(root, '.') : value,
  ) as JsonObject;

const lists = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const;
const entryKeys = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'arguments', 'mimeType'] as const;
const infoKeys = ['title', 'description', 'version'] as const;

/** Members that differ when the definitions run at another time and on another machine; undefined when none does. */
export function decidedAtStart(one: Reported, other: Reported, root: string): DecidedAtStart | undefined {
  const here = withoutPaths(one, root);
  const elsewhere = withoutPaths(other, root);
  const found: Record<string, readonly string[]> = {};
  const add = (id: string, keys: readonly string[]): void => {
    if (keys.length > 0) found[id] = keys;
  };
  for (const list of lists)
    for (const entry of here[list]) {
      const same = elsewhere[list].find(({ id }) => id === entry.id);
      if (same !== undefined) add(entry.id, differing(entry, same, entryKeys));
    }
  const ofInfo = differing(here.info, elsewhere.info, infoKeys);
  add('server', [...ofInfo, ...differing(here, elsewhere, ['instructions'])]);
  return Object.keys(found).length === 0 ? undefined : found;
}

const differing = (one: object, other: object, keys: readonly string[]): string[] =>
  keys.filter((key) => JSON.stringify(Reflect.get(one, key)) !== JSON.stringify(Reflect.get(other, key)));
