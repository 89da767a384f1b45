import type { ChangeBus } from '../../entries/changes.ts';
import { encodeNotification } from '../json-rpc.ts';
import type { Conversation } from './conversation.ts';

/** One subscription for all conversations: list changes reach everybody with a background stream, a resource's only its subscribers. */
export const deliverChanges = (changes: ChangeBus, eachConversation: (visit: (conversation: Conversation) => void) => void): (() => void) =>
  changes.subscribe((change, { method, params }) =>
    eachConversation((conversation) => {
      if (change.kind === 'resource' && !conversation.subscribedUris.has(change.uri)) return;
      conversation.background?.send(encodeNotification(method, params));
    }),
  );
