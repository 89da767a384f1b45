import type { LivePrompt, LiveTemplate } from '../../entries/index.ts';
import type { Completion, PromptModel, ResourceTemplateModel } from '../../model/index.ts';
import { createAuthorContext } from './running-call.ts';
import type { CallRequest } from './call-request.ts';
import { RunningCall } from './running-call.ts';
import type { CompletionCall, ServerRuntime } from './server-runtime.ts';

/** Most values that the protocol lets a completion hold. */
const maxValues = 100;

/** Runs the author's completer. */
export async function runCompleter(
  runtime: ServerRuntime,
  request: CallRequest,
  { call, live }: { readonly live: LivePrompt | LiveTemplate; readonly call: CompletionCall },
): Promise<Completion> {
  const running = new RunningCall<PromptModel | ResourceTemplateModel>({
    runtime,
    request,
    live,
    name: live.model.listedName,
    input: [{ stage: 'received', value: call.context }],
  });
  const values = Promise.resolve(runtime.services.prepareCall?.(running)).then(() => askCompleter(createAuthorContext(running), call));
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
