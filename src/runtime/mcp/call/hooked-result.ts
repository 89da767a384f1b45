import { andThen, type Awaitable } from '../../std/index.ts';
import { sendable, type Output } from './to-json.ts';

/** Runs the hooks of plugins around an entry. A result that a hook made in place of the entry's is checked as the entry's was. */
export function hookedResult<R extends object>(
  output: Output,
  execute: (input: unknown) => Awaitable<R>,
  around: (innermost: (input: unknown) => Awaitable<R>) => Awaitable<R>,
): Awaitable<R> {
  const made = new WeakSet<object>();
  const innermost = (input: unknown): Awaitable<R> =>
    andThen(execute(input), (result) => {
      made.add(result);
      return result;
    });
  return andThen(around(innermost), (result) => (made.has(result) ? result : sendable<R>(result, output)));
}
