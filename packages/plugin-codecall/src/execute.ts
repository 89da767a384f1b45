import type { LogNotificationLevel } from '@service/sdk/define';
import { InputRequired, ProtocolError, ServiceError } from '@service/sdk/errors';
import { parseJsonObject, type Json, type ToolResult } from '@service/sdk/model';
import type { CallWorld } from './call-world.ts';
import { isBlocked, type KnownTool } from './catalogue.ts';
import { toolText } from './describe.ts';
import { Logs } from './sandbox/cut.ts';
import type { Sandbox, ScriptCaller, ScriptHost } from './sandbox/sandbox.ts';
import type { CallAnswer, ScriptLimits, ScriptMessage, ScriptOutcome } from './sandbox/script-job.ts';

export interface ScriptRequest {
  readonly script: string;
  readonly allowedTools?: readonly string[] | undefined;
}

interface Running {
  readonly sandbox: Sandbox;
  readonly limits: ScriptLimits;
  readonly maxSteps: number;
  readonly caller: ScriptCaller;
  readonly tools: readonly KnownTool[];
  readonly world: CallWorld;
}

/** Characters of one tool's result that a script gets. */
const maxAnswerCharacters = 4_194_304;
/** Of all of them together. */
const maxAnswersCharacters = 4 * maxAnswerCharacters;

/** Runs a script of a model: what it calls has the origin `model`, so that all that guards a client's call guards these. */
export async function execute(request: ScriptRequest, running: Running): Promise<ScriptOutcome & { readonly logs: readonly string[] }> {
  const { caller: who, limits, sandbox, tools, world } = running;
  const ended = new AbortController();
  const logs = new Logs();
  const host: ScriptHost = {
    caller: who,
    signal: AbortSignal.any([world.signal, ended.signal]),
    call: caller(request, running, ended),
    say: (message) => say(message, { logs, world }),
  };
  try {
    const job = { script: request.script, limits, tools: tools.map((tool) => ({ name: tool.name, text: toolText(tool) })) };
    const outcome = await sandbox.run(job, host);
    world.signal.throwIfAborted();
    return { ...outcome, logs: logs.lines };
  } finally {
    // No answer that the script still waits for has a reader.
    ended.abort(new ServiceError('SERVER_ERROR', 'the script has ended'));
  }
}

function caller({ allowedTools }: ScriptRequest, { maxSteps, tools, world }: Running, ended: AbortController): ScriptHost['call'] {
  const known = new Set(tools.map(({ name }) => name));
  let steps = 0;
  let taken = 0;
  return async (toolName, text, asks) => {
    const refuse = (message: string): CallAnswer => ({ kind: 'IllegalAccess', toolName, message });
    if (isBlocked(toolName)) return refuse(`scripts do not call ${JSON.stringify(toolName)}`);
    if (allowedTools !== undefined && !allowedTools.includes(toolName))
      return refuse(`allowedTools does not name ${JSON.stringify(toolName)}`);
    if (++steps > maxSteps) return refuse(`the script has called tools ${maxSteps} times, and no more is allowed`);
    const fail = (message: string, code?: string): CallAnswer => ({ kind: 'ToolError', toolName, message: message.slice(0, 2000), code });
    if (!known.has(toolName)) return fail(`Tool ${JSON.stringify(toolName)} not found`, 'TOOL_NOT_FOUND');
    const args = parseJsonObject(text);
    if (args === undefined) return fail('the arguments of a tool are an object', 'INVALID_INPUT');
    try {
      const result = await world.callTool(toolName, args, { origin: 'model', signal: ended.signal, onQuestion: asks });
      const answer = answerOf(result, fail);
      taken += 'text' in answer ? answer.text.length : 0;
      return taken <= maxAnswersCharacters
        ? answer
        : fail(`the script has got ${maxAnswersCharacters} characters of results: ask for less`, 'RESULT_TOO_LARGE');
    } catch (failure) {
      // The call begins again once the person has answered, so this run of the script is over: nothing more of it may act.
      if (failure instanceof InputRequired) ended.abort(failure);
      return fail(publicText(failure), failure instanceof ServiceError ? failure.code : undefined);
    }
  };
}

function answerOf(result: ToolResult, fail: (message: string, code?: string) => CallAnswer): CallAnswer {
  const { _meta: meta, isError } = result;
  if (isError === true) return fail(textOf(result) ?? 'the tool has failed', typeof meta?.['code'] === 'string' ? meta['code'] : undefined);
  const text = JSON.stringify(valueOf(result));
  return text.length > maxAnswerCharacters
    ? fail(`its result has ${text.length} characters, and a script gets ${maxAnswerCharacters}: ask for less`, 'RESULT_TOO_LARGE')
    : { text };
}

/** The structured content; a text for a result that is one text; everything for other results. */
function valueOf(result: ToolResult): unknown {
  const { content, structuredContent } = result;
  if (structuredContent !== undefined) return structuredContent;
  const text = textOf(result);
  if (text !== undefined && content.length === 1) return text;
  return content.length === 0 ? null : { content };
}

function textOf({ content }: ToolResult): string | undefined {
  const texts = content.flatMap((block) => (block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : []));
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** What a caller may read of a failure. */
function publicText(failure: unknown): string {
  if (failure instanceof ProtocolError) return failure.message;
  return failure instanceof ServiceError && failure.expose ? failure.getPublicMessage() : 'the call of the tool has failed';
}

/** What a script says is kept for its result, and goes to the client while it runs. */
function say({ data, kind, level, text }: ScriptMessage, { logs, world }: { readonly logs: Logs; readonly world: CallWorld }): void {
  const line = logs.add(data === undefined ? text : `${text} ${data}`);
  if (line === undefined) return;
  world.progress(logs.lines.length, undefined, line);
  if (kind === 'notify') world.notify({ event: text.slice(0, 200), ...(data === undefined ? {} : { data: readData(data) }) }, 'info');
  else world.notify(line, level as LogNotificationLevel);
}

function readData(data: string): Json {
  if (data.length > 4000) return `${data.slice(0, 4000)}…`;
  try {
    return JSON.parse(data) as Json;
  } catch {
    return data;
  }
}
