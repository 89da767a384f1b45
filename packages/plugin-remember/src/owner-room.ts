import type { Store } from '@service/sdk/define';
import { MemoryError } from './memory-error.ts';

/** Characters that a memory counts at least, so that many small ones are no way around the limit. */
const leastCost = 1024;
/** Where nothing is written for so long, what is kept is counted from nothing again. */
const countedMs = 30 * 86_400_000;
/** Memories that end by themselves give nothing back, so a full place is counted anew, once in this time. */
const fullMs = 10_000;
/** Records that are read at once. */
export const readAtOnce = 25;

/** What a record takes of its owner's room; nothing where there is none. */
const costOf = (kept: string | undefined): number => (kept === undefined ? 0 : Math.max(leastCost, kept.length));

export interface Place {
  readonly store: Store;
  /** Before the keys of its memories. */
  readonly place: string;
  /** Before its own two records. */
  readonly count: string;
  /** Characters. */
  readonly most: number;
}

/** Takes room for a record in the place of another one. @throws {MemoryError} for an owner whose room is used up */
export async function takeRoom(of: Place, before: string | undefined, next: string): Promise<void> {
  const { count, most, store } = of;
  const more = costOf(next) - costOf(before);
  const counted = await store.increment(`${count}:used`, more, countedMs);
  if (more <= 0 || counted <= most) return;
  if ((await store.get(`${count}:full`)) === undefined) {
    const kept = await countAgain(of);
    const used = await store.increment(`${count}:used`, kept + more - counted, countedMs);
    if (used <= most) return;
    await store.set(`${count}:full`, '1', { ttlMs: fullMs });
  }
  await store.increment(`${count}:used`, -more, countedMs);
  throw new MemoryError(`there is no room for it: the memories here may take ${most} characters together; forget some first`);
}

export async function giveRoomBack({ count, store }: Place, kept: string | undefined): Promise<void> {
  await store.increment(`${count}:used`, -costOf(kept), countedMs);
  await store.delete(`${count}:full`);
}

async function countAgain({ place, store }: Place): Promise<number> {
  const names = await store.keys(place);
  let used = 0;
  for (let at = 0; at < names.length; at += readAtOnce) {
    const some = await Promise.all(names.slice(at, at + readAtOnce).map((name) => store.get(name)));
    for (const kept of some) used += costOf(kept);
  }
  return used;
}
