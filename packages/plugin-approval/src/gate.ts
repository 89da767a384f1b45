import type { PageVisit, PluginHost, PluginPage } from '@service/sdk/define';
import { ServiceError } from '@service/sdk/errors';
import { comparableText, encodeBase64url, inTime, randomBytes, sha256Text, withoutUndefined } from '@service/sdk/internal';
import { type ApprovalOptions, type GuardedCall, defaults, modules } from './approval-options.ts';
import { askPerson, canAsk, shownOnPage } from './ask-person.ts';
import { type ApprovalState, Approvals, type Owner, ownerOf, type Use } from './approvals.ts';
import { type Audit, auditBy } from './audit.ts';
import { NoAnswer } from './outgoing.ts';
import type { Recheck } from './recheck.ts';
import { ApprovalRequiredError } from './refusal.ts';
import { type Decision, TooManyRequests } from './requests.ts';
import type { Requirement } from './requirement.ts';
import { WrongDecision } from './decision.ts';
import type { Webhook } from './webhook.ts';

/** Milliseconds that the store of approvals may take. */
const storeMs = 2000;
const away = 'Approvals cannot be looked up now; try again later';

interface GateParts {
  readonly approvals: Approvals;
  readonly audit: Audit;
  readonly webhook: Webhook | undefined;
  readonly recheck: Recheck | undefined;
}

/** Lets calls pass that are approved. Whatever fails on the way ends with a refusal. */
export class Gate {
  readonly approvals: Approvals;
  readonly audit: Audit;
  /** The system that is told of requests, with the requests. */
  readonly webhook: Webhook | undefined;
  readonly #options: ApprovalOptions;
  readonly #host: PluginHost;
  readonly #recheck: Recheck | undefined;
  #cleansAt = 0;

  private constructor(options: ApprovalOptions, host: PluginHost, { approvals, audit, recheck, webhook }: GateParts) {
    this.#options = options;
    this.#host = host;
    this.approvals = approvals;
    this.audit = audit;
    this.webhook = webhook;
    this.#recheck = recheck;
  }

  /** @throws {ServiceError} CONFIG_INVALID for a secret or an address that is not there */
  static async create(options: ApprovalOptions, host: PluginHost): Promise<Gate> {
    const { enableAudit = true, mode, namespace = defaults.namespace, recheck, webhook } = options;
    const store = host.store('approvals');
    const parts = { approvals: new Approvals(store, namespace, host.now), audit: auditBy(host.logger, enableAudit) };
    // A bundle holds the module of its mode alone.
    if (mode === 'webhook' && webhook !== undefined) {
      const { openWebhook } = (await host.module(modules.webhook)) as typeof import('./webhook.ts');
      return new Gate(options, host, { ...parts, recheck: undefined, webhook: await openWebhook(webhook, host, { ...parts, namespace }) });
    }
    if (mode === 'recheck' && recheck !== undefined) {
      const { createRecheck } = (await host.module(modules.recheck)) as typeof import('./recheck.ts');
      return new Gate(options, host, { ...parts, recheck: createRecheck(recheck, host), webhook: undefined });
    }
    return new Gate(options, host, { ...parts, recheck: undefined, webhook: undefined });
  }

  /** @throws {ApprovalRequiredError} for a call that is not approved */
  async admit(call: GuardedCall, requirement: Requirement): Promise<void> {
    const { contextResolver, maxDelegationDepth = defaults.maxDelegationDepth } = this.#options;
    const { depth, entry, input } = call;
    const refuse = refusal(call, requirement);
    const context = await contextResolver?.(call);
    const isPreApproved = requirement.preApprovedContexts.some(
      (one) => one.type === context?.type && one.identifier === context.identifier,
    );
    if (isPreApproved) return;
    if (depth > maxDelegationDepth)
      throw refuse('pending', `${depth} entries stand between the client and this call, and approvals hold for ${maxDelegationDepth}`);
    // Arguments that cannot be compared are those of no other call.
    const digest = await sha256Text(`${entry.listedName} ${comparableText(input) ?? encodeBase64url(randomBytes(32))}`);
    const use: Use = { toolId: entry.listedName, requirement, digest, context };
    const owner = await ownerOf(call);
    const state = owner === undefined ? undefined : await this.#known(call, { owner, use });
    if (state !== 'approved') await this.#obtain(call, { owner, use, state });
    // Whoever has left while an approval was waited for starts no work.
    call.signal.throwIfAborted();
    this.audit('used', { toolId: use.toolId, caller: call.auth.user.sub, requestId: call.request.id });
    this.#clean();
  }

