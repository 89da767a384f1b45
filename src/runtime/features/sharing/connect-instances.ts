import { readNodeMessage } from '../../cluster/nodes/node-messages.ts';
import type { SentNodeMessage } from '../../cluster/nodes/node-messages.ts';
import type { RedisOptions, StoreOptions } from '../../storage/store-options.ts';
import type { StoringApplication } from './storing-application.ts';
import { createInstances } from './instances.ts';
import type { Instances } from './instances.ts';
import { serverIdentity } from '../../storage/server-identity.ts';
import { useBus } from '../../storage/stores.ts';

const alone: Instances = { tell: () => undefined, start: async () => async () => undefined };

/** One channel of one server, for all of its instances. */
export function connectInstances(
  options: RedisOptions | undefined,
  { node, options: { keyPrefix }, parts }: { node: string; parts: StoringApplication; options: StoreOptions },
): Instances {
  if (options === undefined) return alone;
  const { logger, runtime, stores } = parts;
  const bus = useBus(stores, options);
  const server = serverIdentity(parts);
  const channel = `${keyPrefix}bus:${server}`;
  return createInstances(runtime.changes, {
    send: (news) => {
      const told: SentNodeMessage = { from: node, server, news };
      bus.publish(channel, JSON.stringify(told)).catch((failure: unknown) => {
        logger.warn('the other instances could not be told', { news: news.kind, failure });
      });
    },
    listen: (hear) =>
      bus.subscribe(channel, (text) => {
        const told = readNodeMessage(text);
        // What this instance says comes back to it.
        if (told !== undefined && told.from !== node && told.server === server) hear(told.news);
      }),
  });
}
