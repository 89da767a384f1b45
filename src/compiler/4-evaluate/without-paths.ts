import type { Json, JsonObject, ServerModel } from '@service/sdk/model';

/**
 * The model without the folder in which it was evaluated, which a schema may contain (`process.cwd()`), so that contracts are the same on
 * every machine. Where the folder was not read, a text that looks like it is the author's own.
 * @param root absolute folder of the project
 */
export function withoutPaths(
  { readsFolder, server }: { readonly readsFolder: boolean; readonly server: ServerModel },
  root: string,
): ServerModel {
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
