import { isJsonObject } from '../../model/index.ts';
import { ServiceError } from '../../errors/index.ts';
import type { Clock } from '../../std/index.ts';
import { RecordStore } from '../../storage/record-store.ts';
import type { Store } from '../../model/store.ts';

/** Which node a session belongs to: where its stream is, or where it was opened. */
export interface SessionClaim {
  readonly nodeId: string;
  /** Milliseconds since the epoch. */
  readonly claimedAt: number;
  /** Of the kept stream of its background, once that has sent something. */
  readonly stream?: string;
}

/** A claim as it was read. */
export interface FoundClaim {
  readonly sessionId: string;
  readonly claim: SessionClaim;
}

export interface SessionClaimOptions {
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
  readonly #options: SessionClaimOptions;
  readonly #claims: RecordStore<string, SessionClaim>;

  constructor(options: SessionClaimOptions) {
    this.#options = options;
    this.#claims = new RecordStore(options.store, { keyOf: (sessionId) => sessionId, lifetimeMs: () => options.ttlMs, parse: parseClaim });
  }

  /**
   * Takes a session from its owner at the time of reading.
   * @param found undefined: it had no owner
   * @throws {ServiceError} SESSION_CLAIM_CONFLICT when another node was faster
   */
  async claim(sessionId: string, found: FoundClaim | undefined): Promise<void> {
    if (await this.#claims.swap(sessionId, found?.claim, this.#ownClaim(found?.claim ?? {}))) return;
    throw new ServiceError('SESSION_CLAIM_CONFLICT', 'another node has claimed this session');
  }

  /** Claims the session of a client that has connected here, from any owner. If it connects to two nodes at once, the later one owns it. */
  async move(sessionId: string): Promise<void> {
    await this.#swap(sessionId, () => ({}));
  }

  /** Claims a session back whose client is still here: a node that took it over was wrong about this one. */
  async hold(sessionId: string): Promise<void> {
    await this.#swap(sessionId, (claim) => (claim?.nodeId === this.#options.nodeId ? claim : {}));
  }

  /** Renews the claim of a session in use; one without an owner becomes this node's. */
  async keep(sessionId: string): Promise<void> {
    await this.#swap(sessionId, (claim) => (claim === undefined || claim.nodeId === this.#options.nodeId ? (claim ?? {}) : undefined));
  }

  /** Under which name its messages are kept. */
  async noteStream(sessionId: string, stream: string): Promise<void> {
    await this.#swap(sessionId, (claim) => (claim?.nodeId === this.#options.nodeId ? { stream } : undefined));
  }

  async release(sessionId: string): Promise<void> {
    await this.#claims.delete(sessionId);
  }

  /** Calls back for each session of a node, some at a time. */
  async eachOf(nodeId: string, visit: (found: FoundClaim) => Promise<void>): Promise<void> {
    const ids = await this.#options.store.keys('');
    for (let at = 0; at < ids.length; at += batch) {
      const found = await Promise.all(ids.slice(at, at + batch).map((sessionId) => this.#find(sessionId)));
      await Promise.all(found.map(async (each) => (each?.claim.nodeId === nodeId ? visit(each) : undefined)));
    }
  }

  async #find(sessionId: string): Promise<FoundClaim | undefined> {
    const claim = await this.#claims.find(sessionId);
    return claim === undefined ? undefined : { sessionId, claim };
  }

  /** @param decide undefined: it stays as it is */
  async #swap(sessionId: string, decide: (claim: SessionClaim | undefined) => Pick<SessionClaim, 'stream'> | undefined): Promise<void> {
    await this.#claims.update(sessionId, (claim) => {
      const wanted = decide(claim);
      return wanted === undefined ? undefined : this.#ownClaim(wanted);
    });
  }

  #ownClaim({ stream }: Pick<SessionClaim, 'stream'>): SessionClaim {
    const { clock, nodeId } = this.#options;
    return { nodeId, claimedAt: clock(), stream };
  }
}

/** Undefined for what no node wrote. */
function parseClaim(value: unknown): SessionClaim | undefined {
  if (!isJsonObject(value)) return undefined;
  const { claimedAt, nodeId, stream } = value;
  if (typeof nodeId !== 'string' || typeof claimedAt !== 'number') return undefined;
  return { nodeId, claimedAt, ...(typeof stream === 'string' ? { stream } : {}) };
}
