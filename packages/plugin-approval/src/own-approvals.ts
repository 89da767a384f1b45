import type { ContextCall } from '@service/sdk/define';
import { ServiceError } from '@service/sdk/errors';
import { type Approval, type ApprovalState, type Approvals, type Grant, maxTtlMs, type Owner, ownerOf } from './approvals.ts';
import type { Audit } from './audit.ts';
import type { Webhook } from './webhook.ts';
import type { ApprovalContext, ApprovalScope } from './requirement.ts';

/** Options of grants. */
export interface GrantOptions {
  /** Who granted. */
  readonly grantedBy?: string;
  /** Why. */
  readonly reason?: string;
  /** Milliseconds until it ends; of a session 24 hours, of a person a year when absent. */
  readonly ttlMs?: number;
}

/** Which approvals are meant. */
export interface ApprovalQuery {
  /** Of one tool. */
  readonly toolId?: string;
  /** Of one reach. */
  readonly scope?: ApprovalScope;
  /** In one state. */
  readonly state?: ApprovalState;
}

/**
 * Approvals of the caller at hand: `this.approval` of entries. Tools have the names that clients see. Grants are decisions of the server's own
 * code: call them where a person has decided, never with what a model says.
 */
export interface CallerApprovals {
  /** Whether the caller may use the tool now, by an approval that is kept. @param context of the scope `context_specific` */
  isApproved(toolId: string, context?: ApprovalContext): Promise<boolean>;
  /** The approval that counts, or the request that waits, was denied or has ended. */
  getApproval(toolId: string): Promise<Approval | undefined>;
  /** Approvals of this session. */
  getSessionApprovals(): Promise<readonly Approval[]>;
  /** Approvals of the person, in all sessions. */
  getUserApprovals(): Promise<readonly Approval[]>;
  /** All that is known of the caller: approvals, open and denied requests. */
  queryApprovals(query?: ApprovalQuery): Promise<readonly Approval[]>;
  /** Until the session ends, at most 24 hours; an hour where there is no session. */
  grantSessionApproval(toolId: string, options?: GrantOptions): Promise<Approval>;
  /** In all sessions of the person. */
  grantUserApproval(toolId: string, options?: GrantOptions): Promise<Approval>;
  /** In all sessions of the person, for so many milliseconds. */
  grantTimeLimitedApproval(toolId: string, ttlMs: number, options?: Omit<GrantOptions, 'ttlMs'>): Promise<Approval>;
  /** In one context, in all sessions of the person. */
  grantContextApproval(toolId: string, context: ApprovalContext, options?: GrantOptions): Promise<Approval>;
  /** Takes approvals of a tool back. @returns whether there was one */
  revokeApproval(toolId: string, options?: { readonly scope?: ApprovalScope; readonly reason?: string }): Promise<boolean>;
  /** Takes all approvals of this session back. @returns how many there were */
  clearSessionApprovals(): Promise<number>;
}

interface Parts {
  readonly approvals: Approvals;
  readonly webhook: Pick<Webhook, 'requests'> | undefined;
  readonly audit: Audit;
}

/** The approvals of one caller. */
export function approvalsOf(call: ContextCall, { approvals, audit, webhook }: Parts): CallerApprovals {
  const owner = async (): Promise<Owner> => {
    const found = await ownerOf(call);
    if (found !== undefined) return found;
    throw new ServiceError('SERVER_ERROR', 'An anonymous caller without a session has no approvals: let callers sign in, or keep sessions');
  };
  const facts = { caller: call.auth.user.sub, requestId: call.request.id };
  const grant = async (given: Grant): Promise<Approval> => {
    const { ttlMs } = given;
    if (ttlMs !== undefined && !(Number.isSafeInteger(ttlMs) && ttlMs > 0 && ttlMs <= maxTtlMs))
      throw new ServiceError('SERVER_ERROR', `"ttlMs" of an approval must be a whole number from 1 to ${maxTtlMs}`);
    const kept = await approvals.grant(await owner(), given);
    audit('granted', {
      ...facts,
      toolId: kept.toolId,
      scope: kept.scope,
      grantedBy: kept.grantedBy ?? call.entry.name,
      reason: kept.reason,
    });
    return { ...kept, state: 'approved' };
  };
  const all = async (): Promise<readonly Approval[]> => {
    const whose = await owner();
    const lists = [
      approvals.list(whose, 'session'),
      approvals.list(whose, 'user'),
      ...(webhook === undefined ? [] : [webhook.requests.list(whose)]),
    ];
    return (await Promise.all(lists)).flat();
  };
  return {
    isApproved: async (toolId, context) => (await all()).some((one) => one.toolId === toolId && counts(one, context)),
    getApproval: async (toolId) => {
      const found = (await all()).filter((one) => one.toolId === toolId);
      return found.find(({ state }) => state === 'approved') ?? found.find(({ state }) => state !== 'expired') ?? found[0];
    },
    getSessionApprovals: async () => approvals.list(await owner(), 'session'),
    getUserApprovals: async () => approvals.list(await owner(), 'user'),
    queryApprovals: async (query = {}) =>
      (await all()).filter((one) =>
        (['toolId', 'scope', 'state'] as const).every((member) => query[member] === undefined || query[member] === one[member]),
      ),
    grantSessionApproval: (toolId, options) => grant({ ...options, toolId, scope: 'session' }),
    grantUserApproval: (toolId, options) => grant({ ...options, toolId, scope: 'user' }),
    grantTimeLimitedApproval: (toolId, ttlMs, options) => grant({ ...options, toolId, scope: 'time_limited', ttlMs }),
    grantContextApproval: (toolId, context, options) => grant({ ...options, toolId, scope: 'context_specific', context }),
    revokeApproval: async (toolId, { reason, scope } = {}) => {
      const revoked = await approvals.revoke(await owner(), { toolId, scope });
      if (revoked > 0) audit('revoked', { ...facts, toolId, scope, reason });
      return revoked > 0;
    },
    clearSessionApprovals: async () => {
      const revoked = await approvals.revoke(await owner(), { scope: 'session' });
      if (revoked > 0) audit('revoked', { ...facts, toolId: '*', scope: 'session' });
      return revoked;
    },
  };
}

/** Whether an approval is for calls with any arguments, in this context. */
const counts = ({ context, scope, state }: Approval, asked: ApprovalContext | undefined): boolean =>
  state === 'approved' &&
  scope !== undefined &&
  scope !== 'tool_specific' &&
  (scope !== 'context_specific' || (context?.type === asked?.type && context?.identifier === asked?.identifier));
