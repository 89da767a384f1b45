import { issueLines, type SchemaOutcome } from '../../define/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Check } from '../../entries/index.ts';
import type { JsonObject, ToolResult } from '../../model/index.ts';
import { andThen, isPromiseLike, type Awaitable } from '../../std/index.ts';
import type { CallRequest } from './channel.ts';
import { invalidOutput } from './invalid-output.ts';
import { isFullResult, shapeResult } from './shape-result.ts';
import type { ToolRun, ToolStages } from './surroundings.ts';
import { toJson } from './to-json.ts';

export const toolStages: ToolStages = {
  parseInput({ tool }, args) {
    const outcome = tool.checkInput(args);
    return isPromiseLike(outcome) ? outcome.then(acceptedInput) : acceptedInput(outcome);
  },
  execute: ({ author }, input) => author(input),
  validateOutput,
};

function acceptedInput(outcome: SchemaOutcome): unknown {
  if (outcome.issues === undefined) return outcome.value;
  throw new ServiceError('INVALID_INPUT', `Invalid tool input: ${issueLines(outcome.issues).join('; ')}`);
}

/**
 * Checks a handler's value against the output schema and shapes it. A full result passes as it is, but what it claims as structured
 * content must fit the schema too.
 * @throws {ServiceError} INVALID_OUTPUT
 */
function validateOutput(run: ToolRun, value: unknown): Awaitable<ToolResult> {
  const { services, tool } = run;
  const { allowNonFinite, checkOutput } = tool;
  const { output } = tool.model;
  if (isFullResult(value)) {
    // As it is, but JSON: a cycle or a bigint found while the answer is written would leave the caller without one.
    const sendable = (): ToolResult => toJson(value, allowNonFinite) as ToolResult & JsonObject;
    if (checkOutput === undefined || value.isError === true || output.kind !== 'object') return sendable();
    return andThen(judge(checkOutput, value.structuredContent, run), (outcome) => {
      acceptedOutput(outcome);
      return sendable();
    });
  }
  const shape = (checked: unknown): ToolResult => shapeResult(checked, { output, allowNonFinite, shapeContent: services.shapeContent });
  if (checkOutput === undefined) return shape(value);
  const outcome = judge(checkOutput, value, run);
  return isPromiseLike(outcome) ? outcome.then((settled) => shape(acceptedOutput(settled))) : shape(acceptedOutput(outcome));
}

function judge(check: Check, value: unknown, { services, tool }: ToolRun): Awaitable<SchemaOutcome> {
  const outcome = check(value);
  if (!tool.allowNonFinite) return outcome;
  const settle = (settled: SchemaOutcome): Awaitable<SchemaOutcome> =>
    settled.issues === undefined ? settled : services.judgeNonFinite(check, value, settled);
  return isPromiseLike(outcome) ? outcome.then(settle) : settle(outcome);
}

function acceptedOutput(outcome: SchemaOutcome): unknown {
  if (outcome.issues === undefined) return outcome.value;
  throw invalidOutput(issueLines(outcome.issues).join('; '));
}

export type StageObserver = <T>(name: keyof ToolStages, request: CallRequest, run: () => Awaitable<T>) => Awaitable<T>;

/** The stages, each seen by `observe`. */
export const observed = (stages: ToolStages, observe: StageObserver): ToolStages => ({
  parseInput: (run, args) => observe('parseInput', run.request, () => stages.parseInput(run, args)),
  execute: (run, input) => observe('execute', run.request, () => stages.execute(run, input)),
  validateOutput: (run, value) => observe('validateOutput', run.request, () => stages.validateOutput(run, value)),
});
