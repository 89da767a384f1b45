import type { Method } from '../protocol.ts';
import { requireText } from '../params.ts';

export const resourcesUnsubscribe: Method = ({ conversation, params }) => {
  const uri = requireText(params, 'uri');
  conversation?.subscribedUris.delete(uri);
  conversation?.takenRoom.get(uri)?.();
  conversation?.takenRoom.delete(uri);
  return {};
};
