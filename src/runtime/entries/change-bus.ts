import type { Change, ChangeBus } from './changes.ts';

/** Fan-out inside one process. A listener that throws must not keep the others from hearing. */
export function createChangeBus(onFailure: (error: unknown) => void): ChangeBus {
  const listeners = new Set<(change: Change) => void>();
  return {
    publish(change) {
      for (const listener of listeners) {
        try {
          listener(change);
        } catch (error) {
          onFailure(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
