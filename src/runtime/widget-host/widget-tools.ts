import { jsonMember, jsonObjectMember, type JsonObject } from '../model/index.ts';

/** URI of a listed tool's widget; the flat key is that of older hosts. */
export function widgetUriOf(tool: JsonObject): string | undefined {
  const meta = jsonObjectMember(tool, '_meta');
  const uri = jsonObjectMember(meta, 'ui')['resourceUri'] ?? meta['ui/resourceUri'];
  return typeof uri === 'string' ? uri : undefined;
}

/** Names of tools that widgets may call; hosts refuse all others. */
export const appToolsOf = (tools: readonly JsonObject[]): ReadonlySet<string> =>
  new Set(tools.filter(isForApps).flatMap(({ name }) => (typeof name === 'string' ? [name] : [])));

function isForApps(tool: JsonObject): boolean {
  const visibility = jsonMember(jsonObjectMember(jsonObjectMember(tool, '_meta'), 'ui'), 'visibility');
  return !Array.isArray(visibility) || visibility.includes('app');
}
