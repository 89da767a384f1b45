import { tool, type JsonSchema, type ToolItem } from '@service/sdk/define';
import { maxListed, maxTtl, Memories, type MemoryScope, type Remember } from './memories.ts';
import type { RememberOptions } from './remember-options.ts';

const safeScopes: readonly MemoryScope[] = ['session', 'user', 'tool'];

/** One scope `tool` for all four. */
const ofTools = (remember: Remember): Memories => {
  if (remember instanceof Memories) return remember.sharedBy('memory tools');
  throw new TypeError('this.remember is not of this package');
};

interface Named {
  readonly key: string;
  readonly scope?: MemoryScope;
}

/** The tools with which a model remembers. */
export function memoryTools({
  tools: { allowedScopes = safeScopes, enabled = false, prefix = '' } = {},
}: RememberOptions): readonly ToolItem[] {
  if (!enabled) return [];
  const standard = allowedScopes.includes('session') ? 'session' : (allowedScopes[0] ?? 'session');
  const scope = { type: 'string', enum: [...allowedScopes], default: standard, description: 'Whose memory it is.' };
  const key = { type: 'string', minLength: 1, maxLength: 256, description: 'Name of the memory.' };
  const schemaOf = (properties: JsonSchema, ...required: readonly string[]): JsonSchema => ({
    type: 'object',
    properties: { ...properties, scope },
    required: [...required],
    additionalProperties: false,
  });
  return [
    tool({
      name: `${prefix}remember_this`,
      description: 'Remembers a value under a name, for later calls and conversations.',
      rawInputSchema: schemaOf(
        {
          key,
          value: { description: 'What is remembered: any JSON value.' },
          ttl: { type: 'number', exclusiveMinimum: 0, maximum: maxTtl, description: 'Seconds until it is forgotten.' },
        },
        'key',
        'value',
      ),
      annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: false },
    })(async (input, ctx) => {
      const { key: name, scope: of = standard, ttl, value } = input as Named & { readonly value: unknown; readonly ttl?: number };
      await ofTools(ctx.remember).set(name, value, { scope: of, ...(ttl === undefined ? {} : { ttl }) });
      return { success: true, key: name, scope: of };
    }),
    tool({
      name: `${prefix}recall`,
      description: 'Tells what was remembered under a name.',
      rawInputSchema: schemaOf({ key }, 'key'),
      annotations: { readOnlyHint: true, openWorldHint: false },
    })(async (input, ctx) => {
      const { key: name, scope: of = standard } = input as unknown as Named;
      const found = await ofTools(ctx.remember).getEntry(name, { scope: of });
      const { createdAt, expiresAt, value } = found ?? {};
      return { found: found !== undefined, key: name, value, scope: of, createdAt, expiresAt };
    }),
    tool({
      name: `${prefix}forget`,
      description: 'Forgets what was remembered under a name.',
      rawInputSchema: schemaOf({ key }, 'key'),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    })(async (input, ctx) => {
      const { key: name, scope: of = standard } = input as unknown as Named;
      const existed = await ofTools(ctx.remember).forget(name, { scope: of });
      return { success: true, key: name, scope: of, existed };
    }),
    tool({
      name: `${prefix}list_memories`,
      description: 'Lists the names of what was remembered.',
      rawInputSchema: schemaOf({
        pattern: {
          type: 'string',
          minLength: 1,
          maxLength: 256,
          description: 'Form of the names: * stands for any characters, ? for one.',
        },
        limit: { type: 'integer', minimum: 1, maximum: maxListed, default: 50, description: 'Most names to list.' },
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    })(async (input, ctx) => {
      const {
        limit = 50,
        pattern,
        scope: of = standard,
      } = input as { readonly limit?: number; readonly pattern?: string; readonly scope?: MemoryScope };
      const { keys, truncated } = await ofTools(ctx.remember).search({ pattern, limit, scope: of });
      return { keys, scope: of, count: keys.length, truncated };
    }),
  ];
}
