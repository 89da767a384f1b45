import type { JsonObject } from '../model/index.ts';
import type { Asking, AskOptions } from './asking.ts';
import { elicit } from './elicitation.ts';

/** The questions of MCP: forms and pages, the client's model, its roots. */
export const clientQuestions: Asking = {
  elicit,
  sample: (asker, params, options) =>
    asker.ask({ ...askingOf(options), method: 'sampling/createMessage', params, problemOf: problemOfSample }),
  listRoots: async (asker, options) => {
    const { roots } = await asker.ask({ ...askingOf(options), method: 'roots/list', params: {}, problemOf: problemOfRoots });
    return Array.isArray(roots) ? roots.filter(isObject) : [];
  },
};

const askingOf = ({ key, ttl }: AskOptions) => ({ ...(key === undefined ? {} : { key }), ...(ttl === undefined ? {} : { ttlMs: ttl }) });

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

const problemOfRoots = ({ roots }: JsonObject): string | undefined =>
  Array.isArray(roots) && roots.every((root) => isObject(root) && typeof root['uri'] === 'string')
    ? undefined
    : '"roots" must be a list of objects with a "uri"';

function problemOfSample({ role, content }: JsonObject): string | undefined {
  if (role !== 'assistant' && role !== 'user') return '"role" must be assistant or user';
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.every((block) => isObject(block) && typeof block['type'] === 'string') ? undefined : '"content" must be content blocks';
}
