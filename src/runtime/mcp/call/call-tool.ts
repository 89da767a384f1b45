import { invalidParams, InputRequired, ProtocolError, PublicMcpError } from '../../errors/index.ts';
import type { LiveTool } from '../../entries/index.ts';
import type { JsonObject, ToolModel, ToolResult } from '../../model/index.ts';
import { runAround, type EntryHooks } from '../../plugins/index.ts';
import { andThen, isPromiseLike, type Awaitable } from '../../std/index.ts';
import type { CallRequest } from './channel.ts';
import { checkVisibleTo } from './check-visible.ts';
import { errorResult } from './error-result.ts';
import { findTool, type CallOrigin } from './find-tool.ts';
import { parseInput } from './parse-input.ts';
import { runAuthor } from './run-author.ts';
import { RunningCall, type CallInner } from './running-call.ts';
import type { ServerRuntime } from './server-runtime.ts';
import { limitsOf } from './until-ended.ts';
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
  return andThen(visible, () => {
    try {
      const result = runTool(caller, { tool, hooks, args: call.arguments });
      return isPromiseLike(result) ? result.catch(failed) : result;
    } catch (error) {
      return failed(error);
    }
  });
}

function runTool(
  caller: Caller,
  run: { readonly tool: LiveTool; readonly hooks: EntryHooks; readonly args: JsonObject },
): Awaitable<ToolResult> {
  const { runtime, request } = caller;
  const { tool, hooks } = run;
  const limits = limitsOf(tool.model.listedName, tool.model.timeoutMs, request.channel.signal);
  const running = new RunningCall<ToolModel>({
    runtime,
    request,
    live: tool,
    signal: limits.signal,
    callInner: callFromEntry(runtime, request),
  });
  running.history.input.push({ stage: 'received', value: run.args });
  const result = andThen(parseInput(tool, run.args), (parsed) =>
    runAround(hooks.toolCall, running.forHooks(parsed), (input) => {
      running.history.input.push({ stage: 'parsed', value: input });
      return andThen(runAuthor(running, { extensions: hooks.extensions, args: [input], limits }), (value) => {
        running.history.output.push({ stage: 'returned', value });
        return validateOutput(tool, value);
      });
    }),
  );
  return running.disposing(result);
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
