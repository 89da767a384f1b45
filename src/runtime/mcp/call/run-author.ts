import { Respond } from '../../define/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { isPromiseLike, recover, type Awaitable } from '../../std/index.ts';
import type { RunningCall } from './running-call.ts';
import { untilEnded } from './until-ended.ts';

/** Runs the author's code to its value: returned, resolved, or given to `this.respond`. Synchronous when the author is. */
export const runAuthor = (running: RunningCall, args: readonly unknown[]): Awaitable<unknown> =>
  recover(() => {
    const value = callAuthor(running, createAuthorContext(running), args);
    return isPromiseLike(value) ? untilEnded(value, running) : value;
  }, responded);

function responded(thrown: unknown): unknown {
  if (thrown instanceof Respond) return thrown.value;
  throw thrown;
}

const noArguments: readonly unknown[] = [];

/** The author's object of one call: an instance of the class, or the `ctx` of a function. */
export function createAuthorContext(running: RunningCall): object {
  const { live } = running.parts;
  const { context, target = context } = live.declaration;
  const instance = target === undefined ? undefined : running.resolver.construct(target, noArguments, running);
  if (typeof instance !== 'object' || instance === null)
    throw new ServiceError('SERVER_ERROR', `${target?.name ?? live.model.listedName} could not be built`);
  running.hooks?.extend(instance, running);
  return instance;
}

/**
 * Calls the author's code: `execute(…args)` of a class, `handler(…args, ctx)` of a function.
 * @throws what the author throws, `Respond` included
 */
function callAuthor({ parts: { live } }: RunningCall, context: object, args: readonly unknown[]): unknown {
  const { handler } = live.declaration;
  if (handler !== undefined) return Reflect.apply(handler, undefined, [...args, context]);
  const execute: unknown = Reflect.get(context, 'execute');
  if (typeof execute !== 'function')
    throw new ServiceError('INVALID_DECORATOR_METADATA', `${live.model.kind} "${live.model.listedName}" has no execute method`);
  return Reflect.apply(execute, context, args);
}
