import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedIn } from '../../../../test/support/envelope-client.ts';
import { noRequestHeaders } from '../call/request-headers.ts';
import type { MethodCall } from '../protocol.ts';
import { revision20251125 } from '../revisions/2025-11-25.ts';
import { Conversation } from '../sessions/conversation.ts';
import { resourcesSubscribe, resourcesUnsubscribe, takeSubscriptionRoom } from './resources-subscribe.ts';

interface Session {
  readonly conversation: Conversation;
  readonly callWith: (uri: string) => MethodCall;
  /** How many more bytes the server has room for, for this caller, in steps of a megabyte. */
  readonly megabytesLeft: () => number;
}
const test = suite<Session>('resources/subscribe');

const megabyte = 1024 * 1024;
const uris = Array.from({ length: 1000 }, (_, at) => `note://${at}/`.padEnd(2048, 'x'));

test.before.each((context) => {
  const conversation = new Conversation({ revision: revision20251125, clientCapabilities: {}, principal: 'ada' });
  const shared = {
    server: { extensions: {}, runtime: { now: () => 0, pipeline: {}, registry: { findResource: () => ({}) } } },
    auth: signedIn('ada'),
    http: noRequestHeaders,
  };
  const callWith = (uri: string): MethodCall =>
    Object.assign(Object.create(null) as MethodCall, { ...shared, conversation, params: { uri } });
  const megabytesLeft = (): number => {
    const taken = [];
    try {
      for (;;) taken.push(takeSubscriptionRoom(shared, [], megabyte));
    } catch {
      for (const giveBack of taken) giveBack();
      return taken.length;
    }
  };
  Object.assign(context, { conversation, callWith, megabytesLeft });
});

test('[I15.totals.subscriptions] a session keeps a thousand URIs, counts each once, and gives room back for each that it leaves', async ({
  callWith,
  conversation,
  megabytesLeft,
}) => {
  const before = megabytesLeft();
  for (const uri of [...uris, ...uris]) assert.equal(await resourcesSubscribe(callWith(uri)), {});
  assert.is(conversation.subscribedUris.size, 1000);
  assert.is(before - megabytesLeft(), 3, 'two megabytes and a part of a third');
  const refused = await Promise.resolve(resourcesSubscribe(callWith('note://one-more'))).then(String, String);
  assert.match(refused, 'more than 1000 subscriptions');
  for (const uri of uris) assert.equal(resourcesUnsubscribe(callWith(uri)), {});
  assert.equal([conversation.subscribedUris.size, conversation.takenRoom.size, megabytesLeft()], [0, 0, before]);
  assert.equal(await resourcesSubscribe(callWith('note://one-more')), {});
});

test('without a session there is nothing to keep', async ({ callWith }) => {
  const call = Object.assign(callWith('note://1'), { conversation: undefined });
  assert.equal([await resourcesSubscribe(call), resourcesUnsubscribe(call)], [{}, {}]);
});

test.run();
