import type { CallOrigin } from '../../define/index.ts';
import type { Hooked, HookedKind } from '../../plugins/index.ts';
import { ProtocolError, ServiceError } from '../../errors/index.ts';
import { andThen, isPromiseLike, recover, type Awaitable } from '../../std/index.ts';
import type { RunningCall } from './running-call.ts';
import { untilEnded } from './until-ended.ts';

/** A call as the hooks of plugins are told of it. */
interface HookedUse<K extends HookedKind> {
  readonly kind: K;
  readonly entry: Hooked[K]['entry'];
  /** Hooks may replace it. */
  readonly input: unknown;
  readonly origin: CallOrigin;
  /** Checks a result in place of the entry's as that was. @throws {ServiceError} */
  readonly check: (result: Hooked[K]['result']) => Awaitable<Hooked[K]['result']>;
}

/** Runs a call within the hooks of plugins, and no longer than its caller waits: a hook that never settles holds nothing. */
export function withinHooks<K extends HookedKind>(
  running: RunningCall,
  { check, kind, ...use }: HookedUse<K>,
  execute: (input: unknown) => Awaitable<Hooked[K]['result']>,
): Awaitable<Hooked[K]['result']> {
  const { hooks } = running;
  // Called only where a plugin reaches the entry, which may have other hooks alone.
  if (hooks === undefined || hooks[kind].length === 0) return execute(use.input);
  // Results that were checked already, by what hooks have of them.
  const sound = new WeakMap<object, Hooked[K]['result']>();
  const keep = (given: Hooked[K]['result'], checked = given): Hooked[K]['result'] => {
    sound.set(given, checked);
    return checked;
  };
  const fits = (given: Hooked[K]['result']): Awaitable<boolean> =>
    recover(() => andThen(check(given), (checked) => keep(given, checked) === checked), refused);
  const call = { ...use, fits, depth: running.parts.request.depth ?? 0, frame: running };
  const around = hooks.around(kind, call, (input) => andThen(execute(input), (made) => keep(made)));
  const result = andThen(around, (given) => sound.get(given) ?? check(given));
  return isPromiseLike(result) ? (untilEnded(result, running) as Promise<Hooked[K]['result']>) : result;
}

/** A result that does not fit is no fault of the server. */
function refused(failure: unknown): false {
  if (failure instanceof ServiceError || failure instanceof ProtocolError) return false;
  throw failure;
}
