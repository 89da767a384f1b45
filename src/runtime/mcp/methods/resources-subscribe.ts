import { invalidParams } from '../../errors/index.ts';
import { admitSubscriber } from './admit-subscriber.ts';
import type { Method } from '../method.ts';
import { requireText } from '../params.ts';

/** A client that subscribes to ever more URIs must not fill the memory. */
const mostSubscriptions = 1000;

export const resourcesSubscribe: Method = async (call) => {
  const uri = requireText(call.params, 'uri');
  await admitSubscriber(call, uri);
  const uris = call.conversation?.subscribedUris;
  if (uris !== undefined && uris.size >= mostSubscriptions && !uris.has(uri))
    throw invalidParams(`more than ${mostSubscriptions} subscriptions`);
  uris?.add(uri);
  return {};
};
