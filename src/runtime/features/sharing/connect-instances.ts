import type { NodeNews } from '../../mcp/nodes/node-news.ts';
import type { RedisOptions, StoreOptions } from '../../storage/store-options.ts';
import type { ApplicationParts } from '../application/application-parts.ts';
import { createInstances } from './instances.ts';
import type { Instances } from './instances.ts';
import { useBus } from '../../storage/stores.ts';

const alone: Instances = { tell: () => undefined, start: async () => async () => undefined };

/** One channel of one server: what it says is written by its own instances, who can write to the store anyway. */
export function connectInstances(
  options: RedisOptions | undefined,
  { node, options: { keyPrefix }, parts }: { node: string; parts: ApplicationParts; options: StoreOptions },
): Instances {
  if (options === undefined) return alone;
  const { logger, runtime, stores } = parts;
  const bus = useBus(stores, options);
  const channel = `${keyPrefix}bus:${runtime.model.info.name}`;
  return createInstances(runtime.changes, {
    send: (news) => {
      bus.publish(channel, JSON.stringify({ from: node, news })).catch((failure: unknown) => {
        logger.warn('the other instances could not be told', { news: news.kind, failure });
      });
    },
    listen: (hear) =>
      bus.subscribe(channel, (text) => {
        const news = readNews(text, node);
        if (news !== undefined) hear(news);
      }),
  });
}

/** Undefined for what this instance said itself, and for what is none of ours. */
function readNews(text: string, node: string): NodeNews | undefined {
  try {
    // Written by an instance of this server alone, so its shape needs no check.
    const told = JSON.parse(text) as { readonly from: string; readonly news: NodeNews };
    return told.from === node ? undefined : told.news;
  } catch {
    return undefined;
  }
}
