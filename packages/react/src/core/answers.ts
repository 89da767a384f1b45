/* What a server answers, read with care: it may be anyone's. */
import { isJsonObject, jsonObjectsIn, type JsonObject } from '@service/sdk/model';
import type { ResourceResult, ToolResult } from './dynamic-registry.ts';
import type { ServiceClient } from './server-source.ts';

/** An item of a list of the server: a tool, a resource, a template or a prompt. */
export interface ListItem {
  readonly name: string;
  readonly description?: string;
  readonly [member: string]: unknown;
}

/** A tool as a list shows it. */
export interface ToolItem extends ListItem {
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** A resource as a list shows it. */
export interface ResourceItem extends ListItem {
  readonly uri: string;
}

/** A prompt as a list shows it. */
export interface PromptItem extends ListItem {
  readonly arguments?: readonly { readonly name: string; readonly description?: string; readonly required?: boolean }[];
}

/** What a server has, at one moment. */
export interface ServerLists {
  readonly tools: readonly ToolItem[];
  readonly resources: readonly ResourceItem[];
  readonly resourceTemplates: readonly ListItem[];
  readonly prompts: readonly PromptItem[];
}

/** Method of a list, its key, and the capability that a server with it declares. */
const lists = [
  { method: 'tools/list', key: 'tools', capability: 'tools' },
  { method: 'resources/list', key: 'resources', capability: 'resources' },
  { method: 'resources/templates/list', key: 'resourceTemplates', capability: 'resources' },
  { method: 'prompts/list', key: 'prompts', capability: 'prompts' },
] as const;

/** JSON-RPC 2.0, section 5.1: a server may declare resources and have no templates. */
const methodNotFound = -32_601;

/** Every list of a server; those that it does not have are empty. @throws {ClientError} as the client */
export async function readLists(client: ServiceClient): Promise<ServerLists> {
  const [tools, resources, resourceTemplates, prompts] = await Promise.all(lists.map((list) => readList(client, list)));
  return {
    tools: (tools ?? []).filter(isToolItem),
    resources: (resources ?? []).filter(isResourceItem),
    resourceTemplates: resourceTemplates ?? [],
    prompts: (prompts ?? []).map(promptItem),
  };
}

async function readList(client: ServiceClient, { capability, key, method }: (typeof lists)[number]): Promise<readonly ListItem[]> {
  const declared = client.server?.capabilities;
  if (declared !== undefined && declared[capability] === undefined) return [];
  try {
    return (await client.list(method, key)).filter(isNamed).filter((item) => isWithin(maxDepth, item));
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === methodNotFound) return [];
    throw failure;
  }
}

/** A server may send JSON that is deeper than the stack of whatever reads it while the page is drawn. */
const maxDepth = 200;
const isWithin = (depth: number, value: unknown): boolean =>
  typeof value !== 'object' || value === null || (depth > 0 && Object.values(value).every((one) => isWithin(depth - 1, one)));

const isNamed = (item: JsonObject): item is JsonObject & { readonly name: string; readonly description?: string } =>
  typeof item['name'] === 'string';
const isToolItem = (item: ListItem): item is ToolItem => isJsonObject(item['inputSchema']);
const isResourceItem = (item: ListItem): item is ResourceItem => typeof item['uri'] === 'string';
const promptItem = (item: ListItem): PromptItem => ({ ...item, arguments: jsonObjectsIn(item['arguments']).filter(isNamed) });

/** The answer of `tools/call`. */
export const toolResultOf = ({ content, isError, structuredContent, ...rest }: JsonObject): ToolResult => ({
  ...rest,
  content: jsonObjectsIn(content).filter((block): block is JsonObject & { type: string } => typeof block['type'] === 'string'),
  ...(isJsonObject(structuredContent) ? { structuredContent } : {}),
  ...(typeof isError === 'boolean' ? { isError } : {}),
});

/** The answer of `resources/read`. */
export const resourceResultOf = ({ contents, ...rest }: JsonObject): ResourceResult => ({
  ...rest,
  contents: jsonObjectsIn(contents).filter((content): content is JsonObject & { uri: string } => typeof content['uri'] === 'string'),
});
