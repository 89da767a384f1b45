import type { EntryModel, JsonObject } from '../../model/index.ts';

/** Members of models that lists show, in their order there; each kind of entry has its own of them. */
const shown = ['title', 'description', 'icons', 'uri', 'uriTemplate', 'mimeType', 'size', 'inputSchema', 'outputSchema', 'annotations'];

/** An entry as lists show it, in the newest revision's shape. */
export function listItem(entry: EntryModel): JsonObject {
  // Models are JSON already; this only widens their readonly types.
  const model = JSON.parse(JSON.stringify(entry)) as JsonObject;
  const item: JsonObject = { name: entry.listedName };
  for (const key of shown) if (model[key] !== undefined) item[key] = model[key];
  if (entry.kind === 'prompt' && entry.arguments.length > 0) item['arguments'] = model['arguments'];
  if (entry.kind === 'tool' && entry.taskSupport !== undefined) item['execution'] = { taskSupport: entry.taskSupport };
  if (entry.meta !== undefined) item['_meta'] = model['meta'];
  return item;
}
