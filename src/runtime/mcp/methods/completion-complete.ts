import { invalidParams } from '../../errors/index.ts';
import type { JsonObject } from '../../model/index.ts';
import { complete } from '../call/index.ts';
import type { Method } from '../method.ts';
import { optionalObject, requireText } from '../params.ts';

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

/** Arguments chosen before this one; what is no text helps no completer. */
function readContext(context: JsonObject | undefined): Record<string, string> {
  const chosen = context === undefined ? {} : (optionalObject(context, 'arguments') ?? {});
  return Object.fromEntries(Object.entries(chosen).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}
