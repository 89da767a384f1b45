import { issueLines, type SchemaOutcome } from '../../define/index.ts';
import type { Check } from '../../entries/index.ts';
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
export function validateOutput(run: ToolRun, value: unknown): Awaitable<ToolResult> {
  const { services, tool } = run;
  const { allowNonFinite, checkOutput } = tool;
  const { output } = tool.model;
  if (isFullResult(value)) {
    // As it is, but JSON: a cycle or a bigint found while the answer is written would leave the caller without one.
    const sendable = (): ToolResult => toJson(value, allowNonFinite) as ToolResult & JsonObject;
    if (checkOutput === undefined || value.isError === true || output.kind !== 'object') return sendable();
    return andThen(judge(checkOutput, value.structuredContent, run), (outcome) => {
      accepted(outcome);
      return sendable();
    });
  }
  const shape = (checked: unknown): ToolResult => shapeResult(checked, { output, allowNonFinite, shapeContent: services.shapeContent });
  if (checkOutput === undefined) return shape(value);
  const outcome = judge(checkOutput, value, run);
  return isPromiseLike(outcome) ? outcome.then((settled) => shape(accepted(settled))) : shape(accepted(outcome));
}

function judge(check: Check, value: unknown, { services, tool }: ToolRun): Awaitable<SchemaOutcome> {
  const outcome = check(value);
  if (!tool.allowNonFinite) return outcome;
  const settle = (settled: SchemaOutcome): Awaitable<SchemaOutcome> =>
    settled.issues === undefined ? settled : services.judgeNonFinite(check, value, settled);
  return isPromiseLike(outcome) ? outcome.then(settle) : settle(outcome);
}

function accepted(outcome: SchemaOutcome): unknown {
  if (outcome.issues === undefined) return outcome.value;
  throw invalidOutput(issueLines(outcome.issues).join('; '));
}
