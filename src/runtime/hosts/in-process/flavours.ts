import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';

/** The SDK whose shapes a client's lists and results have. */
export type Flavour = 'openai' | 'claude' | 'langchain' | 'vercel-ai' | 'unknown';

/** How the names of clients begin. Only the beginning counts: a name may mention another vendor further on. */
const prefixes: readonly (readonly [prefix: string, flavour: Flavour])[] = [
  ['openai', 'openai'],
  ['claude', 'claude'],
  ['langchain', 'langchain'],
  ['vercel', 'vercel-ai'],
  ['ai-sdk', 'vercel-ai'],
];

/** The flavour that a client's name asks for. */
export function flavourOf(clientName: string): Flavour {
  const name = clientName.toLowerCase();
  return prefixes.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'unknown';
}

/** Tools as that SDK takes them: a list, or for `vercel-ai` a map by name. */
export function shapeTools(flavour: Flavour, tools: readonly JsonObject[]): Json {
  switch (flavour) {
    case 'openai':
      return tools.map((tool) => ({
        type: 'function',
        function: { name: nameOf(tool), ...described(tool), parameters: closed(schemaOf(tool)), strict: true },
      }));
    case 'claude':
      return tools.map((tool) => ({ name: nameOf(tool), ...described(tool), input_schema: schemaOf(tool) }));
    case 'langchain':
      return tools.map((tool) => ({ name: nameOf(tool), description: descriptionOf(tool), schema: schemaOf(tool) }));
    case 'vercel-ai':
      return Object.fromEntries(tools.map((tool) => [nameOf(tool), { description: descriptionOf(tool), parameters: schemaOf(tool) }]));
    default:
      return [...tools];
  }
}

/** A call's result as that SDK takes it. */
export function shapeResult(flavour: Flavour, result: JsonObject): Json {
  const content = Array.isArray(result['content']) ? result['content'].filter(isJsonObject) : [];
  const texts = content.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
  switch (flavour) {
    case 'openai':
    case 'langchain':
      return parsed(texts.join('\n'));
    case 'claude':
      return content;
    case 'vercel-ai':
      return result['structuredContent'] ?? { text: texts, images: content.filter(({ type }) => type === 'image') };
    default:
      return result;
  }
}

const nameOf = ({ name }: JsonObject): string => (typeof name === 'string' ? name : '');
const described = ({ description }: JsonObject): JsonObject => (description === undefined ? {} : { description });
const descriptionOf = (tool: JsonObject): Json => tool['description'] ?? `Execute ${nameOf(tool)}`;
const schemaOf = ({ inputSchema }: JsonObject): JsonObject => (isJsonObject(inputSchema) ? inputSchema : { type: 'object' });

/** A JSON object or string is given as such; any other text stays as it is. */
function parsed(text: string): Json {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) || typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

/** `strict` functions take only schemas in which every object is closed. */
function closed(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([key, value]): [string, Json | undefined] => {
    if (holdsNamedSchemas.has(key) && isJsonObject(value))
      return [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isJsonObject(one) ? closed(one) : one]))];
    if (!holdsSchemas.has(key)) return [key, value];
    if (Array.isArray(value)) return [key, value.map((one) => (isJsonObject(one) ? closed(one) : one))];
    return [key, isJsonObject(value) ? closed(value) : value];
  });
  const isObject = schema['type'] === 'object' || isJsonObject(schema['properties']);
  return { ...Object.fromEntries(entries), ...(isObject ? { additionalProperties: false } : {}) };
}

const holdsNamedSchemas = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas']);
const holdsSchemas = new Set(['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'contains']);
