import { isJsonObject, type JsonObject } from '../../model/index.ts';
import * as rpcCodes from '../../mcp/rpc-codes.ts';
import type { Client } from '../../client/client.ts';
import { RequestFailure } from '../../client/errors.ts';
import type { Listed, ListedTool } from './command.ts';
import { textOf } from '../output/print-result.ts';

/** What a server has, as it says itself. */
export async function askListed(client: Client): Promise<Listed> {
  const list = async (method: string, key: string): Promise<readonly JsonObject[]> => {
    try {
      return await client.list(method, key);
    } catch (failure) {
      // It has none of the kind.
      if (failure instanceof RequestFailure && failure.code === rpcCodes.methodNotFound) return [];
      throw failure;
    }
  };
  const tools = await list('tools/list', 'tools');
  const resources = await list('resources/list', 'resources');
  const templates = await list('resources/templates/list', 'resourceTemplates');
  const prompts = await list('prompts/list', 'prompts');
  return {
    tools: tools.map((tool) => ({ ...described(tool), inputSchema: isJsonObject(tool['inputSchema']) ? tool['inputSchema'] : {} })),
    resources: resources.map((resource) => ({ ...described(resource), uri: textOf(resource['uri']) })),
    resourceTemplates: templates.map((template) => ({ ...described(template), uriTemplate: textOf(template['uriTemplate']) })),
    prompts: prompts.map((prompt) => ({ ...described(prompt), arguments: argumentsOf(prompt) })),
  };
}

const described = ({ description, name, title }: JsonObject): Pick<ListedTool, 'name' | 'title' | 'description'> => ({
  name: textOf(name),
  title: typeof title === 'string' ? title : undefined,
  description: typeof description === 'string' ? description : undefined,
});

const argumentsOf = ({ arguments: given }: JsonObject): Listed['prompts'][number]['arguments'] =>
  (Array.isArray(given) ? given.filter(isJsonObject) : []).map((argument) => ({
    ...described(argument),
    required: argument['required'] === true,
  }));
