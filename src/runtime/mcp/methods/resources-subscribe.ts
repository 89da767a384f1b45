import { invalidParams, ResourceNotFound } from '../../errors/index.ts';
import { tellsUpdates } from '../call/find-resource.ts';
import type { Method } from '../protocol.ts';
import { checkKept, requireText } from '../params.ts';
import { takeSubscriptionRoom } from './subscription-room.ts';

/** A client that subscribes to ever more URIs must not fill the memory. */
const maxSubscriptions = 1000;

export const resourcesSubscribe: Method = async (call) => {
  const uri = requireText(call.params, 'uri');
  checkKept([uri]);
  const { registry, pipeline } = call.server.runtime;
  // Before the access check: a hidden resource is answered in the same words.
  if (!tellsUpdates(registry, uri)) throw new ResourceNotFound(uri);
  await pipeline.admission?.admitReader(registry, call, uri);
  const uris = call.conversation?.subscribedUris;
  if (uris !== undefined && uris.size >= maxSubscriptions && !uris.has(uri))
    throw invalidParams(`more than ${maxSubscriptions} subscriptions`);
  if (uris !== undefined && !uris.has(uri)) {
    call.conversation?.takenRoom.set(uri, takeSubscriptionRoom(call, [uri]));
    uris.add(uri);
  }
  return {};
};
