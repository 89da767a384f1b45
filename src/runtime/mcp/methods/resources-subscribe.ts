import { invalidParams, ResourceNotFound, ServiceError } from '../../errors/index.ts';
import { tellsUpdates } from '../call/find-resource.ts';
import type { Method } from '../protocol.ts';
import { checkKept, requireText } from '../params.ts';
import * as keptLimits from '../../options/kept-limits.ts';
import type { Clock, GiveBack } from '../../std/index.ts';
import { viewerOf } from '../call/call-pipeline.ts';
import type { CallRequest } from '../call/call-request.ts';
import { CallerQuota } from '../principal.ts';

/** A client that subscribes to ever more URIs must not fill the memory. */
const maxSubscriptions = 1000;

export const resourcesSubscribe: Method = async (call) => {
  const uri = requireText(call.params, 'uri');
  checkKept([uri]);
  const { runtime } = call.server;
  const { registry, pipeline } = runtime;
  // Before the access check: a hidden resource is answered in the same words.
  if (!tellsUpdates(registry, uri)) throw new ResourceNotFound(uri);
  await pipeline.admission?.admitReader(runtime, viewerOf(call), uri);
  const uris = call.conversation?.subscribedUris;
  if (uris !== undefined && uris.size >= maxSubscriptions && !uris.has(uri))
    throw invalidParams(`more than ${maxSubscriptions} subscriptions`);
  if (uris !== undefined && !uris.has(uri)) {
    call.conversation?.takenRoom.set(uri, takeSubscriptionRoom(call, [uri]));
    uris.add(uri);
  }
  return {};
};

export const resourcesUnsubscribe: Method = ({ conversation, params }) => {
  const uri = requireText(params, 'uri');
  conversation?.subscribedUris.delete(uri);
  conversation?.takenRoom.get(uri)?.();
  conversation?.takenRoom.delete(uri);
  return {};
};

/** One a server: sessions are many, and each may subscribe to much. */
const quotas = new WeakMap<object, CallerQuota>();

interface Subscribing extends Pick<CallRequest, 'auth' | 'http'> {
  readonly server: { readonly extensions: object; readonly runtime: { readonly now: Clock } };
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
  const quota = quotas.get(server.extensions) ?? new CallerQuota(keptLimits.subscriptions, server.runtime.now);
  quotas.set(server.extensions, quota);
  let bytes = more;
  for (const uri of uris) bytes += uri.length + besideBytes;
  const giveBack = quota.take(call, bytes);
  if (giveBack === undefined) throw new ServiceError('STORE_FULL', 'too many subscriptions and streams are open');
  return giveBack;
}
