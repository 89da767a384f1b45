import { useEffect, useMemo } from 'react';
import type { PageResource, ResourceResult } from '../core/dynamic-registry.ts';
import { anyArguments } from '../core/dynamic-tool.ts';
import { checkedSchema } from '../core/checked-schema.ts';
import type { JsonSchema, StandardSchema } from '../core/standard-schema.ts';
import { useDynamicRegistry } from '../provider/context.ts';
import { useLatest } from './use-latest.ts';
import { usePageTool, type PageToolOptions } from './use-page-tool.ts';
import type { ServerChoice } from './use-service.ts';

/** Options of {@link useDynamicTool}. */
export interface DynamicToolOptions<Args> extends PageToolOptions<Args> {
  /** A schema of zod (4.2 or later) or of another Standard Schema library; its result is what `execute` gets. */
  readonly schema?: StandardSchema<Args> | undefined;
  /** A JSON Schema, in place of `schema`. @default an object of any members */
  readonly inputSchema?: JsonSchema | undefined;
}

/**
 * A tool that is there while the component is mounted.
 * @throws {TypeError} for a schema that no tool can have
 * @example
 * useDynamicTool({ name: 'set_color', schema: z.object({ color: z.string() }), execute: ({ color }) => setColor(color) });
 */
export function useDynamicTool<Args = Readonly<Record<string, unknown>>>(options: DynamicToolOptions<Args>): void {
  const { inputSchema, name, schema } = options;
  const given = schema ?? inputSchema ?? anyArguments;
  usePageTool(
    options,
    useMemo(() => checkedSchema<Args>(name, given), [given, name]),
  );
}

/** Options of {@link useDynamicResource}. */
export interface DynamicResourceOptions extends ServerChoice, Pick<PageResource, 'uri' | 'description' | 'mimeType'> {
  /** @default the URI without its scheme */
  readonly name?: string | undefined;
  /** Gives the resource: a text, or an answer of `resources/read`; always the function that was rendered last. */
  readonly read: () => string | ResourceResult | Promise<string | ResourceResult>;
  /** Whether the resource is there now. @default true */
  readonly enabled?: boolean | undefined;
}

/**
 * A resource that is there while the component is mounted.
 * @example
 * useDynamicResource({ uri: 'cart://items', mimeType: 'application/json', read: () => JSON.stringify(items) });
 */
export function useDynamicResource(options: DynamicResourceOptions): void {
  const { description, enabled = true, mimeType, name = nameOf(options.uri), read, server, uri } = options;
  const registry = useDynamicRegistry('useDynamicResource', server);
  const newest = useLatest(read);
  useEffect(() => {
    if (!enabled) return undefined;
    const answer = async (): Promise<ResourceResult> => {
      const given = await newest.current();
      return typeof given === 'string' ? { contents: [{ uri, mimeType: mimeType ?? 'text/plain', text: given }] } : given;
    };
    return registry.addResource({ uri, name, description, mimeType, read: answer });
  }, [description, enabled, mimeType, name, newest, registry, uri]);
}

/** Names hold no colon. */
const nameOf = (uri: string): string => uri.replace(/^[^:]*:\/*/, '').replaceAll(':', ' ');
