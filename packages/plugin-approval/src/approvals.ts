import type { HookViewer, Store } from '@service/sdk/define';
import { isRecord, sha256Text, withoutUndefined } from '@service/sdk/internal';
import { type ApprovalContext, isContext, isScope, type ApprovalScope, type Requirement, scopes } from './requirement.ts';

/** What is known of a decision. */
export type ApprovalState = 'pending' | 'approved' | 'denied' | 'expired';

/** A decision on a tool, for one caller. */
export interface Approval {
  /** Name of the tool, as clients see it. */
  readonly toolId: string;
  /** Whether it counts. */
  readonly state: ApprovalState;
  /** How far it reaches; absent of what was denied or is not decided. */
  readonly scope?: ApprovalScope;
  /** Milliseconds since the epoch. */
  readonly grantedAt?: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** Who decided. */
  readonly grantedBy?: string;
  /** Why. */
  readonly reason?: string;
  /** Of the scope `context_specific`. */
  readonly context?: ApprovalContext;
}

/** An approval as it is given. */
export interface Grant {
  readonly toolId: string;
  readonly scope: ApprovalScope;
  readonly ttlMs?: number | undefined;
  readonly grantedBy?: string | undefined;
  readonly reason?: string | undefined;
  readonly context?: ApprovalContext | undefined;
  /** Of the arguments, for the scope `tool_specific`. */
  readonly digest?: string | undefined;
}

/** Owner of the approvals that count for a call, as hashes: keys hold no name of a person. */
export interface Owner {
  readonly user: string;
  readonly session: string;
  /** Ends with a session that the server knows. */
  readonly hasSession: boolean;
}

/** What a use of a tool must fit. */
export interface Use {
  readonly toolId: string;
  readonly requirement: Requirement;
  readonly digest: string;
  readonly context: ApprovalContext | undefined;
}

export type Kept = Omit<Approval, 'state'> & { readonly scope: ApprovalScope; readonly grantedAt: number };

const hour = 3_600_000;
/** An approval of a session ends with it; where there is none, soon. */
const sessionMs = { known: 24 * hour, none: hour } as const;
/** How long an approval that has ended is told of as `expired`. */
const toldMs = 600_000;
export const maxTtlMs = 365 * 24 * hour;

/** A person in keys. */
export const personHash = (principal: string): Promise<string> => sha256Text(JSON.stringify(['person', principal]));

/** Undefined for a caller whom nothing tells from others: an anonymous one without a session. */
export async function ownerOf({ principal, sessionId }: HookViewer): Promise<Owner | undefined> {
  if (principal === undefined && sessionId === undefined) return undefined;
  const [user, session] = await Promise.all([
    principal === undefined ? sha256Text(JSON.stringify(['anonymous', sessionId])) : personHash(principal),
    sha256Text(JSON.stringify(['session', sessionId ?? null, principal ?? null])),
  ]);
  return { user, session, hasSession: sessionId !== undefined };
}

/** The approvals in a store. */
export class Approvals {
  readonly #store: Store;
  readonly #namespace: string;
  readonly #now: () => number;

  constructor(store: Store, namespace: string, now: () => number) {
    this.#store = store;
    this.#namespace = namespace;
    this.#now = now;
  }

  async grant(owner: Owner, grant: Grant): Promise<Kept> {
    const { context, grantedBy, reason, scope, toolId, ttlMs } = grant;
    const grantedAt = this.#now();
    const longest = scope !== 'session' ? maxTtlMs : owner.hasSession ? sessionMs.known : sessionMs.none;
    const lasting = Math.min(ttlMs ?? longest, longest);
    const kept = withoutUndefined({ toolId, scope, grantedAt, expiresAt: grantedAt + lasting, grantedBy, reason, context });
    await this.#store.set(await this.#nameOf(owner, grant), JSON.stringify(kept), { ttlMs: lasting + toldMs });
    return kept;
  }

