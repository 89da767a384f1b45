import type { EntryId, OpenSchemas, ToolModel } from '@service/sdk/model';
import type { SchemaSources } from '../../model/schemas.ts';

/** Of which tools the schemas are converted where the bundle runs. */
export type OpenTools = ReadonlyMap<EntryId, OpenSchemas>;

/**
 * Tools with schemas that the sources alone do not decide: they depend on variables, files, time, chance, a package, or an expression that
 * the compiler cannot follow. The bundle decides at start what they accept, so it must list them then.
 * @param sources undefined where schemas stay as they are written; then they were not analysed
 */
export function openTools(tools: readonly ToolModel[], sources: SchemaSources | undefined): OpenTools {
  const decided = decidedSchemas(sources);
  const counts = new Map<string, number>();
  for (const { name } of tools) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    tools.flatMap(({ id, inputKind, name, output, outputSchema }): (readonly [EntryId, OpenSchemas])[] => {
      // Sites know a tool by its name alone.
      const isOpen = (role: 'input' | 'output'): boolean => counts.get(name) !== 1 || !decided.has(`${role} tool "${name}"`);
      const input = (inputKind === 'schema' || inputKind === 'shape') && isOpen('input');
      const hasSchema = outputSchema !== undefined || output.kind === 'array' || output.kind === 'primitive' || output.kind === 'object';
      const result = hasSchema && isOpen('output');
      return input || result ? [[id, { ...(input ? { input: true as const } : {}), ...(result ? { output: true as const } : {}) }]] : [];
    }),
  );
}

/** The same by role and name, as sites know tools. */
export const listedAtStart = (tools: readonly ToolModel[], open: OpenTools): ReadonlySet<string> =>
  new Set(
    tools.flatMap(({ id, name }) => {
      const { input, output } = open.get(id) ?? {};
      return [...(input === true ? [`input tool "${name}"`] : []), ...(output === true ? [`output tool "${name}"`] : [])];
    }),
  );

/** Roles and owners of the schemas that the sources decide, whether they are tables or keep zod for another reason. */
function decidedSchemas(sources: SchemaSources | undefined): ReadonlySet<string> {
  const sites = sources?.sites ?? [];
  const nameOf = ({ owner, role }: (typeof sites)[number]): string => `${role} ${owner}`;
  const open = new Set(sites.filter(({ problem }) => problem !== undefined).map(nameOf));
  return new Set(sites.map(nameOf).filter((name) => !open.has(name)));
}

/** The tool as the bundle holds it: open schemas are removed, because they could describe the build machine. */
export function withoutOpenSchemas(tool: ToolModel, open: OpenSchemas | undefined): ToolModel {
  if (open === undefined) return tool;
  const { outputSchema, ...rest } = tool;
  const given = open.input === true ? { ...rest, inputSchema: { type: 'object' } } : rest;
  return outputSchema === undefined || open.output === true ? given : { ...given, outputSchema };
}
