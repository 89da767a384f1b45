import type { Store } from '@service/sdk/define';
import { encodeBase64url, isRecord, isTexts, randomBytes, sha256Text } from '@service/sdk/internal';
import { type Approvals, type Approval, type Grant, type Owner, parsed, textOf, type Use } from './approvals.ts';
import { type ApprovalContext, isContext, isScope, type ApprovalScope } from './requirement.ts';

/** What was asked for, and what came of it. */
interface Asked {
  readonly toolId: string;
  readonly state: 'pending' | 'approved' | 'denied';
  readonly challenge: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly grantedBy?: string | undefined;
  readonly reason?: string | undefined;
}

/** A challenge that waits for a decision. */
export interface Challenge {
  readonly toolId: string;
  readonly owner: Owner;
  readonly requestKey: string;
  readonly expiresAt: number;
  readonly allowedScopes: readonly ApprovalScope[];
  readonly defaultScope: ApprovalScope;
  readonly maxTtlMs?: number | undefined;
  readonly alwaysPrompt: boolean;
  readonly digest: string;
  readonly context?: ApprovalContext | undefined;
  /** What a page shows of the call; absent without a page. */
  readonly about?: Readonly<Record<string, string>> | undefined;
}

/** A challenge as it was found in the store. */
export interface FoundChallenge {
  readonly waiting: Challenge;
  readonly text: string;
  readonly name: string;
}

/** A decision that has been read and fits its challenge. */
export interface Decision extends Partial<Pick<Grant, 'scope' | 'ttlMs' | 'grantedBy' | 'reason'>> {
  readonly approved: boolean;
}

/** A new challenge: the proof is told to the receiver, and kept nowhere. */
export interface NewChallenge {
  readonly challenge: string;
  readonly verifier: string;
}

/** Requests of one caller in the lifetime of a challenge: a model that tries again with other arguments must not flood who approves. */
const maxAsked = 32;
const minVerifier = 43;

/** A caller has asked for too many approvals. */
export class TooManyRequests extends Error {
  constructor() {
    super(`more than ${maxAsked} approvals were asked for in a short time`);
  }
}

/** Requests for approvals at another system, in a store: each is answered once, whichever instance gets the answer. */
export class Requests {
  readonly #store: Store;
  readonly #approvals: Approvals;
  readonly #namespace: string;
  readonly #now: () => number;
  readonly #ttlMs: number;

  constructor(
    store: Store,
    {
      approvals,
      namespace,
      now,
      ttlMs,
    }: { readonly approvals: Approvals; readonly namespace: string; readonly now: () => number; readonly ttlMs: number },
  ) {
    this.#store = store;
    this.#approvals = approvals;
    this.#namespace = namespace;
    this.#now = now;
    this.#ttlMs = ttlMs;
  }

