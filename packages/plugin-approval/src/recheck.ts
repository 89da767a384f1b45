import { configInvalid, withoutUndefined } from '@service/sdk/internal';
import type { PluginHost } from '@service/sdk/define';
import { defaults, type GuardedCall, type RecheckOptions } from './approval-options.ts';
import { readDecision } from './decision.ts';
import { bearerOf, NoAnswer, pause, post } from './outgoing.ts';
import type { Decision } from './requests.ts';
import type { Requirement } from './requirement.ts';

/** Asks another system while a call waits. */
export interface Recheck {
  /**
   * @returns undefined where the system has not decided within its attempts
   * @throws {NoAnswer} where its last answer could not be used
   */
  ask(call: GuardedCall, requirement: Requirement): Promise<Decision | undefined>;
}

/** @throws {ServiceError} CONFIG_INVALID for a token that is not there */
export function createRecheck(options: RecheckOptions, host: PluginHost): Recheck {
  const { auth = 'none', interval = defaults.interval, maxAttempts = defaults.maxAttempts, url } = options;
  const token = options.token ?? host.variable('APPROVAL_RECHECK_TOKEN');
  if (auth === 'bearer' && token === undefined)
    throw configInvalid('plugin "approval": recheck.auth is "bearer": set APPROVAL_RECHECK_TOKEN, or recheck.token');
  const { headers: custom } = options;
  if (auth === 'custom' && custom === undefined) throw configInvalid('plugin "approval": recheck.auth is "custom": give recheck.headers');
  const headersOf = async (call: GuardedCall): Promise<Readonly<Record<string, string>>> => {
    if (auth === 'custom') return (await custom?.(call)) ?? {};
    if (auth === 'none') return {};
    const authorization = auth === 'bearer' ? `Bearer ${String(token)}` : bearerOf(call.request.header('authorization'));
    if (authorization === undefined) throw new NoAnswer('recheck.auth is "jwt", and this call came without a token', false);
    return { authorization };
  };
  return {
    async ask(call, requirement) {
      const { approvalMessage, category, riskLevel } = requirement;
      const { auth: caller, entry, sessionId } = call;
      const userId = caller.isAnonymous ? undefined : caller.user.sub;
      const about = { toolId: entry.listedName, toolName: entry.title ?? entry.listedName, category, riskLevel, approvalMessage };
      const body = JSON.stringify(withoutUndefined({ ...about, userId, sessionId, arguments: call.input }));
      const headers = await headersOf(call);
      let failure: NoAnswer | undefined;
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        if (attempt > 1) await pause(interval, call.signal);
        call.signal.throwIfAborted();
        try {
          const { status, value } = await post({ url, headers, body });
          failure = undefined;
          if (status === 202 || value['approved'] === undefined) continue;
          return readDecision(value, requirement);
        } catch (thrown) {
          if (!(thrown instanceof NoAnswer) || !thrown.mayRecover) throw thrown;
          failure = thrown;
        }
      }
      if (failure !== undefined) throw failure;
      return undefined;
    },
  };
}
