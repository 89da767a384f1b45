import { Respond, type ContextExtension } from '../../define/index.ts';
import { isPromiseLike, type Awaitable } from '../../std/index.ts';
import { callAuthor, createAuthorContext } from './author-context.ts';
import type { RunningCall } from './running-call.ts';
import { untilEnded, type CallLimits } from './until-ended.ts';

/** Runs the author's code to its value: returned, resolved, or given to `this.respond`. Synchronous when the author is. */
export function runAuthor(
  call: RunningCall,
  run: { readonly extensions: readonly ContextExtension[]; readonly args: readonly unknown[]; readonly limits: CallLimits },
): Awaitable<unknown> {
  try {
    const context = createAuthorContext(call, call.live.model.kind, run.extensions);
    const value = callAuthor(call, context, run.args);
    return isPromiseLike(value) ? untilEnded(value, run.limits).catch(responded) : value;
  } catch (thrown) {
    return responded(thrown);
  }
}

function responded(thrown: unknown): unknown {
  if (thrown instanceof Respond) return thrown.value;
  throw thrown;
}
