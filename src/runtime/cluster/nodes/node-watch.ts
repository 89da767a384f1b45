import { ServiceError } from '../../errors/index.ts';
import type { Logger } from '../../std/index.ts';
import type { Heartbeats } from './heartbeats.ts';
import type { FoundClaim, SessionClaims } from './session-claims.ts';

export interface NodeWatchOptions {
  readonly nodeId: string;
  readonly beats: Heartbeats;
  readonly claims: SessionClaims;
  readonly logger: Logger;
  /** Milliseconds between the end of a node's heartbeats and the takeover of its sessions. */
  readonly graceMs: number;
  /** Prepares a session that now belongs to this node. */
  readonly adopt: (found: FoundClaim) => Promise<void>;
}

/** Counted since the start. */
export interface NodeCounts {
  /** Nodes that were alive at the last poll, this one included. */
  nodes: number;
  takenOver: number;
  /** Sessions that another node took first. */
  conflicts: number;
}

/** Watches the other nodes: each session of a node that is gone is taken over by exactly one of the others. */
export class NodeWatch {
  readonly counts: NodeCounts = { nodes: 1, takenOver: 0, conflicts: 0 };
  readonly #options: NodeWatchOptions;
  readonly #gone = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(options: NodeWatchOptions) {
    this.#options = options;
  }

  async look(): Promise<void> {
    const { beats, graceMs, nodeId } = this.#options;
    const others = (await beats.nodes()).filter((node) => node !== nodeId);
    const alive = await Promise.all(others.map((node) => beats.isAlive(node)));
    this.counts.nodes = 1 + alive.filter((each) => each).length;
    for (const [at, node] of others.entries()) {
      if (alive[at] === true) this.#giveUp(node);
      else if (!this.#gone.has(node))
        this.#gone.set(
          node,
          later(graceMs, () => this.#takeOver(node)),
        );
    }
  }

  stop(): void {
    for (const node of this.#gone.keys()) this.#giveUp(node);
  }

  #giveUp(node: string): void {
    clearTimeout(this.#gone.get(node));
    this.#gone.delete(node);
  }

  async #takeOver(node: string): Promise<void> {
    const { beats, claims, logger } = this.#options;
    const tally = { takenOver: 0, conflicts: 0 };
    try {
      // The node may have been slow, not gone.
      if (await beats.isAlive(node)) return;
      await claims.eachOf(node, async (found) => void tally[await this.#take(found)]++);
      await beats.forget(node);
      logger.warn('a node gives no sign of life: its sessions have been taken over', { node, ...tally });
    } catch (failure) {
      logger.warn('the sessions of a node that is gone could not be taken over yet', { node, failure });
    } finally {
      this.counts.takenOver += tally.takenOver;
      this.counts.conflicts += tally.conflicts;
      // Sessions that are left are found at the next poll.
      this.#gone.delete(node);
    }
  }

  async #take(found: FoundClaim): Promise<'takenOver' | 'conflicts'> {
    const { adopt, claims } = this.#options;
    try {
      await claims.claim(found.sessionId, found);
    } catch (failure) {
      if (failure instanceof ServiceError && failure.code === 'SESSION_CLAIM_CONFLICT') return 'conflicts';
      throw failure;
    }
    await adopt(found);
    return 'takenOver';
  }
}

/** A timer that does not keep the process alive. */
function later(ms: number, work: () => Promise<void>): ReturnType<typeof setTimeout> {
  const timer = setTimeout(() => void work(), ms);
  if (typeof timer === 'object') timer.unref();
  return timer;
}
