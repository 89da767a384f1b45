import { isJsonObject } from '../../model/index.ts';
import type { JsonObject } from '../../model/index.ts';
import { constantResult, isConstantResult, type WireResult } from '../json-rpc.ts';

export const fallbackToolName = 'sendElicitationResult';

/** The tool in the shape of `tools/list`. */
const fallbackTool = {
  name: fallbackToolName,
  description:
    'Hands in what the person answered when another tool said elicitationRequired, and goes on with that tool. Ask the person first; never answer for them.',
  inputSchema: {
    type: 'object',
    properties: {
      elicitId: { type: 'string', description: 'The elicitId of the question, unchanged.' },
      action: {
        type: 'string',
        enum: ['accept', 'decline', 'cancel'],
        description: 'accept: the person answered; decline: they refused; cancel: they gave no answer.',
      },
      content: { type: 'object', description: 'With accept: the answer, an object that fits requestedSchema of the question.' },
    },
    required: ['elicitId', 'action'],
    additionalProperties: false,
  },
} satisfies JsonObject;

/** Output schema of a call that waits for an answer, in place of its result. */
const waitingBranch = {
  type: 'object',
  properties: { elicitationRequired: { type: 'object' } },
  required: ['elicitationRequired'],
};

const projected = new WeakMap<object, object>();

/** A page of `tools/list` for a client that cannot be asked: with the tool at the end of the list, and outputs that may be a question. */
export function withFallbackTool(page: WireResult): object {
  const known = projected.get(page);
  if (known !== undefined) return known;
  const tools = (Array.isArray(page.tools) ? page.tools : []).map((tool: unknown) => (isJsonObject(tool) ? mayWait(tool) : tool));
  const made = { ...page, tools: page.nextCursor === undefined ? [...tools, fallbackTool] : tools };
  if (!isConstantResult(page)) return made;
  const kept = constantResult(made);
  projected.set(page, kept);
  return kept;
}

/** References from the root of a schema, other than to its definitions, which move with it. */
const rootReference = /"\$ref":"#\/(?!\$defs\/|definitions\/)/;

function mayWait(tool: JsonObject): JsonObject {
  const { outputSchema, ...rest } = tool;
  if (!isJsonObject(outputSchema)) return tool;
  // In a branch such a reference would lead nowhere, and clients would refuse the whole schema.
  if (rootReference.test(JSON.stringify(outputSchema))) return rest;
  const { $schema, $defs, definitions, ...own } = outputSchema;
  const moved = Object.fromEntries(Object.entries({ $schema, $defs, definitions }).filter(([, value]) => value !== undefined));
  const type = own.type === 'object' ? { type: 'object' } : {};
  return { ...rest, outputSchema: { ...moved, ...type, anyOf: [own, waitingBranch] } as JsonObject };
}
