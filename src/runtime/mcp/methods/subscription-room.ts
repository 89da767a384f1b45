import { ServiceError } from '../../errors/index.ts';
import * as keptLimits from '../../options/kept-limits.ts';
import type { Clock, GiveBack } from '../../std/index.ts';
import type { CallRequest } from '../call/call-request.ts';
import { CallerQuota } from '../caller-quota.ts';

/** One a server: sessions are many, and each may subscribe to much. */
const quotas = new WeakMap<object, CallerQuota>();

interface Subscribing extends Pick<CallRequest, 'auth' | 'http'> {
  readonly server: { readonly runtime: { readonly now: Clock } };
}

/** Bytes that a subscription takes beside its URI. */
const besideBytes = 100;

/**
 * Takes room for what a caller subscribes to.
 * @param more bytes beside the URIs
 * @throws {ServiceError} STORE_FULL when the server, or the caller's share of it, is full
 */
export function takeSubscriptionRoom(call: Subscribing, uris: Iterable<string>, more = 0): GiveBack {
  const { server } = call;
  const quota = quotas.get(server) ?? new CallerQuota(keptLimits.subscriptions, server.runtime.now);
  quotas.set(server, quota);
  let bytes = more;
  for (const uri of uris) bytes += uri.length + besideBytes;
  const giveBack = quota.take(call, bytes);
  if (giveBack === undefined) throw new ServiceError('STORE_FULL', 'too many subscriptions and streams are open');
  return giveBack;
}
