import type { CallOrigin } from '../../define/index.ts';
import type { EntryModel } from '../../model/index.ts';
import type { HookedResult } from '../../plugins/index.ts';
import { ProtocolError, ServiceError } from '../../errors/index.ts';
import { andThen, isPromiseLike, recover, type Awaitable } from '../../std/index.ts';
import type { RunningCall } from './running-call.ts';
import { untilEnded } from './until-ended.ts';

/** A call as the hooks of plugins are told of it. */
interface HookedUse<R extends HookedResult> {
  readonly entry: EntryModel;
  /** Hooks may replace it. */
  readonly input: unknown;
  readonly origin: CallOrigin;
  /** Checks a result in place of the entry's as that was. @throws {ServiceError} */
  readonly check: (result: R) => Awaitable<R>;
}

/** Runs a call within the hooks of plugins, and no longer than its caller waits: a hook that never settles holds nothing. */
export function withinHooks<R extends HookedResult>(
  running: RunningCall,
  { check, ...use }: HookedUse<R>,
  execute: (input: unknown) => Awaitable<R>,
): Awaitable<R> {
  const { hooks } = running;
  if (hooks === undefined) return execute(use.input);
  // Results that were checked already, by what hooks have of them.
  const sound = new WeakMap<object, R>();
  const keep = (given: R, checked = given): R => {
    sound.set(given, checked);
    return checked;
  };
  const fits = (given: R): Awaitable<boolean> =>
    recover(() => andThen(check(given), (checked) => keep(given, checked) === checked), refused);
  const call = { ...use, fits, depth: running.parts.request.depth ?? 0, frame: running };
  // A hook may give anything: what the entry has not made is checked.
  const around = hooks(call, (input) => andThen(execute(input), (made) => keep(made))) as Awaitable<R>;
  const result = andThen(around, (given) => sound.get(given) ?? check(given));
  return isPromiseLike(result) ? (untilEnded(result, running) as Promise<R>) : result;
}

/** A result that does not fit is no fault of the server. */
function refused(failure: unknown): false {
  if (failure instanceof ServiceError || failure instanceof ProtocolError) return false;
  throw failure;
}
