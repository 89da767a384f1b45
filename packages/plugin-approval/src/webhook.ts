import { configInvalid, hexOf, utf8 } from '@service/sdk/internal';
import type { PageVisit, PluginHost, PluginPage } from '@service/sdk/define';
import { defaults, type GuardedCall, minSecret, modules, type WebhookOptions } from './approval-options.ts';
import { bearerOf, NoAnswer, pause, post } from './outgoing.ts';
import { answerCallback } from './callback.ts';
import { type NewChallenge, Requests } from './requests.ts';
import type { Approvals } from './approvals.ts';
import type { Audit } from './audit.ts';
import type { Requirement } from './requirement.ts';

/** Milliseconds before each further try. */
const backOff = [250, 1000] as const;

/** Another system that is told of requests and decides them, at the callback or on a page. */
export interface Webhook {
  readonly requests: Requests;
  /** Answers the receiver. */
  answer(request: Request): Promise<Response>;
  /** Shows a request to its person; absent without a page. */
  readonly show?: (visit: PageVisit) => Promise<PluginPage>;
  /** @throws {NoAnswer} where the receiver took it at no try */
  tell(call: GuardedCall, requirement: Requirement, proof: NewChallenge): Promise<void>;
}

interface Around {
  readonly approvals: Approvals;
  readonly audit: Audit;
  readonly namespace: string;
}

/** @throws {ServiceError} CONFIG_INVALID without a secret or an address of its own */
export async function openWebhook(options: WebhookOptions, host: PluginHost, { approvals, audit, namespace }: Around): Promise<Webhook> {
  const ttlMs = (options.challengeTtl ?? defaults.challengeTtl) * 1000;
  const requests = new Requests(host.store('approvals'), { approvals, namespace, now: host.now, ttlMs });
  const page = options.page === true ? ((await host.module(modules.page)) as typeof import('./page.ts')) : undefined;
  return {
    requests,
    answer: (request) => answerCallback(request, { audit, requests }),
    ...(page === undefined ? {} : { show: (visit) => page.showRequest(visit, { audit, requests }) }),
    ...(await createSender(options, host)),
  };
}

/** Tells the receiver of requests, each signed. */
async function createSender(options: WebhookOptions, host: PluginHost): Promise<Pick<Webhook, 'tell'>> {
  const { callbackPath = defaults.callbackPath, includeJwt = false, url } = options;
  const secret = options.secret ?? host.variable('APPROVAL_WEBHOOK_SECRET');
  if (secret === undefined || secret.length < minSecret)
    throw configInvalid(
      `plugin "approval": requests to the receiver are signed: set APPROVAL_WEBHOOK_SECRET, or webhook.secret, to at least ${minSecret} random characters that the receiver knows${secret === undefined ? '' : ` (it has ${secret.length})`}`,
    );
  const publicUrl = options.publicUrl ?? host.variable('SERVICE_PUBLIC_URL');
  if (publicUrl === undefined)
    throw configInvalid(
      'plugin "approval": the receiver answers at this server: set SERVICE_PUBLIC_URL, or webhook.publicUrl, to its address',
    );
  const callbackUrl = `${new URL(publicUrl).origin}${callbackPath}`;
  const key = await crypto.subtle.importKey('raw', utf8(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return {
    async tell(call, requirement, { challenge, verifier }) {
      const timestamp = Math.floor(host.now() / 1000);
      const { approvalMessage, category, riskLevel } = requirement;
      const { listedName } = call.entry;
      const about = { toolId: listedName, toolName: call.entry.title ?? listedName, category, riskLevel, approvalMessage };
      const body = JSON.stringify({ codeChallenge: challenge, ...about, callbackUrl, timestamp });
      const signature = hexOf(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(`${timestamp}.${body}`))));
      const token = includeJwt ? bearerOf(call.request.header('authorization')) : undefined;
      const headers = {
        'x-service-code-verifier': verifier,
        'x-service-signature': `t=${timestamp},v1=${signature}`,
        ...(token === undefined ? {} : { authorization: token }),
      };
      for (let tries = 0; ; tries++) {
        try {
          await post({ url, headers, body });
          return;
        } catch (failure) {
          const wait = backOff[tries];
          if (!(failure instanceof NoAnswer) || !failure.mayRecover || wait === undefined || call.signal.aborted) throw failure;
          await pause(wait, call.signal);
        }
      }
    },
  };
}
