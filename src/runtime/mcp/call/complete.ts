import { invalidParams } from '../../errors/index.ts';
import type { LivePrompt, LiveTemplate } from '../../entries/index.ts';
import type { Completion } from '../../model/index.ts';
import type { CallRequest } from './channel.ts';
import type { CompletionCall, ServerRuntime } from './server-runtime.ts';

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
  live.refuse?.();
  const { auth, sessionId } = request;
  const unknown = (): Error => unknownReference(call.ref);
  await runtime.pipeline.admission?.admit(live, { auth, sessionId, origin: 'client', unknown, partial: call.context });
  if (!argumentNames(live).includes(call.argument.name))
    throw invalidParams(`"${live.model.listedName}" has no argument "${call.argument.name}"`);
  if (live.model.completes?.includes(call.argument.name) !== true) return { completion: { values: [] } };
  return { completion: await runtime.services.runCompleter(runtime, request, { live, call }) };
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
