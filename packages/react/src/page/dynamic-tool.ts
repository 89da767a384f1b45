import { errorResult, jsonResult, type PageTool, type ToolResult, validationError } from './dynamic-registry.ts';
import { checkedSchema, type CheckedSchema, type JsonSchema, type StandardSchema } from './standard-schema.ts';

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

/** Checks arguments and calls; what is thrown is an error result with its message. */
export async function answerCall<Args>(
  { check, execute }: Pick<CheckedSchema<Args>, 'check'> & Pick<DynamicTool<Args>, 'execute'>,
  args: unknown,
): Promise<ToolResult> {
  try {
    const checked = await check(args);
    return 'issues' in checked ? validationError(checked.issues) : toResult(await execute(checked.value));
  } catch (failure) {
    return errorResult(failure instanceof Error ? failure.message : String(failure));
  }
}

/** A result as it is; a text as text; every other value as JSON. */
function toResult(value: unknown): ToolResult {
  if (isToolResult(value)) return value;
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return jsonResult({ ...value });
  return { content: [{ type: 'text', text: JSON.stringify(value) ?? '' }] };
}

const isToolResult = (value: unknown): value is ToolResult =>
  typeof value === 'object' && value !== null && 'content' in value && Array.isArray(value.content);
