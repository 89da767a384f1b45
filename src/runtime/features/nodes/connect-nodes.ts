import type { Heartbeats } from '../../cluster/nodes/heartbeats.ts';
import { readNodeMessage, type SentNodeMessage } from '../../cluster/nodes/node-messages.ts';
import type { ApplicationCore } from '../application/application-core.ts';
import type { ClusterStore } from './cluster-store.ts';
import { serverIdentity } from '../../storage/server-identity.ts';
import { createInstances, type Instances } from '../sharing/instances.ts';

interface NodeConnection {
  /** Unique for this process: a process receives its own messages and drops them. */
  readonly instance: string;
  readonly nodeId: string;
  readonly beats: Heartbeats;
  readonly cluster: ClusterStore;
}

/** Connects the nodes by a channel for each (`notify:<node>`). A notice is sent to every node. */
export function connectNodes(parts: ApplicationCore, { beats, cluster, instance, nodeId: ownId }: NodeConnection): Instances {
  const { logger, runtime } = parts;
  const { bus, prefix } = cluster;
  const server = serverIdentity(parts);
  const channelOf = (nodeId: string): string => `${prefix}notify:${nodeId}`;
  // One after the other, so that notices keep their order.
  let sending = Promise.resolve();
  return createInstances(runtime.changes, {
    send: (news) => {
      const message: SentNodeMessage = { from: instance, server, news };
      sending = sending
        // Its own channel too: another process may, by mistake, have the same name.
        .then(async () => Promise.all((await beats.nodes()).map((nodeId) => bus.publish(channelOf(nodeId), JSON.stringify(message)))))
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
