import { isJsonObject, type JsonObject } from '../model/index.ts';

/** Capabilities that a client may have. `elicitation` is a form, `elicitation.url` a page; `sampling.tools` is sampling with tools. */
export type ClientCapability = 'elicitation' | 'elicitation.url' | 'sampling' | 'sampling.tools' | 'sampling.context' | 'roots';

/** Whether the declared capabilities allow a question; a bare capability never includes members that were added later. */
export function declaresCapability(declared: JsonObject, capability: ClientCapability): boolean {
  const [kind = '', part] = capability.split('.');
  const found = declared[kind];
  if (!isJsonObject(found)) return false;
  if (part !== undefined) return isJsonObject(found[part]);
  // `{}` means forms; a client that names only `url` shows none.
  return capability !== 'elicitation' || isJsonObject(found['form']) || !isJsonObject(found['url']);
}
