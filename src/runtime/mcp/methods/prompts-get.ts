import type { LivePrompt } from '../../entries/index.ts';
import { invalidParams, ServiceError } from '../../errors/index.ts';
import type { PromptResult } from '../../model/index.ts';
import type { Awaitable } from '../../std/index.ts';
import type { CallRequest } from '../call/call-request.ts';
import type { ServerRuntime } from '../call/server-runtime.ts';
import { sendable, toJson } from '../call/to-json.ts';
import { useEntry } from '../call/use-entry.ts';
import type { Method } from '../protocol.ts';
import { optionalObject, requireText } from '../params.ts';

export const promptsGet: Method = (call) => {
  const given = Object.entries(optionalObject(call.params, 'arguments') ?? {});
  const texts = given.map(([key, value]): [string, string] => {
    if (typeof value !== 'string') throw invalidParams(`prompt argument "${key}" must be a string`);
    return [key, value];
  });
  return getPrompt(call.server.runtime, call, { name: requireText(call.params, 'name'), arguments: Object.fromEntries(texts) });
};

/**
 * Makes a prompt's messages.
 * @throws {ProtocolError} -32602 for an unknown prompt
 * @throws {ServiceError} MISSING_PROMPT_ARGUMENT, ENTRY_UNAVAILABLE, PROMPT_EXECUTION_FAILED
 */
export function getPrompt(
  runtime: ServerRuntime,
  request: CallRequest,
  call: { readonly name: string; readonly arguments: Readonly<Record<string, string>> },
): Awaitable<PromptResult> {
  const unknown = (): Error => invalidParams(`Prompt not found: ${call.name}`);
  const prompt = runtime.registry.findPrompt(call.name);
  if (prompt === undefined) throw unknown();
  const { description, listedName } = prompt.model;
  return useEntry(runtime, request, {
    kind: 'promptGet',
    live: prompt,
    name: listedName,
    unknown,
    take: () => {
      const args = promptArguments(prompt, call.arguments);
      return { asked: args, input: args, history: [{ stage: 'received', value: args }] };
    },
    args: (input) => [input],
    shape: (value) => shapeMessages(value, description),
    failure: { code: 'PROMPT_EXECUTION_FAILED', what: `prompt "${listedName}"` },
  });
}

/** Only declared arguments reach the author. */
function promptArguments({ model }: LivePrompt, given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const args = model.arguments.flatMap(({ name, required }) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined && required === true) throw new ServiceError('MISSING_PROMPT_ARGUMENT', `Missing required argument: ${name}`);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(args);
}

/** Turns the return value of a prompt's handler into messages. */
function shapeMessages(value: unknown, description: string | undefined): PromptResult {
  const described = description === undefined ? {} : { description };
  const output = { of: 'Prompt', allowNonFinite: false } as const;
  if (isPromptResult(value)) return { ...described, ...sendable<PromptResult>(value, output) };
  if (Array.isArray(value)) return { ...described, ...sendable<PromptResult>({ messages: value }, output) };
  const text = typeof value === 'string' ? value : JSON.stringify(toJson(value, false, 'Prompt') ?? null);
  return { ...described, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

const isPromptResult = (value: unknown): value is PromptResult =>
  typeof value === 'object' && value !== null && 'messages' in value && Array.isArray(value.messages);
