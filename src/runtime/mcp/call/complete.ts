import { invalidParams } from '../../errors/index.ts';
import type { LivePrompt, LiveTemplate } from '../../entries/index.ts';
import type { Completion, PromptModel, ResourceTemplateModel } from '../../model/index.ts';
import { createAuthorContext } from './author-context.ts';
import { callFromEntry } from './call-tool.ts';
import { admitEntry } from './admit-entry.ts';
import type { CallRequest } from './channel.ts';
import { checkAvailable } from './check-available.ts';
import { checkVisibleTo } from './check-visible.ts';
import { RunningCall } from './running-call.ts';
import type { ServerRuntime } from './server-runtime.ts';

export interface CompletionCall {
  readonly ref: { readonly type: 'ref/prompt'; readonly name: string } | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  /** Arguments chosen already. */
  readonly context: Readonly<Record<string, string>>;
}

/** Most values that the protocol lets a completion hold. */
const mostValues = 100;

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
  checkAvailable(live);
  const hooks = runtime.plugins.hooksFor(live.model);
  await checkVisibleTo(live.model, hooks, { request, unknown: () => unknownReference(call.ref) });
  await admitEntry(runtime, live, { auth: request.auth, origin: 'client', partial: call.context });
  if (!argumentNames(live).includes(call.argument.name))
    throw invalidParams(`"${live.model.listedName}" has no argument "${call.argument.name}"`);
  if (live.model.completes?.includes(call.argument.name) !== true) return { completion: { values: [] } };
  const running = new RunningCall<PromptModel | ResourceTemplateModel>({
    runtime,
    request,
    live,
    limits: request.channel,
    callInner: callFromEntry(runtime, request),
  });
  running.history.input.push({ stage: 'received', value: call.context });
  const context = createAuthorContext(running, live.model.kind, hooks.extensions);
  return { completion: cut(await runCompleter(context, call)) };
}

function findReferenced(runtime: ServerRuntime, ref: CompletionCall['ref']): LivePrompt | LiveTemplate {
  const found = ref.type === 'ref/prompt' ? runtime.registry.findPrompt(ref.name) : runtime.registry.findTemplateText(ref.uri);
  if (found === undefined) throw unknownReference(ref);
  return found;
}

const unknownReference = (ref: CompletionCall['ref']): Error =>
  invalidParams(ref.type === 'ref/prompt' ? `Prompt not found: ${ref.name}` : `Resource template not found: ${ref.uri}`);

function argumentNames({ model }: LivePrompt | LiveTemplate): readonly string[] {
  if (model.kind === 'prompt') return model.arguments.map(({ name }) => name);
  return model.completes ?? [];
}

async function runCompleter(context: object, { argument, context: chosen }: CompletionCall): Promise<unknown> {
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
  const total = 'total' in given && typeof given.total === 'number' ? given.total : values.length > mostValues ? values.length : undefined;
  const hasMore = values.length > mostValues || ('hasMore' in given && given.hasMore === true);
  return { values: values.slice(0, mostValues), ...(total === undefined ? {} : { total }), ...(hasMore ? { hasMore } : {}) };
}
