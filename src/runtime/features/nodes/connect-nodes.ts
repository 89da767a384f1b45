import type { Heartbeats } from '../../cluster/nodes/heartbeats.ts';
import { readNodeMessage } from '../../cluster/nodes/node-messages.ts';
import type { SentNodeMessage } from '../../cluster/nodes/node-messages.ts';
import type { ApplicationCore } from '../application/application-core.ts';
import type { ClusterStore } from './cluster-store.ts';
import { serverIdentity } from '../../storage/server-identity.ts';
import { createInstances } from '../sharing/instances.ts';
import type { Instances } from '../sharing/instances.ts';

interface NodeLine {
  /** Of this process alone: what it says itself comes back to it. */
  readonly instance: string;
  readonly nodeId: string;
  readonly beats: Heartbeats;
  readonly cluster: ClusterStore;
}

/** A channel for each node (`notify:<node>`); what concerns clients of others is sent to every node there is. */
export function connectNodes(parts: ApplicationCore, { beats, cluster, instance, nodeId: ownId }: NodeLine): Instances {
  const { logger, runtime } = parts;
  const { bus, prefix } = cluster;
  const server = serverIdentity(parts);
  const channelOf = (nodeId: string): string => `${prefix}notify:${nodeId}`;
  // One after the other, so that what is said first is heard first.
  let said = Promise.resolve();
  return createInstances(runtime.changes, {
    send: (news) => {
      const told: SentNodeMessage = { from: instance, server, news };
      said = said
        // Its own channel too: another process may, by mistake, have the same name.
        .then(async () => Promise.all((await beats.nodes()).map((nodeId) => bus.publish(channelOf(nodeId), JSON.stringify(told)))))
        .then(
          () => undefined,
          (failure: unknown) => logger.warn('the other nodes could not be told', { news: news.kind, failure }),
        );
    },
    listen: (hear) =>
      bus.subscribe(channelOf(ownId), (text) => {
        const told = readNodeMessage(text);
        if (told !== undefined && told.from !== instance && told.server === server) hear(told.news);
      }),
  });
}
