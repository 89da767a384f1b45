import type { LivePrompt, LiveTemplate } from '../../entries/index.ts';
import { invalidParams } from '../../errors/index.ts';
import type { Completion, JsonObject, PromptModel, ResourceTemplateModel } from '../../model/index.ts';
import type { CallRequest } from '../call/call-request.ts';
import { createAuthorContext, enterEntry, RunningCall } from '../call/running-call.ts';
import type { ServerRuntime } from '../call/server-runtime.ts';
import type { Method } from '../protocol.ts';
import { optionalObject, requireText } from '../params.ts';

interface CompletionCall {
  readonly ref: { readonly type: 'ref/prompt'; readonly name: string } | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  /** Arguments chosen already. */
  readonly context: Readonly<Record<string, string>>;
}

export const completionComplete: Method = (call) => {
  const argument = optionalObject(call.params, 'argument');
  const ref = optionalObject(call.params, 'ref');
  if (argument === undefined || ref === undefined) throw invalidParams('"ref" and "argument" are required');
  return complete(call.server.runtime, call, {
    ref: readReference(ref),
    argument: { name: requireText(argument, 'name'), value: requireText(argument, 'value') },
    context: readContext(optionalObject(call.params, 'context')),
  });
};

function readReference(ref: JsonObject) {
  if (ref.type === 'ref/prompt') return { type: 'ref/prompt' as const, name: requireText(ref, 'name') };
  if (ref.type === 'ref/resource') return { type: 'ref/resource' as const, uri: requireText(ref, 'uri') };
  throw invalidParams('"ref.type" must be "ref/prompt" or "ref/resource"');
}

/** Arguments chosen before this one; values that are not text are dropped. */
function readContext(context: JsonObject | undefined): Record<string, string> {
  const chosen = context === undefined ? {} : (optionalObject(context, 'arguments') ?? {});
  return Object.fromEntries(Object.entries(chosen).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

/**
 * Values for a half-written argument: at most 100, and how many there are in all.
 * @throws {ProtocolError} -32602 for an unknown prompt, template or argument
 */
export async function complete(
  runtime: ServerRuntime,
  request: CallRequest,
  call: CompletionCall,
): Promise<{ readonly completion: Completion }> {
  const live = findReferenced(runtime, call.ref);
  const unknown = (): Error => unknownReference(call.ref);
  return enterEntry(live, { runtime, request, origin: 'client', unknown, partial: call.context }, async () => {
    if (!argumentNames(live).includes(call.argument.name))
      throw invalidParams(`"${live.model.listedName}" has no argument "${call.argument.name}"`);
    if (live.model.completes?.includes(call.argument.name) !== true) return { completion: { values: [] } };
    return { completion: await runCompleter(runtime, request, { live, call }) };
  });
}

function findReferenced(runtime: ServerRuntime, ref: CompletionCall['ref']): LivePrompt | LiveTemplate {
  const found = ref.type === 'ref/prompt' ? runtime.registry.findPrompt(ref.name) : runtime.registry.findTemplateText(ref.uri);
  if (found === undefined) throw unknownReference(ref);
  return found;
}

const unknownReference = (ref: CompletionCall['ref']): Error =>
  invalidParams(ref.type === 'ref/prompt' ? `Prompt not found: ${ref.name}` : `Resource template not found: ${ref.uri}`);

const argumentNames = (live: LivePrompt | LiveTemplate): readonly string[] =>
  'variables' in live ? live.variables : live.model.arguments.map(({ name }) => name);

/** Most values that the protocol lets a completion hold. */
const maxValues = 100;

interface Completing {
  readonly live: LivePrompt | LiveTemplate;
  readonly call: CompletionCall;
}

/** Runs the author's completer. */
async function runCompleter(runtime: ServerRuntime, request: CallRequest, { call, live }: Completing): Promise<Completion> {
  const running = new RunningCall<PromptModel | ResourceTemplateModel>({
    runtime,
    request,
    live,
    name: live.model.listedName,
    input: [{ stage: 'received', value: call.context }],
  });
  const values = Promise.resolve(running.prepare()).then(() => askCompleter(createAuthorContext(running), call));
  return cut(await running.disposing(values));
}

async function askCompleter(context: object, { argument, context: chosen }: CompletionCall): Promise<unknown> {
  const own: unknown = Reflect.get(context, `${argument.name}Completer`);
  if (typeof own === 'function') return await Reflect.apply(own, context, [argument.value, { arguments: chosen }]);
  const find: unknown = Reflect.get(context, 'getArgumentCompleter');
  const completer: unknown = typeof find === 'function' ? await Reflect.apply(find, context, [argument.name]) : undefined;
  return typeof completer === 'function' ? await Reflect.apply(completer, context, [argument.value, { arguments: chosen }]) : completer;
}

function cut(answer: unknown): Completion {
  const given = Array.isArray(answer) ? { values: answer } : typeof answer === 'object' && answer !== null ? { ...answer } : {};
  const values = ('values' in given && Array.isArray(given.values) ? given.values : []).filter(
    (value: unknown): value is string => typeof value === 'string',
  );
  const total = 'total' in given && typeof given.total === 'number' ? given.total : values.length > maxValues ? values.length : undefined;
  const told = 'hasMore' in given && typeof given.hasMore === 'boolean' ? given.hasMore : undefined;
  const hasMore = values.length > maxValues || told;
  return {
    values: values.slice(0, maxValues),
    ...(total === undefined ? {} : { total }),
    ...(hasMore === undefined ? {} : { hasMore }),
  };
}
