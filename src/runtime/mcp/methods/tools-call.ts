import { isJsonObject, type JsonObject, type OutputShape, type ToolModel, type ToolResult } from '../../model/index.ts';
import { type CallOrigin, issueLines, type SchemaOutcome } from '../../define/index.ts';
import type { Check, LiveTool } from '../../entries/index.ts';
import { invalidParams, leftOut, ServiceError } from '../../errors/index.ts';
import { andThen, isPromiseLike, recover, type Awaitable } from '../../std/index.ts';
import type { CallServices, InputCheck, ToolStage } from '../call/call-pipeline.ts';
import type { CallRequest } from '../call/call-request.ts';
import { errorResult } from '../call/error-result.ts';
import { invalidOutput, sendable, textBlock, toJson } from '../call/to-json.ts';
import { enterEntry, runAuthor, RunningCall } from '../call/running-call.ts';
import type { ServerRuntime } from '../call/server-runtime.ts';
import { withinHooks } from '../call/within-hooks.ts';
import type { Method } from '../protocol.ts';
import { optionalObject, requireText } from '../params.ts';

export const toolsCall: Method = (call) =>
  callTool(
    { runtime: call.server.runtime, request: call, origin: 'client' },
    { name: requireText(call.params, 'name'), arguments: optionalObject(call.params, 'arguments') ?? {} },
  );

interface Caller {
  readonly runtime: ServerRuntime;
  readonly request: CallRequest;
  readonly origin: CallOrigin;
}

interface ToolCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/**
 * Calls a tool: find, admit, parse, hooks, run, check the value, shape. A failing tool is a result with `isError`.
 * @throws {ProtocolError} -32602 for an unknown tool
 * @throws {ServiceError} ENTRY_UNAVAILABLE and other answers of the protocol
 */
export function callTool(caller: Caller, { arguments: args, name }: ToolCall): Awaitable<ToolResult> {
  const { origin, request, runtime } = caller;
  const tool = findTool(runtime, name, origin);
  const run = (checkInput?: InputCheck): Awaitable<ToolResult> =>
    recover(
      () => runGuarded(caller, { tool, args, checkInput }),
      (error) => errorResult(error, { runtime, request, name: tool.model.listedName }),
    );
  return enterEntry(tool, { ...caller, unknown: () => unknownTool(name) }, run);
}

/** An internal tool is unknown to clients: errors must not reveal that it exists. */
export const unknownTool = (name: string): Error => invalidParams(`Tool "${name}" not found`);

/** The tool of a name. @throws {ProtocolError} -32602 for an unknown tool */
function findTool(runtime: ServerRuntime, name: string, origin: CallOrigin): LiveTool {
  const tool = runtime.registry.findTool(name);
  if (tool === undefined || (origin !== 'entry' && tool.model.visibility === 'internal')) throw unknownTool(name);
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
    toolGuards[at]?.({ tool: given.tool, request, origin }, (within = request) => step(at + 1, within)) ??
    runTool({ ...caller, request }, given);
  return step(0, caller.request);
}

function runTool({ origin, request, runtime }: Caller, { args, checkInput, tool }: GivenCall): Awaitable<ToolResult> {
  const { pipeline } = runtime;
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
        return staged('validateOutput', () => validateOutput(tool, running.services, value));
      },
    );
  };
  const surrounded = (input: unknown): Awaitable<ToolResult> =>
    andThen(running.prepare(), () => {
      if (running.hooks === undefined) return execute(input);
      const check = (result: ToolResult): Awaitable<ToolResult> => validateOutput(tool, running.services, result);
      return withinHooks(running, { entry: tool.model, input, origin, check }, execute);
    });
  const result = andThen(
    staged('parseInput', () => parseInput(tool, args)),
    (parsed) => (checkInput === undefined ? surrounded(parsed) : andThen(checkInput(parsed), () => surrounded(parsed))),
  );
  return running.disposing(result);
}

/** Checked and parsed arguments. @throws {ServiceError} INVALID_INPUT */
function parseInput(tool: LiveTool, args: JsonObject): Awaitable<unknown> {
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
function validateOutput(tool: LiveTool, services: CallServices, value: unknown): Awaitable<ToolResult> {
  const { allowNonFinite, checkOutput } = tool;
  const { output } = tool.model;
  if (isFullResult(value)) {
    // As it is, but JSON: a cycle found while the answer is written would leave the caller without one.
    const sent = (): ToolResult => sendable(value, { of: 'Tool', allowNonFinite });
    if (checkOutput === undefined || value.isError === true || output.kind !== 'object') return sent();
    return andThen(judge(checkOutput, value.structuredContent, { allowNonFinite, services }), (outcome) => {
      acceptedOutput(outcome);
      return sent();
    });
  }
  const shape = (checked: unknown): ToolResult => shapeResult(checked, { output, allowNonFinite, services });
  if (checkOutput === undefined) return shape(value);
  const outcome = judge(checkOutput, value, { allowNonFinite, services });
  return isPromiseLike(outcome) ? outcome.then((settled) => shape(acceptedOutput(settled))) : shape(acceptedOutput(outcome));
}

interface Judging {
  readonly allowNonFinite: boolean;
  readonly services: CallServices;
}

function judge(check: Check, value: unknown, { allowNonFinite, services }: Judging): Awaitable<SchemaOutcome> {
  const outcome = check(value);
  if (!allowNonFinite) return outcome;
  const settle = (settled: SchemaOutcome): Awaitable<SchemaOutcome> =>
    settled.issues === undefined ? settled : (services.judgeNonFinite ?? leftOut('content-results'))(check, value, settled);
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

interface Shaping extends Judging {
  readonly output: OutputShape;
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
  return isJsonObject(sent) ? { ...shaped, _meta: sent } : shaped;
}

function shapeValue(value: unknown, { allowNonFinite, output, services }: Shaping): ToolResult {
  const { kind } = output;
  if (kind === 'content' || kind === 'primitive' || kind === 'date')
    return (services.shapeContent ?? leftOut('content-results'))(value, output, allowNonFinite);
  const json = toJson(value, allowNonFinite);
  // Without schema `null` says nothing; with one it is a value like any other.
  if (json === undefined || (kind === 'any' && json === null)) return { content: [] };
  const structuredContent = isJsonObject(json) ? json : { value: json };
  return { content: [textBlock(JSON.stringify(structuredContent))], structuredContent };
}
