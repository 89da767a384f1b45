import type { Clock } from '../../std/index.ts';
import { RecordStore } from '../../storage/record-store.ts';
import type { Store } from '../../storage/store.ts';
import { isJsonObject } from '../json-rpc.ts';

/** When tasks end, by id, in milliseconds since the epoch and in order of creation. */
export type TaskEnds = Readonly<Record<string, number>>;
export type TaskEndsStore = RecordStore<string, TaskEnds>;

/** Lists of tasks, over all instances. One that has ended is on none, and a list lasts as long as the last task on it. */
export const taskEndsStore = (store: Store, { clock, prefix }: { readonly clock: Clock; readonly prefix: string }): TaskEndsStore =>
  new RecordStore(store, {
    keyOf: (list) => prefix + list,
    lifetimeMs: (ends) => Math.max(0, ...Object.values(ends)) - clock(),
    parse: (value) => {
      const isOpen = (entry: [string, unknown]): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > clock();
      return isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(isOpen)) : undefined;
    },
  });
