import { registrationShare } from '../../../options/kept-limits.ts';
import { LiveQuota, randomBytes, systemClock, type Clock } from '../../../std/index.ts';
import { RecordStore } from '../../../storage/record-store.ts';
import type { Store } from '../../../model/store.ts';
import { unusedClientSeconds } from '../tokens/lifetimes.ts';
import type { Client, ClientSource } from './client.ts';

const clientKey = (clientId: string): string => `client:${clientId}`;
const slotPrefix = 'client-slot:';
const unusedMs = unusedClientSeconds * 1000;

interface ClientRecord {
  readonly client: Client;
  /** One of as many as may register. */
  readonly slot: number;
  /** Somebody has signed in with it; until then it ends after a day. */
  readonly used?: true;
}

/** Slots tried at random before all are looked at. */
const blindTries = 8;

/**
 * Clients that registered themselves. Each takes one of a fixed number of slots by a swap that only one can win, so that two instances
 * together never keep more than allowed; the slot of a client that ends is free again by itself.
 */
export class RegisteredClients implements ClientSource {
  /** Of the slots, which hold ids of clients. */
  readonly #store: Store;
  readonly #records: RecordStore<string, ClientRecord>;
  readonly #max: number;
  readonly #quota: LiveQuota;

  constructor(store: Store, max: number, clock: Clock = systemClock) {
    this.#store = store;
    this.#records = new RecordStore(store, { keyOf: clientKey, lifetimeMs: ({ used }) => (used === true ? undefined : unusedMs) });
    this.#max = max;
    const { min, part } = registrationShare;
    this.#quota = new LiveQuota({ total: Infinity, share: Math.max(min, Math.floor(max / part)) }, clock);
  }

  async find(clientId: string): Promise<Client | undefined> {
    return (await this.#read(clientId))?.client;
  }

  /**
   * False: as many as may are registered.
   * @param owner caller whose quota counts it; undefined where addresses do not distinguish callers
   */
  async add(client: Client, owner?: string): Promise<boolean> {
    const giveBack = this.#quota.take(owner, 1, unusedMs);
    const slot = giveBack === undefined ? undefined : await this.#takeSlot(client.clientId);
    if (slot === undefined) {
      giveBack?.();
      return false;
    }
    await this.#records.set(client.clientId, { client, slot });
    return true;
  }

  /** Keeps a client for good, its slot first: a client without a slot would not be counted. One of another source is none of ours. */
  async keep(clientId: string): Promise<void> {
    const record = await this.#read(clientId);
    if (record === undefined || record.used === true) return;
    const slotKey = `${slotPrefix}${record.slot}`;
    if (!(await this.#store.compareAndSet(slotKey, { expected: clientId, next: clientId }))) return;
    await this.#records.swap(clientId, record, { ...record, used: true });
  }

  async #read(clientId: string): Promise<ClientRecord | undefined> {
    return /^[0-9a-f-]{36}$/.test(clientId) ? this.#records.find(clientId) : undefined;
  }

  async #takeSlot(clientId: string): Promise<number | undefined> {
    if (this.#max <= 0) return undefined;
    for (let tried = 0; tried < blindTries; tried++) {
      const slot = randomBelow(this.#max);
      if (await this.#take(slot, clientId)) return slot;
    }
    const taken = new Set(await this.#store.keys(slotPrefix));
    for (let slot = 0; slot < this.#max; slot++) if (!taken.has(`${slotPrefix}${slot}`) && (await this.#take(slot, clientId))) return slot;
    return undefined;
  }

  readonly #take = (slot: number, clientId: string): Promise<boolean> =>
    this.#store.compareAndSet(`${slotPrefix}${slot}`, { expected: undefined, next: clientId, ttlMs: unusedMs });
}

function randomBelow(limit: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = randomBytes(4);
  return (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) % limit;
}
