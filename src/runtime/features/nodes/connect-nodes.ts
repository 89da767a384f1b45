import type { Heartbeats } from '../../mcp/nodes/heartbeats.ts';
import { readToldNews } from '../../mcp/nodes/node-news.ts';
import type { ToldNews } from '../../mcp/nodes/node-news.ts';
import type { ApplicationParts } from '../application/application-parts.ts';
import type { NodePlace } from './ha-place.ts';
import { createInstances } from '../sharing/instances.ts';
import type { Instances } from '../sharing/instances.ts';

interface NodeLine {
  /** Of this process alone: what it says itself comes back to it. */
  readonly instance: string;
  readonly node: { readonly nodeId: string; readonly serverName: string };
  readonly beats: Heartbeats;
  readonly place: NodePlace;
}

/** A channel for each node (`notify:<node>`); what concerns clients of others is sent to every node there is. */
export function connectNodes({ logger, runtime }: ApplicationParts, { beats, instance, node, place }: NodeLine): Instances {
  const { bus, prefix } = place;
  const channelOf = (nodeId: string): string => `${prefix}notify:${nodeId}`;
  // One after the other, so that what is said first is heard first.
  let said = Promise.resolve();
  return createInstances(runtime.changes, {
    send: (news) => {
      const told: ToldNews = { from: instance, server: node.serverName, news };
      said = said
        // Its own channel too: another process may, by mistake, have the same name.
        .then(async () => Promise.all((await beats.nodes()).map((nodeId) => bus.publish(channelOf(nodeId), JSON.stringify(told)))))
        .then(
          () => undefined,
          (failure: unknown) => logger.warn('the other nodes could not be told', { news: news.kind, failure }),
        );
    },
    listen: (hear) =>
      bus.subscribe(channelOf(node.nodeId), (text) => {
        const told = readToldNews(text);
        if (told !== undefined && told.from !== instance && told.server === node.serverName) hear(told.news);
      }),
  });
}
