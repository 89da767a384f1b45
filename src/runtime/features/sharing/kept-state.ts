import type { AuthenticatedExchange } from '../../http/handler.ts';
import { takeFromWindow } from '../../http/limits/counter-store.ts';
import { createPartition } from '../../http/limits/partition.ts';
import { configInvalid } from '../../errors/index.ts';
import { redisDefaults } from '../../options/generated.ts';
import { numberRule } from '../../options/store-values.ts';
import { readRedisOption, readSqliteOption, readStoreOption, type RedisOptions, type StoreOptions } from '../../storage/store-options.ts';
import type { ApplicationCore } from '../application/application-core.ts';
import type { FeatureServices } from '../application/services.ts';

/** Under this name the environment of a session's object has its own storage. No binding of a worker can: it is no identifier. */
export const ownStorage = 'service:own-storage';

/** Sessions that one address (or one signed-in user) may open: many more than a client does, few enough to fill no store. */
const creationLimit = { maxRequests: 600, windowMs: 60_000 };

/** Seconds until a caller may open another session; 0 now. */
export function limitCreation(counting: Parameters<typeof takeFromWindow>[2]): (caller: AuthenticatedExchange) => Promise<number> {
  const keyOf = createPartition('userId');
  return async ({ auth, exchange }) => takeFromWindow(creationLimit, keyOf({ auth, clientIp: exchange.peerAddress }), counting);
}

/** Where a server keeps what all of its instances share. */
export interface KeptState {
  /** `redis` or `sqlite` of the server; undefined when neither is set. */
  readonly common: StoreOptions | undefined;
  /** Of questions: `elicitation.redis`, else the common one. */
  readonly questions: StoreOptions | undefined;
  /** Of sessions: `transport.persistence`, else the common one; undefined: in memory. */
  readonly sessions: StoreOptions | undefined;
  /** Milliseconds that an unused session is kept. */
  readonly sessionTtlMs: number;
  /** Where instances speak to each other; undefined when nothing there can. */
  readonly bus: RedisOptions | undefined;
}

/**
 * Reads `redis`, `sqlite`, `pubsub` and `transport.persistence`.
 * @throws {ServiceError} CONFIG_INVALID
 */
export function readKeptState({ environment: variables, runtime }: Pick<ApplicationCore, 'environment' | 'runtime'>): KeptState {
  const { declared } = runtime;
  const { elicitation, pubsub, redis, sqlite, transport } = declared;
  const asked = elicitation?.redis;
  const common =
    redis !== undefined
      ? readRedisOption(redis, { path: 'redis', variables })
      : sqlite !== undefined
        ? readSqliteOption(sqlite, { path: 'sqlite', variables })
        : undefined;
  const persistence = transport?.persistence;
  const { defaultTtlMs, ...own } = persistence || {};
  if (Number.isNaN(defaultTtlMs)) throw configInvalid(`transport.persistence.defaultTtlMs ${numberRule}`);
  if (declared.sessions !== undefined && persistence !== undefined)
    throw configInvalid('sessions and transport.persistence are two stores of sessions: keep one of the two');
  const sessions =
    declared.sessions !== undefined
      ? { kind: 'durable-object' as const, binding: ownStorage, isUnshared: true as const, keyPrefix: redisDefaults.keyPrefix }
      : persistence === false
        ? undefined
        : persistence === undefined
          ? common
          : readStoreOption(own, { path: 'transport.persistence', variables });
  return {
    common,
    questions: asked === undefined ? common : readRedisOption(asked, { path: 'elicitation.redis', variables }),
    sessions,
    sessionTtlMs: defaultTtlMs ?? (declared.sessions === undefined ? sessions : common)?.defaultTtlMs ?? redisDefaults.defaultTtlMs,
    bus: readBus(pubsub, { store: sessions, variables }),
  };
}

/** Where what is kept in a store can be told of: `pubsub`, else the store itself when it can. @throws {ServiceError} CONFIG_INVALID */
export function readBus(
  pubsub: unknown,
  { store, variables }: { store: StoreOptions | undefined; variables: ApplicationCore['environment'] },
): RedisOptions | undefined {
  if (pubsub === undefined) return store?.kind === 'redis' ? store : undefined;
  const options = readRedisOption(pubsub, { path: 'pubsub', variables });
  if (options.kind === 'redis') return options;
  throw configInvalid('pubsub must be a Redis server over TCP: channels do not work over HTTP');
}

/** Input of a feature that uses stores. */
export type StoringApplication = ApplicationCore & Partial<Pick<FeatureServices, 'stores'>>;
