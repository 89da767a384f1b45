import {
  extensionMissing,
  PromptContext,
  ResourceContext,
  ResourceTemplateContext,
  ToolContext,
  type ContextExtension,
  type Token,
} from '../../define/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { EntryModel } from '../../model/index.ts';
import type { RunningCall } from './running-call.ts';

const unreachable = (): never => {
  throw new ServiceError('SERVER_ERROR', 'a function-made entry has no execute method');
};

class ToolFunctionContext extends ToolContext {
  override execute = unreachable;
}
class ResourceFunctionContext extends ResourceContext {
  override execute = unreachable;
}
class TemplateFunctionContext extends ResourceTemplateContext {
  override execute = unreachable;
}
class PromptFunctionContext extends PromptContext {
  override execute = unreachable;
}

const functionContexts = {
  tool: ToolFunctionContext,
  resource: ResourceFunctionContext,
  'resource-template': TemplateFunctionContext,
  prompt: PromptFunctionContext,
} as const;

/** The author's object of one call: an instance of the class, or the `ctx` of a function. */
export function createAuthorContext(call: RunningCall, kind: EntryModel['kind'], extensions: readonly ContextExtension[]): object {
  const target = call.live.declaration.target ?? functionContexts[kind];
  const instance: unknown = call.resolver.construct(call, (): unknown => Reflect.construct(target, []));
  if (typeof instance !== 'object' || instance === null) throw new ServiceError('SERVER_ERROR', `${target.name} could not be built`);
  for (const extension of extensions) addExtension(instance, extension, call);
  return instance;
}

function addExtension(instance: object, extension: ContextExtension, call: RunningCall): void {
  Object.defineProperty(instance, extension.property, {
    configurable: true,
    get: () => {
      const found = call.resolver.tryGet(extension.token as Token);
      if (found === undefined) throw extensionMissing(extension.property, extension.errorMessage ?? 'its provider is not registered');
      return found;
    },
  });
}

/**
 * Calls the author's code: `execute(…args)` of a class, `handler(…args, ctx)` of a function.
 * @throws what the author throws, `Respond` included
 */
export function callAuthor(call: RunningCall, context: object, args: readonly unknown[]): unknown {
  const { handler } = call.live.declaration;
  if (handler !== undefined) return Reflect.apply(handler, undefined, [...args, context]);
  const execute: unknown = Reflect.get(context, 'execute');
  if (typeof execute !== 'function')
    throw new ServiceError('INVALID_DECORATOR_METADATA', `${call.live.model.kind} "${call.live.model.listedName}" has no execute method`);
  return Reflect.apply(execute, context, args);
}
