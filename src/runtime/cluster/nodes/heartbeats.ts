import type { Clock } from '../../std/index.ts';
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

export interface HeartbeatParts {
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
  readonly #parts: HeartbeatParts;
  #last: number | undefined;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
  }

  async beat(): Promise<Beat> {
    const { clock, nodeId, sessionCount, startedAt, store, ttlMs } = this.#parts;
    const before = readHeartbeat(await store.get(nodeId));
    const sign: Heartbeat = { nodeId, startedAt, lastBeat: clock(), sessionCount: sessionCount() };
    await store.set(nodeId, JSON.stringify(sign), { ttlMs });
    await this.#change((nodes) => (nodes.includes(nodeId) ? undefined : [...nodes, nodeId]));
    const last = this.#last;
    this.#last = sign.lastBeat;
    if (last === undefined) return 'kept';
    if (before === undefined) return 'lapsed';
    return before.startedAt !== startedAt && before.lastBeat > last ? 'not alone' : 'kept';
  }

  /** Every node that has not been forgotten, this one too. */
  async nodes(): Promise<readonly string[]> {
    return readNames(await this.#parts.names.get(listKey));
  }

  async isAlive(nodeId: string): Promise<boolean> {
    return (await this.#parts.store.get(nodeId)) !== undefined;
  }

  /** Nothing of it is left to take over. */
  async forget(nodeId: string): Promise<void> {
    await this.#change((nodes) => (nodes.includes(nodeId) ? nodes.filter((node) => node !== nodeId) : undefined));
  }

  /** A node that goes by itself says so; its name stays until others have taken over what was its own. */
  async leave(): Promise<void> {
    await this.#parts.store.delete(this.#parts.nodeId);
  }

  async #change(edit: (nodes: readonly string[]) => readonly string[] | undefined): Promise<void> {
    const { names } = this.#parts;
    for (;;) {
      const text = await names.get(listKey);
      const next = edit(readNames(text));
      if (next === undefined || (await names.compareAndSet(listKey, { expected: text, next: JSON.stringify(next) }))) return;
    }
  }
}

const listKey = 'all';

function readHeartbeat(text: string | undefined): Pick<Heartbeat, 'startedAt' | 'lastBeat'> | undefined {
  const value = text === undefined ? undefined : parse(text);
  if (!isJsonObject(value)) return undefined;
  const { lastBeat, startedAt } = value;
  return typeof lastBeat === 'number' && typeof startedAt === 'number' ? { lastBeat, startedAt } : undefined;
}

/** Names that a node can have: others were written by somebody else, and would be published to, asked for and logged. */
function readNames(text: string | undefined): readonly string[] {
  const value = text === undefined ? undefined : parse(text);
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string' && isMachineId(name)) : [];
}

/** Undefined for what is no JSON: a store is shared with whoever else can write to it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
