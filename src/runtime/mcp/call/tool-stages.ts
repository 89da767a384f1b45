import { issueLines, type SchemaOutcome } from '../../define/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Check, LiveTool } from '../../entries/index.ts';
import type { JsonObject, ToolResult } from '../../model/index.ts';
import { andThen, isPromiseLike, type Awaitable } from '../../std/index.ts';
import { invalidOutput } from './invalid-output.ts';
import { isFullResult, shapeResult } from './shape-result.ts';
import type { ResultServices } from './surroundings.ts';
import { toJson } from './to-json.ts';

/** Checked and parsed arguments. @throws {ServiceError} INVALID_INPUT */
export function parseInput(tool: LiveTool, args: JsonObject): Awaitable<unknown> {
  const outcome = tool.checkInput(args);
  return isPromiseLike(outcome) ? outcome.then(acceptedInput) : acceptedInput(outcome);
}

function acceptedInput(outcome: SchemaOutcome): unknown {
  if (outcome.issues === undefined) return outcome.value;
  throw new ServiceError('INVALID_INPUT', `Invalid tool input: ${issueLines(outcome.issues).join('; ')}`);
}

/**
 * Checks a handler's value against the output schema and shapes it. A full result passes as it is, but what it claims as structured
 * content must fit the schema too.
 * @throws {ServiceError} INVALID_OUTPUT
 */
export function validateOutput(tool: LiveTool, services: ResultServices, value: unknown): Awaitable<ToolResult> {
  const { allowNonFinite, checkOutput } = tool;
  const { output } = tool.model;
  if (isFullResult(value)) {
    // As it is, but JSON: a cycle or a bigint found while the answer is written would leave the caller without one.
    const sendable = (): ToolResult => toJson(value, allowNonFinite) as ToolResult & JsonObject;
    if (checkOutput === undefined || value.isError === true || output.kind !== 'object') return sendable();
    return andThen(judge(checkOutput, value.structuredContent, { services, allowNonFinite }), (outcome) => {
      acceptedOutput(outcome);
      return sendable();
    });
  }
  const shape = (checked: unknown): ToolResult => shapeResult(checked, { output, allowNonFinite, shapeContent: services.shapeContent });
  if (checkOutput === undefined) return shape(value);
  const outcome = judge(checkOutput, value, { services, allowNonFinite });
  return isPromiseLike(outcome) ? outcome.then((settled) => shape(acceptedOutput(settled))) : shape(acceptedOutput(outcome));
}

interface Judging {
  readonly services: ResultServices;
  readonly allowNonFinite: boolean;
}

function judge(check: Check, value: unknown, { allowNonFinite, services }: Judging): Awaitable<SchemaOutcome> {
  const outcome = check(value);
  if (!allowNonFinite) return outcome;
  const settle = (settled: SchemaOutcome): Awaitable<SchemaOutcome> =>
    settled.issues === undefined ? settled : services.judgeNonFinite(check, value, settled);
  return isPromiseLike(outcome) ? outcome.then(settle) : settle(outcome);
}

function acceptedOutput(outcome: SchemaOutcome): unknown {
  if (outcome.issues === undefined) return outcome.value;
  throw invalidOutput(issueLines(outcome.issues).join('; '));
}
