import type { Method } from '../method.ts';
import { requireText } from '../params.ts';

export const resourcesUnsubscribe: Method = (call) => {
  call.conversation?.subscribedUris.delete(requireText(call.params, 'uri'));
  return {};
};
