import type { Change, ChangeBus } from '../../entries/changes.ts';
import { encodeNotification } from '../json-rpc.ts';
import type { Conversation } from './conversation.ts';

/** One subscription for all conversations: list changes reach everybody with a background stream, a resource's only its subscribers. */
export function deliverChanges(changes: ChangeBus, eachConversation: (visit: (conversation: Conversation) => void) => void): () => void {
  return changes.subscribe((change) => {
    const message = encodeChange(change);
    eachConversation((conversation) => {
      if (change.kind === 'resource' && !conversation.subscribedUris.has(change.uri)) return;
      conversation.background?.send(message);
    });
  });
}

function encodeChange(change: Change): string {
  if (change.kind === 'resource') return encodeNotification('notifications/resources/updated', { uri: change.uri });
  return encodeNotification(`notifications/${change.kind}/list_changed`, {});
}
