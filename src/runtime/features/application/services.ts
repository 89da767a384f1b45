import type { DocumentCache } from '../../auth/server/cimd/index.ts';
import type { SignInExtension } from '../../auth/server/sign-in/sign-in-extensions.ts';
import type { OwnPages } from '../../auth/server/own-pages/own-page.ts';
import type { AdapterEntries } from '../../define/index.ts';
import type { OwnerModel } from '../../model/index.ts';
import type { Counting } from '../../http/limits/request-limits.ts';
import type { MetricsRegistry } from '../../http/metrics/metrics-registry.ts';
import type { SessionStreams } from '../../http/transports/session-streams.ts';
import type { AuthContext } from '../../define/auth-context.ts';
import type { RecordSkillUse } from '../../mcp/skills/skill-audit.ts';
import type { OpenKeptIndex, SkillLibrary } from '../../mcp/skills/skill-library.ts';
import type { Around, SessionTasks } from '../../mcp/protocol.ts';
import type { UsedStates } from '../../mcp/rounds/used-states.ts';
import type { SessionIds } from '../../mcp/sessions/session-ids.ts';
import type { TaskRunner } from '../../mcp/tasks/task-runner.ts';
import type { StoreDrivers } from '../../storage/server-stores.ts';
import type { Store } from '../../model/store.ts';
import type { Stores } from '../../storage/stores.ts';
import type { ClusterNode, OpenSharedSessions, SessionObjects, SharedSessions, SharedTasks } from '../sharing/sharing.ts';

/** What features give each other. Exactly one feature provides each; the table of features says which, and who takes it. */
export interface FeatureServices {
  /** Where the server keeps what outlives a process. */
  readonly stores: Stores;
  /** Request states that have brought answers, of all instances. */
  readonly usedStates: UsedStates;
  /** Sessions of all instances. */
  readonly sharedSessions: OpenSharedSessions;
  /** This node among the others behind one address. */
  readonly clusterNode: ClusterNode;
  /** Which session ids are this server's. */
  readonly sessionIds: SessionIds;
  /** How sessions in objects of their own are reached, and are opened there. */
  readonly sessionObjects: SessionObjects;
  /** Streams of sessions that clients can come back to. */
  readonly sessionStreams: (shared: SharedSessions | undefined) => SessionStreams | undefined;
  /** Tasks of all instances; absent where they are disabled. */
  readonly sharedTasks: () => SharedTasks;
  /** What tasks of 2025-11-25 add to the feature that runs tasks. */
  readonly sessionTasks: (runner: TaskRunner) => { readonly served: SessionTasks; readonly around: Around };
  /** Concurrency limiters across all instances on the store. */
  readonly sharedLimiters: (store: Store) => NonNullable<Counting['createLimiter']>;
  /** Gauges of the cluster, updated when metrics are read. */
  readonly measureCluster: (registry: MetricsRegistry) => void;
  /** What a person's vault holds under a key. */
  readonly vaultEntry: (sub: string, key: string) => Promise<unknown>;
  /** Metadata documents of clients, kept in a store. */
  readonly clientDocuments: DocumentCache;
  /** Pages of the author's own for signing in. */
  readonly ownPages: OwnPages;
  /** The skills of the server as callers see them; absent where none is served. */
  readonly skillLibrary: SkillLibrary;
  /** The kept index of texts of skills; undefined where searches make their own. It never throws. */
  readonly keptSkillIndex: OpenKeptIndex;
  /** Records who read which skills. */
  readonly skillAudit: RecordSkillUse;
  /** Whose token it is; undefined for one that is not accepted. */
  readonly skillTokens: (token: string) => Promise<AuthContext | undefined>;
  /** Puts other entries in the place of an owner's. */
  readonly replaceOwner: ReplaceOwner;
  /** The same, for a start that does without no entry. */
  readonly swapOwner: SwapOwner;
}

/**
 * Puts all that an owner brings in the place of what it has brought, and tells clients of the lists that differ.
 * @param owner the very chain that its plugin or adapter was collected with
 * @returns false when they break a rule: the log says which, and everything stays as it is
 */
export type ReplaceOwner = (owner: readonly OwnerModel[], entries: AdapterEntries) => boolean;

/** @throws whatever refuses the entries; then nothing has changed */
export type SwapOwner = (...given: Parameters<ReplaceOwner>) => void;

/** Lists that any number of features add an item to. Who collects one gets the items of all features before it, in their order. */
export interface FeatureContributions {
  readonly storeDrivers: StoreDrivers;
  /** For the feature that signs people in. */
  readonly signIn: SignInExtension;
}

export type ServiceName = keyof FeatureServices;
export type ContributionName = keyof FeatureContributions;
