import { tool, type JsonSchema, type ToolItem } from '@service/sdk/define';
import type { JsonObject } from '@service/sdk/model';
import type { CallWorld } from './call-world.ts';
import { type CodeCallOptions, maxScriptLength } from './codecall-options.ts';
import type { CodeCall, ToolSearch } from './codecall.ts';
import { defaultTopK } from './find.ts';

const name: JsonSchema = { type: 'string', minLength: 1, maxLength: 256 };
const names = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  items: name,
  maxItems: 500,
  description,
  ...more,
});

const questions: { readonly [name: string]: JsonSchema } = {
  queries: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 500 },
    minItems: 1,
    maxItems: 10,
    description: 'What is to be done, one task a query, in plain words.',
  },
  topK: { type: 'integer', minimum: 1, maximum: 100, default: defaultTopK, description: 'Most results.' },
  minRelevanceScore: { type: 'number', minimum: 0, maximum: 1, default: 0.1, description: 'Least score of a result.' },
};

interface Row {
  readonly name: string;
  readonly description: string;
  readonly properties: { readonly [name: string]: JsonSchema };
  readonly required: readonly string[];
  readonly readOnlyHint: boolean;
  readonly run: (codecall: CodeCall, given: Given, world: CallWorld) => Promise<object>;
}

/** Arguments of all of them, as the schemas say. */
interface Given extends ToolSearch {
  readonly toolNames: readonly string[];
  readonly script: string;
  readonly allowedTools?: readonly string[];
  readonly tool: string;
  readonly input?: JsonObject;
}

const howTo = (options: CodeCallOptions): string => {
  const loops = options.vm?.allowLoops ?? ['balanced', 'experimental'].includes(options.vm?.preset ?? 'secure');
  return `Runs a short script in JavaScript that calls tools: await callTool(name, args) gives the result of a tool and throws when it fails; with { throwOnError: false } as third argument it gives { success, data, error }. End with return. getTool(name) gives its schemas. ${loops ? 'Loops run 10,000 rounds at most.' : 'There are no loops: use map, filter, reduce and Promise.all.'} There is no network, no file, no timer and no import.`;
};

const rowsOf = (options: CodeCallOptions): readonly Row[] => [
  {
    name: 'search',
    description: 'Finds tools by what they do. Search first, describe what was found, then call several of them from one script.',
    properties: {
      ...questions,
      appIds: names('Ids of the apps whose tools are searched.'),
      excludeToolNames: names('Tools to leave out, such as those that are known already.'),
    },
    required: ['queries'],
    readOnlyHint: true,
    run: (codecall, given, world) => codecall.search(given, world),
  },
  {
    name: 'describe',
    description: 'Describes tools: what they take and give, as JSON Schema and as declarations of TypeScript for scripts.',
    properties: {
      toolNames: names('Names of tools.', { minItems: 1, maxItems: options.maxDefinitions ?? 8, uniqueItems: true }),
    },
    required: ['toolNames'],
    readOnlyHint: true,
    run: (codecall, { toolNames }, world) => codecall.describe(toolNames, world),
  },
  {
    name: 'execute',
    description: howTo(options),
    properties: {
      script: { type: 'string', minLength: 1, maxLength: maxScriptLength, description: 'The body of an async function.' },
      allowedTools: names('The only tools that the script may call.'),
    },
    required: ['script'],
    readOnlyHint: false,
    run: (codecall, given, world) => codecall.execute(given, world),
  },
  ...(options.directCalls?.enabled === false ? [] : [invoke]),
  {
    name: 'searchSkills',
    description: 'Finds skills that use tools: how a task is done with them, step by step.',
    properties: questions,
    required: ['queries'],
    readOnlyHint: true,
    run: (codecall, given, world) => codecall.searchSkills(given, world),
  },
  {
    name: 'searchKnowledge',
    description: 'Finds skills that are knowledge alone.',
    properties: questions,
    required: ['queries'],
    readOnlyHint: true,
    run: (codecall, given, world) => codecall.searchKnowledge(given, world),
  },
];

const invoke: Row = {
  name: 'invoke',
  description: 'Calls one tool, and gives its result.',
  properties: { tool: { ...name, description: 'Name of the tool.' }, input: { type: 'object', description: 'Arguments of the tool.' } },
  required: ['tool'],
  readOnlyHint: false,
  run: (codecall, { input = {}, tool: called }, world) => codecall.invoke(called, input, world),
};

/** The tools with which a model finds and calls all others. */
export const codecallTools = (options: CodeCallOptions): readonly ToolItem[] =>
  rowsOf(options).map(({ description, properties, readOnlyHint, required, run, ...row }) =>
    tool({
      name: row.name,
      // What a caller's script has found is no other's.
      cache: false,
      description,
      rawInputSchema: { type: 'object', properties, required: [...required], additionalProperties: false },
      annotations: { readOnlyHint, ...(readOnlyHint ? { openWorldHint: false } : {}) },
    })((input, ctx) =>
      // As the schema says.
      run(ctx.codecall, input as unknown as Given, {
        signal: ctx.signal,
        callTool: (called, args, how) => ctx.callTool(called, args, how),
        listUsable: () => ctx.listUsable(),
        notify: (message, level) => ctx.notify(message, level),
        progress: (progress, total, message) => ctx.progress(progress, total, message),
      }),
    ),
  );
