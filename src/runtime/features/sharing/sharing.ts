import type { AuthenticatedExchange } from '../../http/handler.ts';
import type { EventStore, EventStoreLimits } from '../../http/transports/event-store.ts';
import type { SessionForwardingOptions } from '../../http/transports/session-forwarding.ts';
import type { SessionTransportOptions } from '../../http/transports/session-transport.ts';
import type { SessionTransport } from '../../http/transports/streamable.ts';
import type { HandshakeProtocol } from '../../mcp/sessions/handshake-protocol.ts';
import type { SessionIds } from '../../mcp/sessions/session-ids.ts';
import type { SessionStore } from '../../mcp/sessions/session-store.ts';
import type { TaskStore } from '../../mcp/tasks/task-store.ts';
import type { Instances } from './instances.ts';

/** Opens sessions that all instances share. */
export type OpenSharedSessions = (opening: OpeningSessions) => SharedSessions;

export interface OpeningSessions {
  readonly handshake: HandshakeProtocol;
  readonly ids: SessionIds;
  /** How instances speak to each other, where the store does not decide it. */
  readonly connect: ((instance: string) => Instances) | undefined;
}

/** Sessions in an object each. One of the two is there: outside of the objects the first, within one the second. */
export interface SessionObjects {
  readonly createTransport?: (opening: Pick<SessionForwardingOptions, 'ids' | 'noSessions' | 'passing'>) => SessionTransport;
  readonly givenSessionId?: SessionTransportOptions['givenId'];
}

export interface SharedTasks {
  readonly store: TaskStore;
  start(): Promise<() => Promise<void>>;
}

export interface SharedSessions {
  readonly store: SessionStore;
  /** Of this instance alone: streams of two instances must not have one name. */
  readonly streamTag: string;
  openEvents(limits: EventStoreLimits): EventStore;
  /** Seconds until the caller may open another session; 0 now. */
  admit(caller: AuthenticatedExchange): Promise<number>;
  start(): Promise<() => Promise<void>>;
}

/** One of several nodes behind one address. */
export interface ClusterNode {
  /** How an instance on this node speaks to those on the others. */
  readonly connect: (instance: string) => Instances;
  /** Sessions that belong to one node at a time; asked once. */
  readonly own: (shared: SharedSessions) => SharedSessions;
}
