import { ServiceError } from '../../errors/index.ts';
import type { Bus } from '../../storage/bus.ts';
import type { StoreOptions } from '../../storage/store-options.ts';
import type { Store } from '../../model/store.ts';
import { type StoringApplication, readKeptState } from '../sharing/kept-state.ts';
import { useBus, useStore } from '../../storage/stores.ts';

/** Where nodes leave what they know of each other. */
export interface ClusterStore {
  /** Of every key and channel. */
  readonly prefix: string;
  readonly sessions: StoreOptions;
  readonly sessionTtlMs: number;
  readonly bus: Bus;
  store(prefix: string): Store;
}

/**
 * @param ownPrefix in place of the `ha:` after the prefix of the store
 * @throws {ServiceError} HA_CONFIGURATION_ERROR without a Redis server
 */
export function openClusterStore(parts: StoringApplication, ownPrefix: string | undefined): ClusterStore {
  const { bus, sessionTtlMs, sessions } = readKeptState(parts);
  if (sessions === undefined || sessions.kind === 'sqlite' || bus === undefined) {
    const problem =
      'HA_CONFIGURATION_ERROR: several nodes need a Redis server for sessions and channels: set redis: { host }, and neither transport.persistence: false nor sqlite';
    throw new ServiceError('HA_CONFIGURATION_ERROR', problem, { status: 500, expose: true });
  }
  const prefix = ownPrefix ?? `${sessions.keyPrefix}ha:`;
  // Without the end that values of the store have: the list of nodes lives as long as they do.
  const { defaultTtlMs: _end, ...connection } = sessions;
  return {
    prefix,
    sessions,
    sessionTtlMs,
    bus: useBus(parts.stores, bus),
    store: (of) => useStore(parts.stores, { ...connection, keyPrefix: prefix }, of),
  };
}
