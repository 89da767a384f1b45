import { issueLines, type SchemaOutcome } from '../../define/index.ts';
import type { JsonObject, ToolResult } from '../../model/index.ts';
import { andThen, isPromiseLike, type Awaitable } from '../../std/index.ts';
import { invalidOutput } from './invalid-output.ts';
import { isFullResult, shapeResult } from './shape-result.ts';
import type { ToolRun } from './surroundings.ts';
import { toJson } from './to-json.ts';

/**
 * Checks a handler's value against the output schema and shapes it. A full result passes as it is, but what it claims as structured
 * content must fit the schema too.
 * @throws {ServiceError} INVALID_OUTPUT
 */
export function validateOutput({ shapeContent, tool }: ToolRun, value: unknown): Awaitable<ToolResult> {
  const { allowNonFinite, checkOutput } = tool;
  const { output } = tool.model;
  if (isFullResult(value)) {
    // As it is, but JSON: a cycle or a bigint found while the answer is written would leave the caller without one.
    const sendable = (): ToolResult => toJson(value, allowNonFinite) as ToolResult & JsonObject;
    if (checkOutput === undefined || value.isError === true || output.kind !== 'object') return sendable();
    return andThen(checkOutput(value.structuredContent), (outcome) => {
      accepted(outcome);
      return sendable();
    });
  }
  const shape = (checked: unknown): ToolResult => shapeResult(checked, { output, allowNonFinite, shapeContent });
  if (checkOutput === undefined) return shape(value);
  const outcome = checkOutput(value);
  return isPromiseLike(outcome) ? outcome.then((settled) => shape(accepted(settled))) : shape(accepted(outcome));
}

function accepted(outcome: SchemaOutcome): unknown {
  if (outcome.issues === undefined) return outcome.value;
  throw invalidOutput(issueLines(outcome.issues).join('; '));
}