  /** The request of a use that is open or decided, and still counts; one that allows a single call is used up by this. */
  async take(owner: Owner, use: Use): Promise<Approval | undefined> {
    const requestKey = this.#requestKeyOf(owner, use);
    const text = await this.#store.get(requestKey);
    const asked = text === undefined ? undefined : readAsked(text);
    if (asked === undefined || asked.expiresAt <= this.#now()) return undefined;
    // Whoever loses the swap has had its turn taken by an equal call.
    if (asked.state === 'approved' && !(await this.#store.compareAndSet(requestKey, { expected: text, next: undefined }))) return undefined;
    const { challenge: _challenge, ...approval } = asked;
    return approval;
  }

  /**
   * Begins a request. @returns undefined where an equal call has begun one
   * @param about what a page shows of the call
   * @throws {TooManyRequests}
   */
  async open(owner: Owner, use: Use, about?: Challenge['about']): Promise<NewChallenge | undefined> {
    const { context, digest, requirement, toolId } = use;
    const { allowedScopes, alwaysPrompt, defaultScope, maxTtlMs } = requirement;
    const verifier = encodeBase64url(randomBytes(32));
    const challenge = await sha256Text(verifier);
    const requestKey = this.#requestKeyOf(owner, use);
    const expiresAt = this.#now() + this.#ttlMs;
    const before = await this.#store.get(requestKey);
    const asked = before === undefined ? undefined : readAsked(before);
    if (asked !== undefined && asked.expiresAt > this.#now()) return undefined;
    if ((await this.#store.increment(`${this.#namespace}:count:${owner.user}`, 1, this.#ttlMs)) > maxAsked) throw new TooManyRequests();
    const waiting: Challenge = {
      toolId,
      owner,
      requestKey,
      expiresAt,
      allowedScopes,
      defaultScope,
      maxTtlMs,
      alwaysPrompt,
      digest,
      context,
      about,
    };
    const life = { ttlMs: this.#ttlMs };
    const next = JSON.stringify({ toolId, state: 'pending', challenge, expiresAt } satisfies Asked);
    if (!(await this.#store.compareAndSet(requestKey, { expected: before, next, ...life }))) return undefined;
    await this.#store.set(this.#challengeOf(challenge), JSON.stringify(waiting), life);
    return { challenge, verifier };
  }

  /** The receiver could not be told: the next call asks again. */
  async abandon(owner: Owner, use: Use, { challenge }: NewChallenge): Promise<void> {
    await this.#store.delete(this.#challengeOf(challenge));
    const requestKey = this.#requestKeyOf(owner, use);
    const text = await this.#store.get(requestKey);
    if (text !== undefined && readAsked(text)?.challenge === challenge)
      await this.#store.compareAndSet(requestKey, { expected: text, next: undefined });
  }

  /** The challenge that a proof belongs to; undefined for one that is unknown, decided or over. */
  async find(verifier: string): Promise<FoundChallenge | undefined> {
    return verifier.length < minVerifier ? undefined : this.waiting(await sha256Text(verifier));
  }

  /** The request of a challenge that is not decided; naming it proves nothing. */
  async waiting(challenge: string): Promise<FoundChallenge | undefined> {
    const name = this.#challengeOf(challenge);
    const text = await this.#store.get(name);
    const waiting = text === undefined ? undefined : readChallenge(text);
    return text === undefined || waiting === undefined || waiting.expiresAt <= this.#now() ? undefined : { waiting, text, name };
  }

  /** @returns whether this was the decision; false where another one came first */
  async decide(found: FoundChallenge, decision: Decision): Promise<boolean> {
    const { name, text, waiting } = found;
    const { approved, grantedBy, reason, scope = waiting.defaultScope, ttlMs = waiting.maxTtlMs } = decision;
    if (!(await this.#store.compareAndSet(name, { expected: text, next: undefined }))) return false;
    const { context, digest, owner, requestKey, toolId } = waiting;
    const open = await this.#store.get(requestKey);
    const asked = open === undefined ? undefined : readAsked(open);
    // Of a call that has asked anew, which another challenge decides.
    if (asked === undefined || this.#challengeOf(asked.challenge) !== name) return false;
    const isLasting = approved && !waiting.alwaysPrompt;
    if (isLasting) await this.#approvals.grant(owner, { toolId, scope, ttlMs, grantedBy, reason, context, digest } satisfies Grant);
    const state = approved ? 'approved' : 'denied';
    const next = JSON.stringify({ ...asked, state, grantedBy, reason, expiresAt: this.#now() + this.#ttlMs } satisfies Asked);
    await this.#store.compareAndSet(requestKey, { expected: open, next: isLasting ? undefined : next, ttlMs: this.#ttlMs });
    return true;
  }

  /** Open and denied requests of a caller. */
  async list(owner: Owner): Promise<readonly Approval[]> {
    const names = await this.#store.keys(`${this.#namespace}:asked:${owner.user}:`);
    const found = await Promise.all(names.map((name) => this.#store.get(name)));
    return found.flatMap((text) => {
      const asked = text === undefined ? undefined : readAsked(text);
      if (asked === undefined) return [];
      const { challenge: _challenge, ...approval } = asked;
      return [{ ...approval, state: asked.expiresAt <= this.#now() ? 'expired' : asked.state }];
    });
  }

  /** Calls that need an approval each have a request each; otherwise one is open for a tool, whatever its arguments. */
  #requestKeyOf(owner: Owner, { context, digest, requirement, toolId }: Use): string {
    const isNarrow = requirement.alwaysPrompt || requirement.defaultScope === 'tool_specific';
    const about = context === undefined ? '' : `${encodeURIComponent(context.type)}/${encodeURIComponent(context.identifier)}`;
    // A request of one session approves nothing in another.
    const whose = `${owner.user}:${owner.session}`;
    return `${this.#namespace}:asked:${whose}:${encodeURIComponent(toolId)}:${about}:${isNarrow ? digest : ''}`;
  }

  #challengeOf(challenge: string): string {
    return `${this.#namespace}:challenge:${challenge}`;
  }
}

function readAsked(text: string): Asked | undefined {
  const { challenge, expiresAt, grantedBy, reason, state, toolId } = parsed(text);
  if (typeof challenge !== 'string' || typeof expiresAt !== 'number' || typeof toolId !== 'string') return undefined;
  if (state !== 'pending' && state !== 'approved' && state !== 'denied') return undefined;
  return { toolId, state, challenge, expiresAt, grantedBy: textOf(grantedBy), reason: textOf(reason) };
}

function readChallenge(text: string): Challenge | undefined {
  const value = parsed(text);
  const { about, allowedScopes, context, defaultScope, digest, expiresAt, requestKey, toolId } = value;
  const { hasSession, session, user } = (value['owner'] ?? {}) as Partial<Owner>;
  if (!isTexts([toolId, requestKey, digest, session, user]) || typeof expiresAt !== 'number' || !isScope(defaultScope)) return undefined;
  if (!Array.isArray(allowedScopes) || !allowedScopes.every(isScope) || (context !== undefined && !isContext(context))) return undefined;
  const maxTtlMs = typeof value['maxTtlMs'] === 'number' ? value['maxTtlMs'] : undefined;
  return {
    toolId: String(toolId),
    requestKey: String(requestKey),
    digest: String(digest),
    owner: { user: String(user), session: String(session), hasSession: hasSession === true },
    alwaysPrompt: value['alwaysPrompt'] === true,
    expiresAt,
    allowedScopes,
    defaultScope,
    maxTtlMs,
    context: context as ApprovalContext | undefined,
    about: isRecord(about) && isTexts(Object.values(about)) ? (about as Challenge['about']) : undefined,
  };
}