  /** What the store knows of a use. */
  async #known(call: GuardedCall, { owner, use }: { readonly owner: Owner; readonly use: Use }): Promise<ApprovalState | undefined> {
    return this.#stored(call, use.requirement, async () => {
      const kept = use.requirement.alwaysPrompt ? undefined : await this.approvals.find(owner, use);
      if (kept?.state === 'approved' || this.webhook === undefined) return kept?.state;
      return (await this.webhook.requests.take(owner, use))?.state ?? kept?.state;
    });
  }

  /** Answers the system that decides. */
  async answer(request: Request): Promise<Response> {
    const { webhook } = this;
    if (webhook === undefined) return Response.json({ error: 'not_found' }, { status: 404 });
    return this.#withStore(
      () => webhook.answer(request),
      () => Response.json({ error: 'temporarily_unavailable', message: away }, { status: 503, headers: { 'retry-after': '30' } }),
    );
  }

  /** Shows a request to its person. */
  async show(visit: PageVisit): Promise<PluginPage> {
    const { webhook } = this;
    if (webhook?.show === undefined) throw new ServiceError('SERVER_ERROR', 'no page was asked for');
    const { show } = webhook;
    return this.#withStore(
      () => show(visit),
      () => ({ title: 'Not now', text: `${away}.`, status: 503 }),
    );
  }

  /** Asks who approves. @throws {ApprovalRequiredError} without an approval */
  async #obtain(
    call: GuardedCall,
    { owner, state, use }: { readonly owner: Owner | undefined; readonly use: Use; readonly state: ApprovalState | undefined },
  ): Promise<void> {
    const { requirement } = use;
    const refuse = refusal(call, requirement);
    if (this.webhook !== undefined) {
      if (state === 'denied') throw refuse('denied', 'it was denied');
      if (owner === undefined) throw refuse('pending', 'sign in, or open a session: an approval belongs to a person or a session');
      if (state !== 'pending') await this.#tell(call, this.webhook, { owner, use });
      throw refuse('pending', 'it was asked for, and is not decided yet; call again later');
    }
    const decision = await this.#decisionOn(call, use);
    if (decision === undefined) throw refuse(state ?? 'pending', this.#howToGet(state));
    const { approved, grantedBy = this.#recheck === undefined ? 'the person' : 'recheck', reason, scope, ttlMs } = decision;
    this.audit(approved ? 'granted' : 'denied', {
      toolId: use.toolId,
      scope,
      grantedBy,
      reason,
      caller: call.auth.user.sub,
      requestId: call.request.id,
    });
    if (!approved) throw refuse('denied', 'it was denied');
    // Without a reach it is for this call alone.
    if (scope === undefined || requirement.alwaysPrompt || owner === undefined) return;
    const { context, digest, toolId } = use;
    const limit = ttlMs ?? requirement.maxTtlMs;
    await this.#stored(call, requirement, () =>
      this.approvals.grant(owner, { toolId, scope, ttlMs: limit, grantedBy, reason, context, digest }),
    );
  }

  async #decisionOn(call: GuardedCall, { digest, requirement }: Use): Promise<Decision | undefined> {
    if (this.#recheck === undefined) {
      const { elicit = true } = this.#options;
      return elicit && canAsk(call) ? askPerson(call, requirement, digest) : undefined;
    }
    try {
      return await this.#recheck.ask(call, requirement);
    } catch (failure) {
      if (!(failure instanceof NoAnswer) && !(failure instanceof WrongDecision)) throw failure;
      this.#host.logger.error('the system that approves gave no decision', { tool: call.entry.listedName, failure: failure.message });
      throw refusal(call, requirement)('pending', 'the system that approves gave no decision; try again later');
    }
  }

  #howToGet(state: ApprovalState | undefined): string {
    if (this.#recheck !== undefined) return 'it is not decided yet; call again later';
    const before = state === 'expired' ? 'the last one has ended' : 'there is none';
    return this.#options.elicit === false ? before : `${before}, and this client shows no questions to its person`;
  }

  async #tell(call: GuardedCall, webhook: Webhook, { owner, use }: { readonly owner: Owner; readonly use: Use }): Promise<void> {
    const { requirement, toolId } = use;
    const refuse = refusal(call, requirement);
    const proof = await this.#stored(call, requirement, async () => {
      try {
        return await webhook.requests.open(owner, use, this.#options.webhook?.page === true ? aboutOf(call, requirement) : undefined);
      } catch (failure) {
        if (failure instanceof TooManyRequests) throw refuse('pending', `${failure.message}; call again later`);
        throw failure;
      }
    });
    if (proof === undefined) return;
    this.audit('requested', { toolId, caller: call.auth.user.sub, requestId: call.request.id });
    try {
      await webhook.tell(call, requirement, proof);
    } catch (failure) {
      await this.#stored(call, requirement, () => webhook.requests.abandon(owner, use, proof));
      if (!(failure instanceof NoAnswer)) throw failure;
      this.#host.logger.error('the receiver of approval requests took none', { tool: toolId, failure: failure.message });
      throw refuse('pending', 'it could not be asked for, because the system that approves does not answer; try again later');
    }
  }

  /** A store that is away approves nothing. */
  async #stored<T>(call: GuardedCall, requirement: Requirement, use: () => Promise<T>): Promise<T> {
    return this.#withStore(use, () => {
      throw refusal(call, requirement)('pending', 'approvals cannot be looked up now; try again later');
    });
  }

  async #withStore<T>(use: () => Promise<T>, otherwise: () => T): Promise<T> {
    try {
      return await inTime(use(), storeMs, () => new Error(`no answer within ${storeMs} ms`));
    } catch (failure) {
      if (failure instanceof ApprovalRequiredError) throw failure;
      this.#host.logger.error('the store of approvals is away', { failure });
      return otherwise();
    }
  }

  /** In the background, and by one instance for all. */
  #clean(): void {
    const { cleanupIntervalSeconds = defaults.cleanupIntervalSeconds, namespace = defaults.namespace } = this.#options;
    const now = this.#host.now();
    if (now < this.#cleansAt) return;
    const ttlMs = cleanupIntervalSeconds * 1000;
    this.#cleansAt = now + ttlMs;
    const turn = { expected: undefined, next: '{}', ttlMs };
    const cleaned = this.#host
      .store('approvals')
      .compareAndSet(`${namespace}:cleaning`, turn)
      .then((isOurs) => (isOurs ? this.approvals.clean() : undefined));
    cleaned.catch((failure: unknown) => this.#host.logger.warn('approvals that have ended could not be removed', { failure }));
  }
}

/** What a page shows of a call. */
const aboutOf = ({ input }: GuardedCall, { approvalMessage, category, riskLevel }: Requirement): Readonly<Record<string, string>> =>
  withoutUndefined({ message: approvalMessage, category, riskLevel, arguments: shownOnPage(input) });

type Refuse = (state: ApprovalState, because: string) => ApprovalRequiredError;

const refusal =
  ({ entry }: GuardedCall, requirement: Requirement): Refuse =>
  (state, because) =>
    new ApprovalRequiredError(entry.listedName, state, { requirement, because });
