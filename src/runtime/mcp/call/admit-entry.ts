import type { LiveEntry } from '../../entries/index.ts';
import { andThen, type Awaitable } from '../../std/index.ts';
import type { ServerRuntime } from './server-runtime.ts';
import type { EntryGuard, EntryUse, InputCheck } from './surroundings.ts';

const known = new WeakMap<LiveEntry, readonly EntryGuard[]>();
const none: readonly EntryGuard[] = [];

/** Guards that have something to say of an entry; complete before the first request, so that they are chosen once. */
export function guardsOf({ surroundings: { entryGuards } }: ServerRuntime, entry: LiveEntry): readonly EntryGuard[] {
  if (entryGuards.length === 0) return none;
  const before = known.get(entry);
  if (before !== undefined) return before;
  const guards = entryGuards.filter((guard) => guard.concerns(entry));
  known.set(entry, guards);
  return guards;
}

/**
 * Asks every guard whether the entry may be used.
 * @returns what is left to ask once the arguments are known
 * @throws the first refusal
 */
export function admitEntry(runtime: ServerRuntime, entry: LiveEntry, use: EntryUse): Awaitable<InputCheck | undefined> {
  const guards = guardsOf(runtime, entry);
  return guards.length === 0 ? undefined : admitBy(guards, entry, use);
}

async function admitBy(guards: readonly EntryGuard[], entry: LiveEntry, use: EntryUse): Promise<InputCheck | undefined> {
  const left: InputCheck[] = [];
  for (const guard of guards) {
    const check = await guard.admit(entry, use);
    if (check !== undefined) left.push(check);
  }
  if (left.length === 0) return undefined;
  return async (input) => {
    for (const check of left) await check(input);
  };
}

/** As `admitEntry`, where the arguments are known from the beginning. */
export const admitWith = (
  runtime: ServerRuntime,
  entry: LiveEntry,
  way: { readonly use: EntryUse; readonly input: unknown },
): Awaitable<void> => andThen(admitEntry(runtime, entry, way.use), (left) => left?.(way.input));

/** False when a guard hides the entry from this caller's lists. */
export async function listsEntry(guards: readonly EntryGuard[], entry: LiveEntry, auth: EntryUse['auth']): Promise<boolean> {
  for (const guard of guards) if (!(await guard.lists(entry, auth))) return false;
  return true;
}
