import type { CallOrigin } from '../../define/index.ts';
import type { Hooked, HookedKind } from '../../plugins/index.ts';
import { isPromiseLike, type Awaitable } from '../../std/index.ts';
import { hookRequestOf } from './call-request.ts';
import type { RunningCall } from './running-call.ts';
import { hookedResult } from './to-json.ts';
import { untilEnded } from './until-ended.ts';

/** A call as the hooks of plugins are told of it. */
interface HookedUse<K extends HookedKind> {
  readonly kind: K;
  readonly entry: Hooked[K]['entry'];
  /** Hooks may replace it. */
  readonly input: unknown;
  readonly origin: CallOrigin;
  readonly output: Parameters<typeof hookedResult>[0];
}

/** Runs a call within the hooks of plugins, and no longer than its caller waits: a hook that never settles holds nothing. */
export function withinHooks<K extends HookedKind>(
  running: RunningCall,
  { entry, input, kind, origin, output }: HookedUse<K>,
  execute: (input: unknown) => Awaitable<Hooked[K]['result']>,
): Awaitable<Hooked[K]['result']> {
  const { hooks } = running;
  if (hooks === undefined || hooks[kind].length === 0) return execute(input);
  const call = { frame: running, entry, input, origin, request: hookRequestOf(running.parts.request) };
  const result = hookedResult(output, execute, (inner) => hooks.around(kind, call, inner));
  return isPromiseLike(result) ? (untilEnded(result, running) as Promise<Hooked[K]['result']>) : result;
}
