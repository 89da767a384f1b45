import { useEffect, useMemo } from 'react';
import type { ToolResult } from '../core/dynamic-registry.ts';
import { answerCall } from '../core/answer-call.ts';
import type { CheckedSchema, JsonSchema } from '../core/standard-schema.ts';
import { useDynamicRegistry } from '../provider/context.ts';
import { useLatest } from './use-latest.ts';
import type { ServerChoice } from './use-service.ts';

/** A tool of a component, beside its schema. */
export interface PageToolOptions<Args> extends ServerChoice {
  readonly name: string;
  /** What models and people read of it. @default the name */
  readonly description?: string | undefined;
  /** Hints for models and people, such as `{ readOnlyHint: true }`. */
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
  /** Gets arguments that fit the schema; always the function that was rendered last. What it throws is an error result. */
  readonly execute: (args: Args) => unknown;
  /** Whether the tool is there now. @default true */
  readonly enabled?: boolean | undefined;
}

/** A tool that is there while the component is mounted. @param checked its schema */
export function usePageTool<Args>(options: PageToolOptions<Args>, checked: CheckedSchema<Args>): void {
  const { annotations, description, enabled = true, execute, name, server } = options;
  const registry = useDynamicRegistry('useDynamicTool', server);
  const newest = useLatest({ check: checked.check, execute });
  // Schemas and hints written in place are new objects each time: the tool is another one when they say something else.
  const shape = JSON.stringify([checked.inputSchema, annotations]);
  const parts = useMemo(() => JSON.parse(shape) as readonly [JsonSchema, typeof annotations], [shape]);
  useEffect(() => {
    if (!enabled) return undefined;
    const [inputSchema, hints] = parts;
    const call = (args: unknown): Promise<ToolResult> => answerCall(newest.current, args);
    return registry.addTool({ name, description: description ?? name, inputSchema, ...(hints && { annotations: hints }), call });
  }, [description, enabled, name, newest, parts, registry]);
}
