import { issueLines, type SchemaOutcome } from '../../define/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { LiveTool } from '../../entries/index.ts';
import type { JsonObject } from '../../model/index.ts';
import { isPromiseLike, type Awaitable } from '../../std/index.ts';

/** Checked and parsed arguments. @throws {ServiceError} INVALID_INPUT with every issue and its place */
export function parseInput(tool: LiveTool, args: JsonObject): Awaitable<unknown> {
  const outcome = tool.checkInput(args);
  return isPromiseLike(outcome) ? outcome.then(accepted) : accepted(outcome);
}

function accepted(outcome: SchemaOutcome): unknown {
  if (outcome.issues === undefined) return outcome.value;
  throw new ServiceError('INVALID_INPUT', `Invalid tool input: ${issueLines(outcome.issues).join('; ')}`);
}