  /** The approval that a use rests on, and the one that has ended where there is none. */
  async find(owner: Owner, { context, digest, requirement, toolId }: Use): Promise<Approval | undefined> {
    const named = requirement.allowedScopes.filter((scope) => scope !== 'context_specific' || context !== undefined);
    const names = await Promise.all(named.map((scope) => this.#nameOf(owner, { toolId, scope, digest, context })));
    const found = await Promise.all(names.map((name) => this.#store.get(name)));
    const known = found.flatMap((text, at) => {
      const kept = text === undefined ? undefined : readKept(text);
      return kept === undefined || kept.scope !== named[at] ? [] : [this.#seen(kept, requirement.maxTtlMs)];
    });
    return known.find(({ state }) => state === 'approved') ?? known[0];
  }

  /** All of a caller, of the session or of the person. */
  async list(owner: Owner, reach: 'session' | 'user'): Promise<readonly Approval[]> {
    const names = await this.#store.keys(this.#prefixOf(owner, reach));
    const found = await Promise.all(names.map((name) => this.#store.get(name)));
    return found.flatMap((text) => {
      const kept = text === undefined ? undefined : readKept(text);
      return kept === undefined ? [] : [this.#seen(kept)];
    });
  }

  /** @returns how many there were */
  async revoke(owner: Owner, of: { readonly toolId?: string | undefined; readonly scope?: ApprovalScope | undefined }): Promise<number> {
    const { scope, toolId } = of;
    let revoked = 0;
    for (const one of scope === undefined ? scopes : [scope]) {
      const prefix = `${this.#prefixOf(owner, one === 'session' ? 'session' : 'user')}${one}:${toolId === undefined ? '' : `${encodeURIComponent(toolId)}:`}`;
      for (const name of await this.#store.keys(prefix)) if (await this.#store.delete(name)) revoked++;
    }
    return revoked;
  }

  /** Removes what stores without lifetimes have left, requests included. */
  async clean(): Promise<void> {
    for (const name of await this.#store.keys(`${this.#namespace}:`)) {
      const text = await this.#store.get(name);
      const { expiresAt } = text === undefined ? {} : parsed(text);
      if (typeof expiresAt === 'number' && expiresAt + toldMs <= this.#now())
        await this.#store.compareAndSet(name, { expected: text, next: undefined });
    }
  }

  #seen(kept: Kept, maxMs = maxTtlMs): Approval {
    const expiresAt = Math.min(kept.expiresAt ?? Infinity, kept.grantedAt + maxMs);
    return { ...kept, expiresAt, state: expiresAt <= this.#now() ? 'expired' : 'approved' };
  }

  async #nameOf(owner: Owner, { context, digest, scope, toolId }: Grant): Promise<string> {
    const detail =
      scope === 'tool_specific'
        ? (digest ?? '')
        : scope === 'context_specific' && context !== undefined
          ? await sha256Text(JSON.stringify([context.type, context.identifier]))
          : '';
    return `${this.#prefixOf(owner, scope === 'session' ? 'session' : 'user')}${scope}:${encodeURIComponent(toolId)}:${detail}`;
  }

  #prefixOf(owner: Owner, reach: 'session' | 'user'): string {
    return `${this.#namespace}:grant:${owner[reach]}:`;
  }
}

/** Undefined for a text that is no approval. */
function readKept(text: string): Kept | undefined {
  const value = parsed(text);
  const { context, expiresAt, grantedAt, scope, toolId } = value;
  if (typeof toolId !== 'string' || !isScope(scope) || typeof grantedAt !== 'number' || typeof expiresAt !== 'number') return undefined;
  if (context !== undefined && !isContext(context)) return undefined;
  return withoutUndefined({
    toolId,
    scope,
    grantedAt,
    expiresAt,
    context: context as ApprovalContext | undefined,
    grantedBy: textOf(value['grantedBy']),
    reason: textOf(value['reason']),
  });
}

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The members of an object in JSON; none of anything else. */
export function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
