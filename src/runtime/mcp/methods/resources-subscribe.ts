import { invalidParams } from '../../errors/index.ts';
import type { Method } from '../method.ts';
import { checkKept, requireText } from '../params.ts';
import { takeSubscriptionRoom } from './subscription-room.ts';

/** A client that subscribes to ever more URIs must not fill the memory. */
const mostSubscriptions = 1000;

export const resourcesSubscribe: Method = async (call) => {
  const uri = requireText(call.params, 'uri');
  checkKept([uri]);
  const { registry, surroundings } = call.server.runtime;
  await surroundings.admission?.admitReader(registry, call, uri);
  const uris = call.conversation?.subscribedUris;
  if (uris !== undefined && uris.size >= mostSubscriptions && !uris.has(uri))
    throw invalidParams(`more than ${mostSubscriptions} subscriptions`);
  if (uris !== undefined && !uris.has(uri)) {
    call.conversation?.takenRoom.set(uri, takeSubscriptionRoom(call, [uri]));
    uris.add(uri);
  }
  return {};
};
