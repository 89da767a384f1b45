import { invalidParams } from '../../errors/index.ts';
import type { Method } from '../protocol.ts';
import { checkKept, requireText } from '../params.ts';
import { takeSubscriptionRoom } from './subscription-room.ts';

/** A client that subscribes to ever more URIs must not fill the memory. */
const maxSubscriptions = 1000;

export const resourcesSubscribe: Method = async (call) => {
  const uri = requireText(call.params, 'uri');
  checkKept([uri]);
  const { registry, pipeline } = call.server.runtime;
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
