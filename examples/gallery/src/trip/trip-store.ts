import { createStore } from '@service/react';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';

export interface Stop {
  readonly city: string;
  readonly nights: number;
}

let stops: readonly Stop[] = [{ city: 'Oslo', nights: 2 }];
const listeners = new Set<() => void>();

function change(next: readonly Stop[]): void {
  stops = next;
  for (const listener of listeners) listener();
}
const getState = (): readonly Stop[] => stops;
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const stop = z.object({ city: z.string().min(1), nights: z.number().int().min(1).max(30) });
const name = z.object({ city: z.string() });

/** People and models add alike: a city is there once. */
export const addStop = (added: Stop): void => change([...stops.filter(({ city }) => city !== added.city), added]);
export const removeStop = (gone: string): void => change(stops.filter(({ city }) => city !== gone));

/** The trip as resources and tools: `state://trip`, `trip_add_stop`, `trip_remove_stop`. */
export const tripStore = createStore({
  name: 'trip',
  getState,
  subscribe,
  selectors: { nights: (all) => all.reduce((sum, { nights }) => sum + nights, 0) },
  actions: {
    add_stop: { description: 'Adds a stop to the trip', schema: stop, run: (args) => addStop(stop.parse(args)) },
    remove_stop: { description: 'Removes a stop', schema: name, run: (args) => removeStop(name.parse(args).city) },
  },
});

export const useStops = (): readonly Stop[] => useSyncExternalStore(subscribe, getState, getState);
