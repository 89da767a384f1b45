import { isJsonObject, type JsonObject } from '../../model/index.ts';
import type { WireResult } from '../json-rpc.ts';
import type { ClientCapability } from '../../define/client-capabilities.ts';

/** A copy without some members; the object itself when it has none of them. */
export function without(object: JsonObject, keys: readonly string[]): JsonObject;
export function without(object: WireResult, keys: readonly string[]): WireResult;
export function without(object: WireResult, keys: readonly string[]): WireResult {
  if (!keys.some((key) => Object.hasOwn(object, key))) return object;
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** Replaces each object of a list member. */
export function mapItems(result: WireResult, key: string, project: (item: WireResult) => WireResult): WireResult {
  const list = result[key];
  if (!Array.isArray(list)) return result;
  return { ...result, [key]: list.map((item: unknown) => (isJsonObject(item) ? project(item) : item)) };
}

/** The member that holds the entries of each list method. */
const listMembers: Readonly<Record<string, string>> = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
};

/** Entries of lists without some of their members. */
export function listWithout(method: string, result: WireResult, laterMembers: readonly string[]): WireResult {
  const member = listMembers[method];
  return member === undefined ? result : mapItems(result, member, (entry) => without(entry, laterMembers));
}

/** Before 2026-07-28 structured content is an object and an output schema describes one; other values stay as text only. */
export function withObjectOutputOnly(method: string, result: WireResult): WireResult {
  if (method === 'tools/call') return isJsonObject(result.structuredContent) ? result : without(result, ['structuredContent']);
  if (method !== 'tools/list') return result;
  return mapItems(result, 'tools', (tool) =>
    isJsonObject(tool.outputSchema) && tool.outputSchema.type !== 'object' ? without(tool, ['outputSchema']) : tool,
  );
}

/** Questions that the first revisions know. */
export const askableAtFirst: readonly ClientCapability[] = ['sampling', 'roots'];
/** Since 2025-06-18. */
export const askableWithForms: readonly ClientCapability[] = [...askableAtFirst, 'elicitation'];
/** Since 2025-11-25. */
export const askableByNow: readonly ClientCapability[] = [...askableWithForms, 'elicitation.url', 'sampling.tools', 'sampling.context'];

/** Declared capabilities of a client, without those that its revision does not define. */
export function limitCapabilities(declared: JsonObject, askable: readonly ClientCapability[]): JsonObject {
  const limited: JsonObject = { ...declared };
  for (const kind of ['elicitation', 'sampling'] as const) {
    const found = declared[kind];
    if (!isJsonObject(found)) continue;
    if (!askable.includes(kind)) delete limited[kind];
    else {
      const later = Object.keys(found).filter(
        (part) => askableByNow.some((known) => known === `${kind}.${part}`) && !askable.some((known) => known === `${kind}.${part}`),
      );
      limited[kind] = without(found, later);
    }
  }
  return limited;
}
