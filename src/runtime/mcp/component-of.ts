import type { EntryModel } from '../model/index.ts';
import type { MethodCall } from './protocol.ts';

/** The entry that a request names; undefined for names that do not exist, because strangers may send any text. */
export function componentOf({ params, server }: MethodCall, method: string): EntryModel | undefined {
  const { registry } = server.runtime;
  const { name, uri } = params;
  if (method === 'tools/call' && typeof name === 'string') return registry.findTool(name)?.model;
  if (method === 'prompts/get' && typeof name === 'string') return registry.findPrompt(name)?.model;
  if (method === 'resources/read' && typeof uri === 'string')
    return (registry.findResource(uri) ?? registry.findTemplate(uri)?.template)?.model;
  return undefined;
}
