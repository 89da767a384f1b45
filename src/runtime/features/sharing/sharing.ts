import type { DocumentCache } from '../../auth/server/cimd/index.ts';
import type { AuthenticatedExchange } from '../../http/transports/authenticated-exchange.ts';
import type { EventStore } from '../../http/transports/event-store.ts';
import type { Counting } from '../../http/limits/http-limits.ts';
import type { MetricsRegistry } from '../../http/metrics/registry.ts';
import type { SessionStreams } from '../../http/transports/session-streams.ts';
import type { EventStoreLimits } from '../../http/transports/memory-event-store.ts';
import type { UsedStates } from '../../mcp/rounds/used-states.ts';
import type { SessionEra } from '../../mcp/sessions/session-era.ts';
import type { SessionIds } from '../../mcp/sessions/session-ids.ts';
import type { SessionStore } from '../../mcp/sessions/session-store.ts';
import type { TaskRunner } from '../../mcp/tasks/task-runner.ts';
import type { TaskStore } from '../../mcp/tasks/task-store.ts';
import type { Store } from '../../storage/store.ts';
import type { Extend } from '../application/extend.ts';
import type { Instances } from './instances.ts';

/** What features leave for those after them, when the options name a store that instances share. Empty otherwise. */
export interface Sharing {
  /** Request states that have brought answers, of all instances. */
  usedStates?: UsedStates;
  sessions?: (era: SessionEra, ids: SessionIds) => SharedSessions;
  /** Of the feature `sessions`: which ids are its own. */
  ids?: SessionIds;
  /** Of the feature `event-store`: the streams of sessions, kept. */
  streams?: (shared: SharedSessions | undefined) => SessionStreams;
  tasks?: () => SharedTasks;
  /** Of the feature `session-tasks`: what it adds to the feature `tasks`. */
  sessionTasks?: (runner: TaskRunner) => Extend;
  /** Of the feature `shared-places`: how many may run at once, of all instances on the store. */
  openPlaces?: (store: Store) => NonNullable<Counting['openPlaces']>;
  /** Of the feature `high-availability`: how instances speak to each other. */
  connect?: (instance: string) => Instances;
  /** What features besides `metrics` know the numbers of. */
  measure?: (registry: MetricsRegistry) => void;
  /** Of the feature `credential-vault`: what a person's vault holds under a key. */
  vaultEntry?: (sub: string, key: string) => Promise<unknown>;
  /** Of the feature `cimd-cache`: metadata documents of clients, kept. */
  clientDocuments?: DocumentCache;
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
