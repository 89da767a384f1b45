import type { ChangeBus } from '../../entries/changes.ts';
import type { NodeMessage } from '../../cluster/nodes/node-messages.ts';
import type { SessionMessage } from '../../cluster/sessions/shared-session-store.ts';

/** How the instances of one server speak to each other. */
export interface Instances {
  /** At once; who is not there does not hear of it later. */
  tell(news: NodeMessage): void;
  /** Hears of the others, and lets changes of lists and resources reach every client of every instance. */
  start(hear: (news: SessionMessage) => void): Promise<() => Promise<void>>;
}

/** Transport of notices between instances; an instance does not receive its own. */
export interface NewsLine {
  readonly send: (news: NodeMessage) => void;
  readonly listen: (hear: (news: NodeMessage) => void) => Promise<() => Promise<void>>;
}

export const createInstances = (changes: ChangeBus, { listen, send }: NewsLine): Instances => ({
  tell: send,
  start: async (hear) => {
    let hearing = false;
    const stopTelling = changes.subscribe((change) => {
      // What came from another instance has been told to all.
      if (!hearing) send({ kind: 'change', change });
    });
    const stopHearing = await listen((news) => {
      if (news.kind !== 'change') {
        hear(news);
        return;
      }
      hearing = true;
      changes.publish(news.change);
      hearing = false;
    });
    return async () => {
      stopTelling();
      await stopHearing();
    };
  },
});
