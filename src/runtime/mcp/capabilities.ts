import type { JsonObject } from '../model/index.ts';
import type { McpServer } from './mcp-server.ts';
import type { Revision } from './revisions/revision.ts';

/** What the server offers, computed from what it has, so that a declared kind always answers and an answering kind is declared. */
export function serverCapabilities(server: McpServer, revision: Revision): JsonObject {
  const { model } = server.runtime;
  const has = (method: string): boolean => revision.methods.has(method);
  const completes = [...model.prompts, ...model.resourceTemplates].some((entry) => (entry.completes ?? []).length > 0);
  const subscribes = has('resources/subscribe') || has('subscriptions/listen');
  const listChanged = subscribes ? { listChanged: true } : {};
  const { around, settings } = server.extensions;
  const hasResources = model.resources.length + model.resourceTemplates.length > 0 || around.has('resources/read');
  return {
    ...(model.tools.length > 0 ? { tools: listChanged } : {}),
    ...(hasResources ? { resources: subscribes ? { subscribe: true, ...listChanged } : {} } : {}),
    ...(model.prompts.length > 0 ? { prompts: listChanged } : {}),
    ...(completes && revision.undeclared?.includes('completions') !== true ? { completions: {} } : {}),
    logging: {},
    ...(revision.opening === 'envelope' && settings.size > 0 ? { extensions: Object.fromEntries(settings) } : {}),
  };
}
