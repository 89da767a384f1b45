import { isJsonObject } from '../../model/index.ts';
import type { Clock } from '../../std/index.ts';
import { RecordStore } from '../../storage/record-store.ts';
import type { Store } from '../../model/store.ts';
import { isMachineId } from './node-messages.ts';

/** The value of `heartbeat:<node>`. */
interface Heartbeat {
  readonly nodeId: string;
  /** Milliseconds since the epoch, as is `lastBeat`. */
  readonly startedAt: number;
  readonly lastBeat: number;
  readonly sessionCount: number;
}

type BeatTimes = Pick<Heartbeat, 'startedAt' | 'lastBeat'>;

export interface HeartbeatOptions {
  /** Heartbeats of this server's nodes, by node. */
  readonly store: Store;
  /** The list of this server's nodes. */
  readonly names: Store;
  readonly nodeId: string;
  /** Start of this process in milliseconds since the epoch: it distinguishes two processes with one name. */
  readonly startedAt: number;
  readonly ttlMs: number;
  readonly clock: Clock;
  readonly sessionCount: () => number;
}

/**
 * The state of the previous heartbeat: `kept`; `lapsed`, so other nodes considered this one gone; or `not alone`, overwritten by another
 * process with the same name.
 */
export type Beat = 'kept' | 'lapsed' | 'not alone';

/** Heartbeats of the nodes of one server. A node is alive while its heartbeat exists in the store; clocks of two machines are never compared. */
export class Heartbeats {
  readonly #options: HeartbeatOptions;
  readonly #beats: RecordStore<string, BeatTimes>;
  readonly #names: RecordStore<void, readonly string[]>;
  #last: number | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#beats = new RecordStore(options.store, { keyOf: (nodeId) => nodeId, lifetimeMs: () => options.ttlMs, parse: parseHeartbeat });
    this.#names = new RecordStore(options.names, { keyOf: () => 'all', parse: parseNames });
  }

  async beat(): Promise<Beat> {
    const { clock, nodeId, sessionCount, startedAt } = this.#options;
    const before = await this.#beats.find(nodeId);
    const beat: Heartbeat = { nodeId, startedAt, lastBeat: clock(), sessionCount: sessionCount() };
    await this.#beats.set(nodeId, beat);
    await this.#names.update(undefined, (nodes = []) => (nodes.includes(nodeId) ? undefined : [...nodes, nodeId]));
    const last = this.#last;
    this.#last = beat.lastBeat;
    if (last === undefined) return 'kept';
    if (before === undefined) return 'lapsed';
    return before.startedAt !== startedAt && before.lastBeat > last ? 'not alone' : 'kept';
  }

  /** Every known node, this one included. */
  async nodes(): Promise<readonly string[]> {
    return (await this.#names.find()) ?? [];
  }

  async isAlive(nodeId: string): Promise<boolean> {
    return (await this.#options.store.get(nodeId)) !== undefined;
  }

  /** Removes a node after its sessions have been taken over. */
  async forget(nodeId: string): Promise<void> {
    await this.#names.update(undefined, (nodes = []) => (nodes.includes(nodeId) ? nodes.filter((node) => node !== nodeId) : undefined));
  }

  /** Ends the heartbeat of a node that stops; its name stays until other nodes have taken over its sessions. */
  async leave(): Promise<void> {
    await this.#beats.delete(this.#options.nodeId);
  }
}

function parseHeartbeat(value: unknown): BeatTimes | undefined {
  if (!isJsonObject(value)) return undefined;
  const { lastBeat, startedAt } = value;
  return typeof lastBeat === 'number' && typeof startedAt === 'number' ? { lastBeat, startedAt } : undefined;
}

/** Valid names only: other text would become channel names, keys and log lines. */
const parseNames = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string' && isMachineId(name)) : undefined;
