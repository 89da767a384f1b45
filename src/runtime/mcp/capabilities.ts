import type { JsonObject } from '../model/index.ts';
import type { McpServer } from './mcp-server.ts';
import type { Revision } from './revisions/revision.ts';

/** What the server offers, computed from what it has, so that a declared kind always answers and an answering kind is declared. */
export function serverCapabilities(server: McpServer, revision: Revision): JsonObject {
  const { model } = server.runtime;
  const has = (method: string): boolean => revision.methods.has(method);
  const subscribes = has('resources/subscribe') || has('subscriptions/listen');
  const listChanged = subscribes ? { listChanged: true } : {};
  const { settings } = server.extensions;
  return {
    ...(model.tools.length > 0 ? { tools: listChanged } : {}),
    ...(hasResources(server) ? { resources: subscribes ? { subscribe: true, ...listChanged } : {} } : {}),
    ...(model.prompts.length > 0 ? { prompts: listChanged } : {}),
    ...(completes(server) && revision.undeclared?.includes('completions') !== true ? { completions: {} } : {}),
    logging: {},
    ...(revision.opening === 'envelope' && settings.size > 0 ? { extensions: Object.fromEntries(settings) } : {}),
  };
}

/**
 * Whether a method answers under 2026-07-28, where no kind may answer that is not declared. Older clients are used to empty lists, and
 * there the protocol does not mind.
 */
export function answersTo(server: McpServer, revision: Revision, method: string): boolean {
  if (revision.opening !== 'envelope') return true;
  const { model } = server.runtime;
  switch (method) {
    case 'tools/list':
    case 'tools/call':
      return model.tools.length > 0;
    case 'resources/list':
    case 'resources/templates/list':
    case 'resources/read':
      return hasResources(server);
    case 'prompts/list':
    case 'prompts/get':
      return model.prompts.length > 0;
    case 'completion/complete':
      return completes(server);
    default:
      return true;
  }
}

function hasResources({ runtime, extensions }: McpServer): boolean {
  return runtime.model.resources.length + runtime.model.resourceTemplates.length > 0 || extensions.around.has('resources/read');
}

/** An argument without a completer is answered too, with no values; so the capability is there for whatever has arguments. */
function completes({ runtime: { model } }: McpServer): boolean {
  return model.resourceTemplates.length > 0 || model.prompts.some((entry) => (entry.arguments ?? []).length > 0);
}
