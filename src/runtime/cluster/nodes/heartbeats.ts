import type { Clock } from '../../std/index.ts';
import { RecordStore } from '../../storage/record-store.ts';
import type { Store } from '../../storage/store.ts';
import { isJsonObject } from '../../mcp/json-rpc.ts';
import { isMachineId } from './node-names.ts';

/** The value of `heartbeat:<node>`. */
interface Heartbeat {
  readonly nodeId: string;
  /** Milliseconds since the epoch, as the next. */
  readonly startedAt: number;
  readonly lastBeat: number;
  readonly sessionCount: number;
}

type BeatTimes = Pick<Heartbeat, 'startedAt' | 'lastBeat'>;

export interface HeartbeatOptions {
  /** Signs of life of this server's nodes, by node. */
  readonly store: Store;
  /** The list of this server's nodes. */
  readonly names: Store;
  readonly nodeId: string;
  /** When this process began, in milliseconds since the epoch: what tells two processes of one name apart. */
  readonly startedAt: number;
  readonly ttlMs: number;
  readonly clock: Clock;
  readonly sessionCount: () => number;
}

/**
 * What was found where the last sign of life should be: it; nothing, so that others took this node for gone; or the sign of another
 * process that has the same name.
 */
export type Beat = 'kept' | 'lapsed' | 'not alone';

/** Signs of life of the nodes of one server. A node is there as long as its sign is; no clocks of two machines are compared. */
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
    const sign: Heartbeat = { nodeId, startedAt, lastBeat: clock(), sessionCount: sessionCount() };
    await this.#beats.set(nodeId, sign);
    await this.#names.update(undefined, (nodes = []) => (nodes.includes(nodeId) ? undefined : [...nodes, nodeId]));
    const last = this.#last;
    this.#last = sign.lastBeat;
    if (last === undefined) return 'kept';
    if (before === undefined) return 'lapsed';
    return before.startedAt !== startedAt && before.lastBeat > last ? 'not alone' : 'kept';
  }

  /** Every node that has not been forgotten, this one too. */
  async nodes(): Promise<readonly string[]> {
    return (await this.#names.find()) ?? [];
  }

  async isAlive(nodeId: string): Promise<boolean> {
    return (await this.#options.store.get(nodeId)) !== undefined;
  }

  /** Nothing of it is left to take over. */
  async forget(nodeId: string): Promise<void> {
    await this.#names.update(undefined, (nodes = []) => (nodes.includes(nodeId) ? nodes.filter((node) => node !== nodeId) : undefined));
  }

  /** A node that goes by itself says so; its name stays until others have taken over what was its own. */
  async leave(): Promise<void> {
    await this.#beats.delete(this.#options.nodeId);
  }
}

function parseHeartbeat(value: unknown): BeatTimes | undefined {
  if (!isJsonObject(value)) return undefined;
  const { lastBeat, startedAt } = value;
  return typeof lastBeat === 'number' && typeof startedAt === 'number' ? { lastBeat, startedAt } : undefined;
}

/** Names that a node can have: other text would be published to, asked for and logged. */
const parseNames = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string' && isMachineId(name)) : undefined;
