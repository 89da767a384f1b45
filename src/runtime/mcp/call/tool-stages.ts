import { issueLines, type SchemaOutcome } from '../../define/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { isPromiseLike, type Awaitable } from '../../std/index.ts';
import type { CallRequest } from './channel.ts';
import type { ToolStages } from './surroundings.ts';
import { validateOutput } from './validate-output.ts';

export const toolStages: ToolStages = {
  parseInput({ tool }, args) {
    const outcome = tool.checkInput(args);
    return isPromiseLike(outcome) ? outcome.then(accepted) : accepted(outcome);
  },
  execute: ({ author }, input) => author(input),
  validateOutput,
};

function accepted(outcome: SchemaOutcome): unknown {
  if (outcome.issues === undefined) return outcome.value;
  throw new ServiceError('INVALID_INPUT', `Invalid tool input: ${issueLines(outcome.issues).join('; ')}`);
}

export type StageObserver = <T>(name: keyof ToolStages, request: CallRequest, run: () => Awaitable<T>) => Awaitable<T>;

/** The stages, each seen by `observe`. */
export const observed = (stages: ToolStages, observe: StageObserver): ToolStages => ({
  parseInput: (run, args) => observe('parseInput', run.request, () => stages.parseInput(run, args)),
  execute: (run, input) => observe('execute', run.request, () => stages.execute(run, input)),
  validateOutput: (run, value) => observe('validateOutput', run.request, () => stages.validateOutput(run, value)),
});
