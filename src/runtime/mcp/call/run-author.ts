import { Respond } from '../../define/index.ts';
import { isPromiseLike, recover, type Awaitable } from '../../std/index.ts';
import { callAuthor, createAuthorContext } from './author-context.ts';
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
