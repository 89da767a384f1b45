import { isJsonObject, type EntryModel, type ToolModel } from '../../model/index.ts';
import type { HostedServer } from '../../hosts/host.ts';
import { missingAxes } from '../../entries/availability.ts';
import type { RuntimeEnvironment } from '../../define/index.ts';
import type { Listed, ListedTool } from '../commands/command.ts';

/**
 * What the build knows of the server, so that help starts nothing. Undefined where code decides lists or schemas when it starts.
 * @param place entries that are not available there get no command
 */
export function knownEntries({ constants }: Pick<HostedServer, 'constants'>, place: RuntimeEnvironment): Listed | undefined {
  const { model, openSchemas } = constants;
  if (model === undefined || openSchemas !== undefined || model.adapters.length > 0) return undefined;
  const here = <T extends Pick<EntryModel, 'availableWhen'>>(entries: readonly T[]): T[] =>
    entries.filter(({ availableWhen }) => missingAxes(availableWhen, place).length === 0);
  const named = <T extends { readonly listedName: string }>(entry: T): T & { readonly name: string } => ({
    ...entry,
    name: entry.listedName,
  });
  return {
    tools: here(model.tools)
      .filter(({ visibility }) => visibility === 'public')
      .map(toListedTool),
    resources: here(model.resources).map(named),
    resourceTemplates: here(model.resourceTemplates).map(named),
    prompts: here(model.prompts).map(named),
  };
}

const toListedTool = ({ description, examples = [], inputSchema, listedName, title }: ToolModel): ListedTool => ({
  name: listedName,
  title,
  description,
  inputSchema,
  examples: examples.flatMap(({ description: text, input }) => (isJsonObject(input) ? [{ description: text, input }] : [])),
});
