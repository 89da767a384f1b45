import { registrationShare } from '../../../options/kept-limits.ts';
import { LiveQuota, randomBytes, systemClock } from '../../../std/index.ts';
import type { Clock } from '../../../std/index.ts';
import type { Store } from '../../../storage/store.ts';
import { unusedClientSeconds } from '../tokens/lifetimes.ts';
import type { Client, ClientSource } from './client.ts';

const clientKey = (clientId: string): string => `client:${clientId}`;
const slotPrefix = 'client-slot:';

interface ClientRecord {
  readonly client: Client;
  /** The place it takes of the most that may register. */
  readonly slot: number;
  /** Somebody has signed in with it; until then it ends after a day. */
  readonly used?: true;
}

/** Places tried at random before all are looked at. */
const blindTries = 8;

/**
 * Clients that registered themselves. Each takes one of a fixed number of numbered places by a swap that only one can win, so that two
 * instances together never keep more than allowed; the place of a client that ends is free again by itself.
 */
export class RegisteredClients implements ClientSource {
  readonly #store: Store;
  readonly #most: number;
  readonly #quota: LiveQuota;

  constructor(store: Store, most: number, clock: Clock = systemClock) {
    this.#store = store;
    this.#most = most;
    const { least, part } = registrationShare;
    this.#quota = new LiveQuota({ total: Infinity, share: Math.max(least, Math.floor(most / part)) }, clock);
  }

  async find(clientId: string): Promise<Client | undefined> {
    return (await this.#read(clientId))?.record.client;
  }

  /**
   * False: as many as may are registered.
   * @param owner whose share of the places it is; undefined where addresses tell nobody apart
   */
  async add(client: Client, owner?: string): Promise<boolean> {
    const giveBack = this.#quota.take(owner, 1, unusedClientSeconds * 1000);
    const slot = giveBack === undefined ? undefined : await this.#takeSlot(client.clientId);
    if (slot === undefined) {
      giveBack?.();
      return false;
    }
    const record: ClientRecord = { client, slot };
    await this.#store.set(clientKey(client.clientId), JSON.stringify(record), { ttlMs: unusedClientSeconds * 1000 });
    return true;
  }

  /** Keeps a client for good, its place first: a client without a place would not be counted. One of another source is none of ours. */
  async keep(clientId: string): Promise<void> {
    const held = await this.#read(clientId);
    if (held === undefined || held.record.used === true) return;
    const { record, text } = held;
    const slotKey = `${slotPrefix}${record.slot}`;
    if (!(await this.#store.compareAndSet(slotKey, { expected: clientId, next: clientId }))) return;
    await this.#store.compareAndSet(clientKey(clientId), { expected: text, next: JSON.stringify({ ...record, used: true }) });
  }

  async #read(clientId: string): Promise<{ text: string; record: ClientRecord } | undefined> {
    if (!/^[0-9a-f-]{36}$/.test(clientId)) return undefined;
    const text = await this.#store.get(clientKey(clientId));
    // Written here alone, so its shape needs no check.
    return text === undefined ? undefined : { text, record: JSON.parse(text) as ClientRecord };
  }

  async #takeSlot(clientId: string): Promise<number | undefined> {
    if (this.#most <= 0) return undefined;
    for (let tried = 0; tried < blindTries; tried++) {
      const slot = randomBelow(this.#most);
      if (await this.#take(slot, clientId)) return slot;
    }
    const taken = new Set(await this.#store.keys(slotPrefix));
    for (let slot = 0; slot < this.#most; slot++) if (!taken.has(`${slotPrefix}${slot}`) && (await this.#take(slot, clientId))) return slot;
    return undefined;
  }

  readonly #take = (slot: number, clientId: string): Promise<boolean> =>
    this.#store.compareAndSet(`${slotPrefix}${slot}`, { expected: undefined, next: clientId, ttlMs: unusedClientSeconds * 1000 });
}

function randomBelow(most: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = randomBytes(4);
  return (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) % most;
}
