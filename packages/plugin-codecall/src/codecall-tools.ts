import { type JsonSchema, tool } from '@service/sdk/define';
import type { JsonObject } from '@service/sdk/model';

/* The tools with which a model finds and calls all others. */

/* Schemas are literals: the compiler reads them, and checks of arguments are made at build. */
const name = { type: 'string', minLength: 1, maxLength: 256 } as const;
const queries = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 500 },
  minItems: 1,
  maxItems: 10,
  description: 'What is to be done, one task a query, in plain words.',
} as const;
const topK = {
  type: 'integer',
  minimum: 1,
  maximum: 100,
  description: 'Most results. When absent: 10 of all queries together, of each no more than the server has set.',
} as const;
const minRelevanceScore = { type: 'number', minimum: 0, maximum: 1, default: 0.1, description: 'Least score of a result.' } as const;
const questions: JsonSchema = {
  type: 'object',
  properties: { queries, topK, minRelevanceScore },
  required: ['queries'],
  additionalProperties: false,
};

const reads = { readOnlyHint: true, openWorldHint: false } as const;

/** Arguments, as the schema of their tool says. */
const given = <T>(checked: object): T => checked as T;

/*
 * Each tool takes from its context what it needs, by name and on the spot: the compiler sees it, and leaves out of a bundle what none takes.
 * `cache: false`, because what a caller's script has found is no other's.
 */

export const search = tool({
  name: 'search',
  cache: false,
  description: 'Finds tools by what they do. Search first, describe what was found, then call several of them from one script.',
  rawInputSchema: {
    type: 'object',
    properties: {
      queries,
      topK,
      minRelevanceScore,
      appIds: { type: 'array', items: name, maxItems: 500, description: 'Ids of the apps whose tools are searched.' },
      excludeToolNames: {
        type: 'array',
        items: name,
        maxItems: 500,
        description: 'Tools to leave out, such as those that are known already.',
      },
    },
    required: ['queries'],
    additionalProperties: false,
  },
  annotations: reads,
})((asked, ctx) => ctx.codecall.search(given(asked), { listUsable: () => ctx.listUsable() }));

export const describe = tool({
  name: 'describe',
  cache: false,
  description: 'Describes tools: what they take and give, as JSON Schema and as declarations of TypeScript for scripts.',
  rawInputSchema: {
    type: 'object',
    properties: {
      toolNames: { type: 'array', items: name, minItems: 1, maxItems: 100, uniqueItems: true, description: 'Names of tools.' },
    },
    required: ['toolNames'],
    additionalProperties: false,
  },
  annotations: reads,
})((asked, ctx) =>
  ctx.codecall.describe(given<{ readonly toolNames: readonly string[] }>(asked).toolNames, { listUsable: () => ctx.listUsable() }),
);

export const execute = tool({
  name: 'execute',
  cache: false,
  description:
    'Runs a short script in JavaScript that calls tools: await callTool(name, args) gives the result of a tool and throws when it fails; with { throwOnError: false } as third argument it gives { success, data, error }. End with return. getTool(name) gives its schemas. Prefer map, filter, reduce and Promise.all: servers may refuse loops, and end them after 10,000 rounds. There is no network, no file, no timer and no import.',
  rawInputSchema: {
    type: 'object',
    properties: {
      script: { type: 'string', minLength: 1, maxLength: 102_400, description: 'The body of an async function.' },
      allowedTools: { type: 'array', items: name, maxItems: 500, description: 'The only tools that the script may call.' },
    },
    required: ['script'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false },
})((asked, ctx) =>
  ctx.codecall.execute(given(asked), {
    signal: ctx.signal,
    callTool: (called, args, how) => ctx.callTool(called, args, how),
    listUsable: () => ctx.listUsable(),
    notify: (message, level) => ctx.notify(message, level),
    progress: (progress, total, message) => ctx.progress(progress, total, message),
  }),
);

export const invoke = tool({
  name: 'invoke',
  cache: false,
  description: 'Calls one tool, and gives its result.',
  rawInputSchema: {
    type: 'object',
    properties: {
      tool: { type: 'string', minLength: 1, maxLength: 256, description: 'Name of the tool.' },
      input: { type: 'object', description: 'Arguments of the tool.' },
    },
    required: ['tool'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false },
})((asked, ctx) => {
  const { input: args = {}, tool: called } = given<{ readonly tool: string; readonly input?: JsonObject }>(asked);
  return ctx.codecall.invoke(called, args, {
    signal: ctx.signal,
    callTool: (...call) => ctx.callTool(...call),
    listUsable: () => ctx.listUsable(),
  });
});

export const searchSkills = tool({
  name: 'searchSkills',
  cache: false,
  description: 'Finds skills that use tools: how a task is done with them, step by step.',
  rawInputSchema: questions,
  annotations: reads,
})((asked, ctx) => ctx.codecall.searchSkills(given(asked), { listUsable: () => ctx.listUsable() }));

export const searchKnowledge = tool({
  name: 'searchKnowledge',
  cache: false,
  description: 'Finds skills that are knowledge alone.',
  rawInputSchema: questions,
  annotations: reads,
})((asked, ctx) => ctx.codecall.searchKnowledge(given(asked), { listUsable: () => ctx.listUsable() }));
