import type { Change, ChangeBus, Notice } from './changes.ts';

/** Fan-out inside one process. A listener that throws must not keep the others from hearing. */
export function createChangeBus(onFailure: (error: unknown) => void): ChangeBus {
  const listeners = new Set<(change: Change, notice: Notice) => void>();
  return {
    publish(change) {
      const notice = noticeOf(change);
      for (const listener of listeners) {
        try {
          listener(change, notice);
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

const noticeOf = (change: Change): Notice =>
  change.kind === 'resource'
    ? { method: 'notifications/resources/updated', params: { uri: change.uri } }
    : { method: `notifications/${change.kind}/list_changed`, params: {} };
