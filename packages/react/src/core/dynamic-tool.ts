import { answerCall } from './answer-call.ts';
import type { PageTool, ToolResult } from './dynamic-registry.ts';
import { checkedSchema } from './checked-schema.ts';
import type { JsonSchema, StandardSchema } from './standard-schema.ts';

/** What a tool of a page is made of. */
export interface DynamicTool<Args> {
  readonly name: string;
  /** @default the name */
  readonly description?: string | undefined;
  /** A schema of zod or of another Standard Schema library, or a JSON Schema. @default an object of any members */
  readonly schema?: StandardSchema<Args> | JsonSchema | undefined;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
  /** Gets arguments that fit the schema. What it throws is an error result with that message. */
  readonly execute: (args: Args) => unknown;
}

/** A JSON Schema of any arguments. */
export const anyArguments: JsonSchema = { type: 'object' };

/** @throws {TypeError} for a schema that cannot be one of a tool */
export function makePageTool<Args>(given: DynamicTool<Args>): PageTool {
  const { annotations, description, execute, name, schema = anyArguments } = given;
  const { check, inputSchema } = checkedSchema<Args>(name, schema);
  const call = (args: unknown): Promise<ToolResult> => answerCall({ check, execute }, args);
  return { name, description: description ?? name, inputSchema, ...(annotations === undefined ? {} : { annotations }), call };
}
