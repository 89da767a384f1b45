import type { Change } from '../entries/changes.ts';
import type { SessionNews } from '../mcp/sessions/shared-session-store.ts';
import type { RedisOptions, StoreOptions } from '../storage/store-options.ts';
import type { ApplicationParts } from './application-parts.ts';

/** Whatever instances of one server tell each other. */
type News = SessionNews | { readonly kind: 'change'; readonly change: Change };

export interface Instances {
  /** At once; who is not there does not hear of it later. */
  tell(news: News): void;
  /** Hears of the others, and lets changes of lists and resources reach every client of every instance. */
  start(hear: (news: SessionNews) => void): Promise<() => Promise<void>>;
}

const alone: Instances = { tell: () => undefined, start: async () => async () => undefined };

/** One channel of one server: what it says is written by its own instances, who can write to the store anyway. */
export function connectInstances(
  options: RedisOptions | undefined,
  { node, options: { keyPrefix }, parts }: { node: string; parts: ApplicationParts; options: StoreOptions },
): Instances {
  if (options === undefined) return alone;
  const { logger, runtime, stores } = parts;
  const bus = stores.useBus(options);
  const channel = `${keyPrefix}bus:${runtime.model.info.name}`;
  const tell = (news: News): void => {
    bus.publish(channel, JSON.stringify({ from: node, news })).catch((failure: unknown) => {
      logger.warn('the other instances could not be told', { news: news.kind, failure });
    });
  };
  return {
    tell,
    start: async (hear) => {
      let hearing = false;
      const stopTelling = runtime.changes.subscribe((change) => {
        // What came from another instance has been told to all.
        if (!hearing) tell({ kind: 'change', change });
      });
      const stopHearing = await bus.subscribe(channel, (text) => {
        const news = readNews(text, node);
        if (news === undefined) return;
        if (news.kind !== 'change') {
          hear(news);
          return;
        }
        hearing = true;
        runtime.changes.publish(news.change);
        hearing = false;
      });
      return async () => {
        stopTelling();
        await stopHearing();
      };
    },
  };
}

/** Undefined for what this instance said itself, and for what is none of ours. */
function readNews(text: string, node: string): News | undefined {
  try {
    // Written by an instance of this server alone, so its shape needs no check.
    const told = JSON.parse(text) as { readonly from: string; readonly news: News };
    return told.from === node ? undefined : told.news;
  } catch {
    return undefined;
  }
}
