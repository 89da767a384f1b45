import { ServiceError } from '../../errors/index.ts';
import type { Clock } from '../../std/index.ts';
import type { Store } from '../../storage/store.ts';
import { isJsonObject } from '../../mcp/json-rpc.ts';

/** Which node a session belongs to: where its stream is, or where it was opened. */
export interface SessionClaim {
  readonly nodeId: string;
  /** Milliseconds since the epoch. */
  readonly claimedAt: number;
  /** Of the kept stream of its background, once that has sent something. */
  readonly stream?: string;
}

/** A claim as it was read; `text` is what a swap expects. */
export interface FoundClaim {
  readonly sessionId: string;
  readonly text: string;
  readonly claim: SessionClaim;
}

export interface SessionClaimParts {
  /** One value a session. */
  readonly store: Store;
  readonly nodeId: string;
  /** Milliseconds that an unused session is kept. */
  readonly ttlMs: number;
  readonly clock: Clock;
}

/** How many claims are read at once. */
const batch = 100;

/** Claims of one server's nodes on its sessions. Each step is one compare-and-set: of several that want a session one gets it. */
export class SessionClaims {
  readonly #parts: SessionClaimParts;

  constructor(parts: SessionClaimParts) {
    this.#parts = parts;
  }

  /**
   * Takes a session from whoever had it when it was read.
   * @param found undefined: nobody had it
   * @throws {ServiceError} SESSION_CLAIM_CONFLICT when another node was faster
   */
  async claim(sessionId: string, found: FoundClaim | undefined): Promise<void> {
    const { clock, nodeId, store, ttlMs } = this.#parts;
    const stream = found?.claim.stream;
    const claim: SessionClaim = { nodeId, claimedAt: clock(), ...(stream === undefined ? {} : { stream }) };
    if (await store.compareAndSet(sessionId, { expected: found?.text, next: JSON.stringify(claim), ttlMs })) return;
    throw new ServiceError('SESSION_CLAIM_CONFLICT', 'another node has claimed this session');
  }

  /** The client has come here: the session is this node's, whoever had it. Of two nodes that it comes to at once the later one has it. */
  async move(sessionId: string): Promise<void> {
    await this.#swap(sessionId, () => ({}));
  }

  /** The client is still here: whoever took the session over meanwhile was wrong about this node. */
  async hold(sessionId: string): Promise<void> {
    await this.#swap(sessionId, (claim) => (claim?.nodeId === this.#parts.nodeId ? claim : {}));
  }

  /** A session that is used here goes on being whose it is; one that is nobody's is this node's. */
  async keep(sessionId: string): Promise<void> {
    await this.#swap(sessionId, (claim) => (claim === undefined || claim.nodeId === this.#parts.nodeId ? (claim ?? {}) : undefined));
  }

  /** Under which name its messages are kept. */
  async noteStream(sessionId: string, stream: string): Promise<void> {
    await this.#swap(sessionId, (claim) => (claim?.nodeId === this.#parts.nodeId ? { stream } : undefined));
  }

  async release(sessionId: string): Promise<void> {
    await this.#parts.store.delete(sessionId);
  }

  /** Calls back for each session of a node, some at a time. */
  async eachOf(nodeId: string, visit: (found: FoundClaim) => Promise<void>): Promise<void> {
    const ids = await this.#parts.store.keys('');
    for (let at = 0; at < ids.length; at += batch) {
      const found = await Promise.all(ids.slice(at, at + batch).map((sessionId) => this.#find(sessionId)));
      await Promise.all(found.map(async (each) => (each?.claim.nodeId === nodeId ? visit(each) : undefined)));
    }
  }

  async #find(sessionId: string): Promise<FoundClaim | undefined> {
    const text = await this.#parts.store.get(sessionId);
    const claim = text === undefined ? undefined : readClaim(text);
    return text === undefined || claim === undefined ? undefined : { sessionId, text, claim };
  }

  /** @param decide undefined: it stays as it is */
  async #swap(sessionId: string, decide: (claim: SessionClaim | undefined) => Pick<SessionClaim, 'stream'> | undefined): Promise<void> {
    const { clock, nodeId, store, ttlMs } = this.#parts;
    for (;;) {
      const text = await store.get(sessionId);
      const wanted = decide(text === undefined ? undefined : readClaim(text));
      if (wanted === undefined) return;
      const { stream } = wanted;
      const next: SessionClaim = { nodeId, claimedAt: clock(), ...(stream === undefined ? {} : { stream }) };
      if (await store.compareAndSet(sessionId, { expected: text, next: JSON.stringify(next), ttlMs })) return;
    }
  }
}

/** Undefined for what no node wrote. */
function readClaim(text: string): SessionClaim | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return undefined;
    const { claimedAt, nodeId, stream } = value;
    if (typeof nodeId !== 'string' || typeof claimedAt !== 'number') return undefined;
    return { nodeId, claimedAt, ...(typeof stream === 'string' ? { stream } : {}) };
  } catch {
    return undefined;
  }
}
