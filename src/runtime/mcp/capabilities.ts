import { isJsonObject, type JsonObject } from '../model/index.ts';
import type { McpServer, Method, Revision } from './protocol.ts';
import { ProtocolError } from '../errors/index.ts';
import * as rpcCodes from './rpc-codes.ts';

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
    ...(revision.opening === 'envelope' && Object.keys(settings).length > 0 ? { extensions: settings } : {}),
  };
}

/** The methods that answer in a revision: its own, and those of features. */
export function answeredMethods(server: McpServer, revision: Revision): ReadonlyMap<string, Method> {
  const { methods, sessionTasks } = server.extensions;
  if (revision.opening !== 'envelope')
    return new Map([...(revision.hasTasks === true ? (sessionTasks?.methods ?? []) : []), ...revision.methods]);
  // Here no kind may answer that is not declared. Older clients are used to empty lists, and there the protocol does not mind.
  const own = [...revision.methods].filter(([method]) => offers(server, method.slice(0, method.indexOf('/'))));
  return new Map([...Object.entries(methods), ...own]);
}

/** Whether the server has entries for a group of methods, named by the first word of the methods. */
function offers({ extensions, runtime: { model } }: McpServer, about: string): boolean {
  // Features bring entries of their own, or others later.
  if (extensions.around.has(`${about}/list`)) return true;
  switch (about) {
    case 'tools':
      return model.tools.length > 0;
    case 'resources':
      return model.resources.length + model.resourceTemplates.length > 0;
    case 'prompts':
      return model.prompts.length > 0;
    case 'completion':
      // Arguments without a completer are answered too, with no values: the method exists wherever there are arguments.
      return model.resourceTemplates.length > 0 || model.prompts.some((entry) => entry.arguments.length > 0);
    default:
      return true;
  }
}

/** Whether this very request declares an extension; nothing is remembered from earlier ones. */
export function declaresExtension(clientCapabilities: JsonObject, id: string): boolean {
  const { extensions } = clientCapabilities;
  return isJsonObject(extensions) && Object.hasOwn(extensions, id) && isJsonObject(extensions[id]);
}

/** @throws {ProtocolError} -32021, HTTP 400, naming the extension */
export function requireExtension(clientCapabilities: JsonObject, id: string): void {
  if (declaresExtension(clientCapabilities, id)) return;
  const requiredCapabilities = { extensions: { [id]: {} } };
  throw new ProtocolError(rpcCodes.missingCapability, `The client did not declare the extension ${id}`, {
    data: { requiredCapabilities },
    httpStatus: 400,
  });
}
