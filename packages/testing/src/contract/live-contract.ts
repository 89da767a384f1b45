import { createHash } from 'node:crypto';
import type { Contract } from '@service/sdk/contract';
import { canonicalText, isJsonObject } from '@service/sdk/model';
import type { JsonObject } from '@service/sdk/model';
import type { Connection } from '../client/connection.ts';
import type { ListedPrompt, ListedResource, ListedTemplate, ListedTool } from '../client/lists.ts';

/** Lists of a server as one client sees them. */
export interface Listed {
  readonly facts: Connection['facts'];
  readonly tools: readonly ListedTool[];
  readonly resources: readonly ListedResource[];
  readonly resourceTemplates: readonly ListedTemplate[];
  readonly prompts: readonly ListedPrompt[];
}

/** The contract of a running server as a client sees it, in the form that `service build` writes. */
export function liveContract({ facts, prompts, resources, resourceTemplates, tools }: Listed): Contract {
  const server = { ...facts.serverInfo, instructions: facts.instructions };
  const lists = {
    tools: tools.map((tool) => ({
      ...pick(tool, ['name', 'title', 'description']),
      visibility: 'public',
      ...pick(tool, ['inputSchema', 'outputSchema', 'annotations']),
      ...(isJsonObject(tool['execution']) ? pick(tool['execution'], ['taskSupport']) : {}),
    })),
    resources: resources.map((entry) => pick(entry, ['name', 'title', 'description', 'uri', 'mimeType'])),
    resourceTemplates: resourceTemplates.map((entry) => pick(entry, ['name', 'title', 'description', 'uriTemplate', 'mimeType'])),
    prompts: prompts.map((prompt) => ({
      ...pick(prompt, ['name', 'title', 'description']),
      arguments: Array.isArray(prompt['arguments']) ? prompt['arguments'] : [],
    })),
    skills: [],
  };
  const withHashes = Object.fromEntries(
    Object.entries(lists).map(([name, entries]) => [name, entries.map((entry: object) => ({ ...entry, hash: hashOf(entry) }))]),
  );
  const told = pick(server, ['name', 'version', 'title', 'description', 'instructions']);
  return { contractVersion: 1, hash: hashOf([{ ...told, version: '' }, withHashes]), server: told, ...withHashes } as Contract;
}

/** The members of an entry that are there. */
const pick = (entry: JsonObject | object, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(entry).filter(([key, value]) => keys.includes(key) && value !== undefined));

const hashOf = (value: unknown): string => createHash('sha256').update(canonicalText(value)).digest('hex');
