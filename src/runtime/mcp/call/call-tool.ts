import type { LiveTool } from '../../entries/index.ts';
import { invalidParams } from '../../errors/index.ts';
import type { JsonObject, ToolModel, ToolResult } from '../../model/index.ts';
import { andThen, recover, type Awaitable } from '../../std/index.ts';
import type { CallRequest } from './channel.ts';
import { errorResult } from './error-result.ts';
import { runAuthor } from './run-author.ts';
import { RunningCall } from './running-call.ts';
import type { ServerRuntime } from './server-runtime.ts';
import type { CallOrigin, InputCheck, ToolStage } from './call-pipeline.ts';
import { parseInput, validateOutput } from './tool-stages.ts';

export interface ToolCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/**
 * Calls a tool: find, check, parse, hooks, run, check the value, shape. A failing tool is a result with `isError`.
 * @throws {ProtocolError} -32602 for an unknown tool
 * @throws {ServiceError} ENTRY_UNAVAILABLE and other answers of the protocol
 */
export function callTool(runtime: ServerRuntime, request: CallRequest, call: ToolCall): Awaitable<ToolResult> {
  return callFrom({ runtime, request, origin: 'client' }, call);
}

interface Caller {
  readonly runtime: ServerRuntime;
  readonly request: CallRequest;
  readonly origin: CallOrigin;
}

export function callFrom(caller: Caller, { arguments: args, name }: ToolCall): Awaitable<ToolResult> {
  const { origin, request, runtime } = caller;
  const tool = findTool(runtime, name, origin);
  const run = (checkInput?: InputCheck): Awaitable<ToolResult> =>
    recover(
      () => runGuarded(caller, { tool, args, checkInput }),
      (error) => errorResult(error, { runtime, request, name: tool.model.listedName }),
    );
  const { admission } = runtime.pipeline;
  if (admission === undefined) return run();
  const { auth, sessionId } = request;
  return andThen(admission.admit(tool, { auth, sessionId, origin, unknown: () => unknownTool(name) }), run);
}

/** An internal tool is unknown to clients: errors must not reveal that it exists. */
export const unknownTool = (name: string): Error => invalidParams(`Tool "${name}" not found`);

/**
 * The tool of a name.
 * @throws {ProtocolError} -32602 for an unknown tool
 * @throws {ServiceError} ENTRY_UNAVAILABLE
 */
function findTool(runtime: ServerRuntime, name: string, origin: CallOrigin): LiveTool {
  const tool = runtime.registry.findTool(name);
  if (tool === undefined || (origin === 'client' && tool.model.visibility === 'internal')) throw unknownTool(name);
  tool.refuse?.();
  return tool;
}

interface GivenCall {
  readonly tool: LiveTool;
  readonly args: JsonObject;
  readonly checkInput: InputCheck | undefined;
}

/** Within the guards of features, the first outermost; what they throw is an answer like any other failure. */
function runGuarded(caller: Caller, given: GivenCall): Awaitable<ToolResult> {
  const { origin, runtime } = caller;
  const { toolGuards } = runtime.pipeline;
  const step = (at: number, request: CallRequest): Awaitable<ToolResult> =>
    toolGuards[at]?.({ tool: given.tool, request, origin }, (within = request) => step(at + 1, within)) ?? runTool(runtime, request, given);
  return step(0, caller.request);
}

function runTool(runtime: ServerRuntime, request: CallRequest, { args, checkInput, tool }: GivenCall): Awaitable<ToolResult> {
  const { services, pipeline } = runtime;
  const { listedName: name, timeoutMs } = tool.model;
  const running = new RunningCall<ToolModel>({
    runtime,
    request,
    live: tool,
    name,
    timeoutMs,
    input: [{ stage: 'received', value: args }],
  });
  const staged = <T>(stage: ToolStage, run: () => Awaitable<T>): Awaitable<T> =>
    pipeline.observeStage === undefined ? run() : pipeline.observeStage(stage, request, run);
  const execute = (input: unknown): Awaitable<ToolResult> => {
    running.history.input.push({ stage: 'parsed', value: input });
    return andThen(
      staged('execute', () => runAuthor(running, [input])),
      (value) => {
        running.history.output.push({ stage: 'returned', value });
        return staged('validateOutput', () => validateOutput(tool, services, value));
      },
    );
  };
  const surrounded = (input: unknown): Awaitable<ToolResult> =>
    andThen(services.prepareCall(running), () =>
      running.hooks === undefined
        ? execute(input)
        : running.hooks.around('toolCall', { frame: running, entry: tool.model, input }, execute),
    );
  const result = andThen(
    staged('parseInput', () => parseInput(tool, args)),
    (parsed) => (checkInput === undefined ? surrounded(parsed) : andThen(checkInput(parsed), () => surrounded(parsed))),
  );
  return running.disposing(result);
}
