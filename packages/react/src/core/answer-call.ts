import { errorResult, jsonResult, validationError, type ToolResult } from './dynamic-registry.ts';
import type { CheckedSchema } from './standard-schema.ts';

/** Checks arguments and calls; what is thrown is an error result with its message. */
export async function answerCall<Args>(
  { check, execute }: Pick<CheckedSchema<Args>, 'check'> & { readonly execute: (args: Args) => unknown },
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
