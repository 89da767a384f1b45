import type { Change, ChangeBus } from '../../entries/changes.ts';
import { encodeNotification } from '../json-rpc.ts';
import { mayHear } from '../principal.ts';
import type { Conversation } from './conversation.ts';

/** One subscription for all conversations: list changes reach every client with a background stream, changes of a resource only its subscribers. */
export const deliverChanges = (changes: ChangeBus, eachConversation: (visit: (conversation: Conversation) => void) => void): (() => void) =>
  changes.subscribe((change, { method, params }) =>
    eachConversation((conversation) => {
      if (change.kind === 'resource' && !isToldTo(change, conversation)) return;
      conversation.background?.send(encodeNotification(method, params));
    }),
  );

const isToldTo = (change: Extract<Change, { kind: 'resource' }>, { opening, subscribedUris }: Conversation): boolean =>
  subscribedUris.has(change.uri) && mayHear(change, opening.principal);
