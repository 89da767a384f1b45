import { issueLines, type SchemaOutcome } from '../../define/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Check, LiveTool } from '../../entries/index.ts';
import type { JsonObject, OutputShape, ToolResult } from '../../model/index.ts';
import { andThen, isPromiseLike, type Awaitable } from '../../std/index.ts';
import { invalidOutput } from './invalid-output.ts';
import type { shapeContent } from './shape-content.ts';
import type { ResultServices } from './call-pipeline.ts';
import { isObject, textBlock, toJson } from './to-json.ts';

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

/** True for an object that is a tool's result already: a `content` list of blocks. */
function isFullResult(value: unknown): value is ToolResult {
  if (typeof value !== 'object' || value === null || !('content' in value) || !Array.isArray(value.content)) return false;
  return value.content.every(
    (block: unknown) => typeof block === 'object' && block !== null && 'type' in block && typeof block.type === 'string',
  );
}

interface Shaping {
  readonly output: OutputShape;
  readonly allowNonFinite: boolean;
  readonly shapeContent: typeof shapeContent;
}

/**
 * A handler's checked value as a result.
 * @throws {ServiceError} INVALID_OUTPUT
 */
function shapeResult(value: unknown, shaping: Shaping): ToolResult {
  if (typeof value !== 'object' || value === null || !('_meta' in value) || typeof value._meta !== 'object' || value._meta === null)
    return shapeValue(value, shaping);
  const { _meta: meta, ...rest } = value;
  const shaped = shapeValue(rest, shaping);
  const sent = toJson(meta, shaping.allowNonFinite);
  return isObject(sent) ? { ...shaped, _meta: sent } : shaped;
}

function shapeValue(value: unknown, { allowNonFinite, output, shapeContent: shape }: Shaping): ToolResult {
  const { kind } = output;
  if (kind === 'content' || kind === 'primitive' || kind === 'date') return shape(value, output, allowNonFinite);
  const json = toJson(value, allowNonFinite);
  // Without schema `null` says nothing; with one it is a value like any other.
  if (json === undefined || (kind === 'any' && json === null)) return { content: [] };
  const structuredContent = isObject(json) ? json : { value: json };
  return { content: [textBlock(JSON.stringify(structuredContent))], structuredContent };
}
