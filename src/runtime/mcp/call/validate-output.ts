import { issueLines, type SchemaOutcome } from '../../define/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { LiveTool } from '../../entries/index.ts';
import type { JsonObject, ToolResult } from '../../model/index.ts';
import { andThen, isPromiseLike, type Awaitable } from '../../std/index.ts';
import { isFullResult, shapeResult } from './shape-result.ts';
import { toJson } from './to-json.ts';

/**
 * Checks a handler's value against the output schema and shapes it. A full result passes as it is, but what it claims as structured
 * content must fit the schema too.
 * @throws {ServiceError} INVALID_OUTPUT
 */
export function validateOutput(tool: LiveTool, value: unknown): Awaitable<ToolResult> {
  const { checkOutput } = tool;
  if (isFullResult(value))
    return checkOutput === undefined || value.isError === true || tool.model.output.kind !== 'object'
      ? sendable(tool, value)
      : checkFull(tool, value);
  if (checkOutput === undefined) return shape(tool, value);
  const outcome = checkOutput(value);
  return isPromiseLike(outcome) ? outcome.then((settled) => shape(tool, accepted(settled))) : shape(tool, accepted(outcome));
}

const shape = (tool: LiveTool, value: unknown): ToolResult => shapeResult(value, tool.model.output, tool.allowNonFinite);

function checkFull(tool: LiveTool, result: ToolResult): Awaitable<ToolResult> {
  return andThen(tool.checkOutput?.(result.structuredContent) ?? { value: undefined }, (outcome) => {
    accepted(outcome);
    return sendable(tool, result);
  });
}

/** As it is, but JSON: a cycle or a bigint found while the answer is written would leave the caller without one. */
const sendable = (tool: LiveTool, result: ToolResult): ToolResult => toJson(result, tool.allowNonFinite) as ToolResult & JsonObject;

function accepted(outcome: SchemaOutcome): unknown {
  if (outcome.issues === undefined) return outcome.value;
  throw new ServiceError('INVALID_OUTPUT', `Tool output validation failed (${issueLines(outcome.issues).join('; ')})`);
}
