import type { JsonObject } from '../model/index.ts';
import type { McpServer, Method, Revision } from './protocol.ts';

const listChanged = true;

/** Capabilities of the server, computed from its entries: a declared kind always answers, and an answering kind is declared. */
export function serverCapabilities(server: McpServer, revision: Revision): JsonObject {
  const { sessionTasks, settings } = server.extensions;
  return {
    ...(offers(server, 'tools') ? { tools: { listChanged } } : {}),
    ...(offers(server, 'resources') ? { resources: { subscribe: true, listChanged } } : {}),
    ...(offers(server, 'prompts') ? { prompts: { listChanged } } : {}),
    ...(offers(server, 'completion') && revision.undeclared?.includes('completions') !== true ? { completions: {} } : {}),
    logging: {},
    ...(revision.hasTasks === true && sessionTasks !== undefined ? { tasks: sessionTasks.capability } : {}),
    ...(revision.opening === 'envelope' && settings.size > 0 ? { extensions: Object.fromEntries(settings) } : {}),
  };
}

/** The methods that answer in a revision: its own, and those of features. */
export function answeredMethods(server: McpServer, revision: Revision): ReadonlyMap<string, Method> {
  const { methods, sessionTasks } = server.extensions;
  if (revision.opening !== 'envelope')
    return new Map([...(revision.hasTasks === true ? (sessionTasks?.methods ?? []) : []), ...revision.methods]);
  // Here no kind may answer that is not declared. Older clients are used to empty lists, and there the protocol does not mind.
  const own = [...revision.methods].filter(([method]) => offers(server, method.slice(0, method.indexOf('/'))));
  return new Map([...[...methods].filter(([method]) => !revision.methods.has(method)), ...own]);
}

/** Whether the server has entries for a group of methods, named by the first word of the methods. */
function offers({ extensions, runtime: { model } }: McpServer, about: string): boolean {
  switch (about) {
    case 'tools':
      return model.tools.length > 0;
    case 'resources':
      return model.resources.length + model.resourceTemplates.length > 0 || extensions.around.has('resources/read');
    case 'prompts':
      return model.prompts.length > 0;
    case 'completion':
      // Arguments without a completer are answered too, with no values: the method exists wherever there are arguments.
      return model.resourceTemplates.length > 0 || model.prompts.some((entry) => entry.arguments.length > 0);
    default:
      return true;
  }
}
