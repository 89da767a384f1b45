import type { EntryModel } from '../../model/index.ts';
import type { EntryHooks } from '../../plugins/index.ts';
import type { Awaitable } from '../../std/index.ts';
import type { CallRequest } from './channel.ts';

/**
 * Asks the plugins' filters whether this caller may see an entry: what is hidden from a list must not be callable by name.
 * @throws what `unknown` makes
 */
export function checkVisibleTo(
  entry: EntryModel,
  hooks: EntryHooks,
  check: { readonly request: CallRequest; readonly unknown: () => Error },
): Awaitable<void> {
  if (hooks.filters.length === 0) return;
  return passesFilters(entry, hooks, check.request).then((passes) => {
    if (!passes) throw check.unknown();
  });
}

/** True when every filter lets the entry through. */
export async function passesFilters(entry: EntryModel, hooks: EntryHooks, request: CallRequest): Promise<boolean> {
  for (const filter of hooks.filters) {
    if (!(await filter(entry, { auth: request.auth, sessionId: request.sessionId }))) return false;
  }
  return true;
}
