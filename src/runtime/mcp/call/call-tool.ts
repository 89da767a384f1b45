import { invalidParams, InputRequired, ProtocolError, PublicMcpError } from '../../errors/index.ts';
import type { LiveTool } from '../../entries/index.ts';
import type { JsonObject, ToolModel, ToolResult } from '../../model/index.ts';
import { runAround, type EntryHooks } from '../../plugins/index.ts';
import { andThen, isPromiseLike, type Awaitable } from '../../std/index.ts';
import { admitEntry } from './admit-entry.ts';
import type { CallRequest } from './channel.ts';
import { checkVisibleTo } from './check-visible.ts';
import { errorResult } from './error-result.ts';
import { findTool } from './find-tool.ts';
import { parseInput } from './parse-input.ts';
import { runAuthor } from './run-author.ts';
import { RunningCall, type CallInner } from './running-call.ts';
import type { ServerRuntime } from './server-runtime.ts';
import type { CallOrigin, CallStage, InputCheck } from './surroundings.ts';
import { CallLimits } from './until-ended.ts';
import { validateOutput } from './validate-output.ts';

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

function callFrom(caller: Caller, call: ToolCall): Awaitable<ToolResult> {
  const { runtime, request } = caller;
  const tool = findTool(runtime, call.name, caller.origin);
  const hooks = runtime.plugins.hooksFor(tool.model);
  const failed = (error: unknown): ToolResult => errorResult(error, { runtime, name: tool.model.listedName });
  const visible = checkVisibleTo(tool.model, hooks, { request, unknown: () => invalidParams(`Tool "${call.name}" not found`) });
  const admitted = andThen(visible, () => admitEntry(runtime, tool, { auth: request.auth, origin: caller.origin }));
  return andThen(admitted, (checkInput) => {
    try {
      const result = runGuarded(caller, { tool, hooks, args: call.arguments, checkInput });
      return isPromiseLike(result) ? result.catch(failed) : result;
    } catch (error) {
      return failed(error);
    }
  });
}

interface ToolRun {
  readonly tool: LiveTool;
  readonly hooks: EntryHooks;
  readonly args: JsonObject;
  readonly checkInput: InputCheck | undefined;
}

/** Within the guards of features, the first outermost; what they throw is an answer like any other failure. */
function runGuarded(caller: Caller, run: ToolRun): Awaitable<ToolResult> {
  const { origin, runtime } = caller;
  const { toolGuards } = runtime.surroundings;
  const step = (at: number, request: CallRequest): Awaitable<ToolResult> =>
    toolGuards[at]?.({ tool: run.tool, request, origin }, (within = request) => step(at + 1, within)) ??
    runTool({ runtime, request, origin }, run);
  return toolGuards.length === 0 ? runTool(caller, run) : step(0, caller.request);
}

function runTool(caller: Caller, run: ToolRun): Awaitable<ToolResult> {
  const { runtime, request } = caller;
  const { tool, hooks } = run;
  const limits = new CallLimits(tool.model.listedName, tool.model.timeoutMs, request.channel);
  const running = new RunningCall<ToolModel>({
    runtime,
    request,
    live: tool,
    limits,
    callInner: callFromEntry(runtime, request),
  });
  running.history.input.push({ stage: 'received', value: run.args });
  const execute = (input: unknown): Awaitable<ToolResult> => {
    running.history.input.push({ stage: 'parsed', value: input });
    const author = (): Awaitable<unknown> => runAuthor(running, { extensions: hooks.extensions, args: [input], limits });
    return andThen(inStage(caller, 'execute', author), (value) => {
      running.history.output.push({ stage: 'returned', value });
      return inStage(caller, 'validateOutput', () => validateOutput(tool, value));
    });
  };
  const result = andThen(
    inStage(caller, 'parseInput', () => parseInput(tool, run.args)),
    (parsed) =>
      andThen(run.checkInput?.(parsed), () =>
        // What hooks see is made for hooks alone.
        hooks.toolCall.length === 0 ? execute(parsed) : runAround(hooks.toolCall, running.forHooks(parsed), execute),
      ),
  );
  return running.disposing(result);
}

function inStage<T>({ request, runtime }: Caller, name: CallStage, run: () => Awaitable<T>): Awaitable<T> {
  const { stage } = runtime.surroundings;
  return stage === undefined ? run() : stage(name, request, run);
}

/** `this.callTool` of any entry: the whole call again, for `internal` tools too. Its failures are the author's to handle. */
export function callFromEntry(runtime: ServerRuntime, request: CallRequest): CallInner {
  return async (name, args, signal) => {
    try {
      return await callFrom(
        { runtime, request: { ...request, channel: withSignal(request, signal) }, origin: 'entry' },
        { name, arguments: args },
      );
    } catch (error) {
      // An unknown inner tool is no fault of the client's request.
      if (error instanceof ProtocolError && !(error instanceof InputRequired) && error.rpcCode === -32602)
        throw new PublicMcpError(error.message, 'TOOL_NOT_FOUND', 404);
      throw error;
    }
  };
}

function withSignal({ channel }: CallRequest, signal: AbortSignal): CallRequest['channel'] {
  return {
    signal,
    ...(channel.progressToken === undefined ? {} : { progressToken: channel.progressToken }),
    notify: (method, params) => channel.notify(method, params),
    ask: (question) => channel.ask(question),
  };
}
