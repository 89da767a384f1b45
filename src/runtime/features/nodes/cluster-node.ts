import type { Instances } from '../sharing/instances.ts';
import type { SharedSessions } from '../sharing/sharing.ts';

/** One of several nodes behind one address. */
export interface ClusterNode {
  /** How an instance on this node speaks to those on the others. */
  readonly connect: (instance: string) => Instances;
  /** Sessions that belong to one node at a time; asked once. */
  readonly own: (shared: SharedSessions) => SharedSessions;
}
