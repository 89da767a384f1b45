import { tool, type JsonSchema, type ToolItem } from '@service/sdk/define';
import { maxKeyLength, maxListed, maxTtl, Memories, type MemoryScope, type Remember } from './memories.ts';
import type { RememberOptions } from './remember-options.ts';

const safeScopes: readonly MemoryScope[] = ['session', 'user', 'tool'];

/** One scope `tool` for all four. */
const ofTools = (remember: Remember): Memories => {
  if (remember instanceof Memories) return remember.sharedBy('memory tools');
  throw new TypeError('this.remember is not of this package');
};

/** The tools with which a model remembers. */
export function memoryTools({
  tools: { allowedScopes = safeScopes, enabled = false, prefix = '' } = {},
}: RememberOptions): readonly ToolItem[] {
  if (!enabled) return [];
  const standard = allowedScopes.includes('session') ? 'session' : (allowedScopes[0] ?? 'session');
  const scope: JsonSchema = { type: 'string', enum: [...allowedScopes], default: standard, description: 'Whose memory it is.' };
  return rows.map(({ description, name, properties, required = ['key'], run, ...hints }) =>
    tool({
      name: prefix + name,
      // No result of a caller's own memory is another's, whatever names the cache plugin is given.
      cache: false,
      description,
      rawInputSchema: { type: 'object', properties: { ...properties, scope }, required: [...required], additionalProperties: false },
      annotations: { openWorldHint: false, ...hints },
    })((input, ctx) => {
      // As the schema says.
      const given = input as unknown as Given;
      return run(ofTools(ctx.remember), { ...given, scope: given.scope ?? standard });
    }),
  );
}

/** Arguments of all of them. */
interface Given {
  readonly key: string;
  readonly scope: MemoryScope;
  readonly value?: unknown;
  readonly ttl?: number;
  readonly pattern?: string;
  readonly limit?: number;
}

interface Row {
  readonly name: string;
  readonly description: string;
  readonly properties: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly run: (memories: Memories, given: Given) => Promise<object>;
}

const key: JsonSchema = { type: 'string', minLength: 1, maxLength: maxKeyLength, description: 'Name of the memory.' };

const rows: readonly Row[] = [
  {
    name: 'remember_this',
    description: 'Remembers a value under a name, for later calls and conversations.',
    properties: {
      key,
      value: { description: 'What is remembered: any JSON value.' },
      ttl: { type: 'number', exclusiveMinimum: 0, maximum: maxTtl, description: 'Seconds until it is forgotten.' },
    },
    required: ['key', 'value'],
    readOnlyHint: false,
    idempotentHint: true,
    run: async (memories, { scope, ttl, value, ...of }) => {
      await memories.set(of.key, value, ttl === undefined ? { scope } : { scope, ttl });
      return { success: true, key: of.key, scope };
    },
  },
  {
    name: 'recall',
    description: 'Tells what was remembered under a name.',
    properties: { key },
    readOnlyHint: true,
    run: async (memories, { scope, ...of }) => {
      const { createdAt, expiresAt, value } = (await memories.getEntry(of.key, { scope })) ?? {};
      return { found: createdAt !== undefined, key: of.key, value, scope, createdAt, expiresAt };
    },
  },
  {
    name: 'forget',
    description: 'Forgets what was remembered under a name.',
    properties: { key },
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    run: async (memories, { scope, ...of }) => ({
      success: true,
      key: of.key,
      scope,
      existed: await memories.forget(of.key, { scope }),
    }),
  },
  {
    name: 'list_memories',
    description: 'Lists the names of what was remembered.',
    properties: {
      pattern: {
        type: 'string',
        minLength: 1,
        maxLength: maxKeyLength,
        description: 'Form of the names: * stands for any characters, ? for one.',
      },
      limit: { type: 'integer', minimum: 1, maximum: maxListed, default: 50, description: 'Most names to list.' },
    },
    required: [],
    readOnlyHint: true,
    run: async (memories, { limit = 50, pattern, scope }) => {
      const { keys, truncated } = await memories.search({ pattern, limit, scope });
      return { keys, scope, count: keys.length, truncated };
    },
  },
];
