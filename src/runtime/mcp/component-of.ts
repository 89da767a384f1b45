import type { EntryModel } from '../model/index.ts';
import type { MethodCall } from './method.ts';

/** What a request is about; undefined for what does not exist: names that strangers make up name nothing. */
export function componentOf({ params, server }: MethodCall, method: string): EntryModel | undefined {
  const { registry } = server.runtime;
  const { name, uri } = params;
  if (method === 'tools/call' && typeof name === 'string') return registry.findTool(name)?.model;
  if (method === 'prompts/get' && typeof name === 'string') return registry.findPrompt(name)?.model;
  if (method === 'resources/read' && typeof uri === 'string')
    return (registry.findResource(uri) ?? registry.findTemplate(uri)?.template)?.model;
  return undefined;
}
