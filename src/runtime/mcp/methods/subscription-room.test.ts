import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { signedIn } from '../../../../test/support/envelope-client.ts';
import { anonymousCaller } from '../../define/create-auth-context.ts';
import type { AuthContext } from '../../define/auth-context.ts';
import { ServiceError } from '../../errors/index.ts';
import { noRequestHeaders } from '../call/request-headers.ts';
import { revision20251125 } from '../revisions/2025-11-25.ts';
import { Conversation } from '../sessions/conversation.ts';
import { takeSubscriptionRoom } from './resources-subscribe.ts';

const server = () => ({ extensions: {}, runtime: { now: () => 0 } });
const long = Array.from({ length: 1000 }, (_, at) => `note://${at}`.padEnd(2048, 'x'));

/** How often a caller gets room for a thousand of the longest URIs. */
function roomOf(at: ReturnType<typeof server>, auth: AuthContext, peerAddress?: string): number {
  for (let sessions = 0; ; sessions++) {
    try {
      takeSubscriptionRoom({ auth, http: { ...noRequestHeaders, peerAddress }, server: at }, long);
    } catch (failure) {
      assert.ok(failure instanceof ServiceError && failure.code === 'STORE_FULL' && failure.status === 503);
      return sessions;
    }
  }
}

test('[I15.totals.subscriptions] a subject, and an address without a sign-in, get a share; all together get the total', () => {
  const at = server();
  assert.is(roomOf(at, signedIn('ada')), 7);
  assert.is(roomOf(at, anonymousCaller, '192.0.2.1'), 7);
  assert.is(roomOf(at, anonymousCaller, '192.0.2.2'), 7, 'another address');
  assert.is(roomOf(at, signedIn('eve'), '192.0.2.1'), 7, 'a subject has a share of their own');
  assert.is(roomOf(at, anonymousCaller), 3, 'the total');
  assert.is(roomOf(server(), anonymousCaller), 31, 'without an address the total alone');
});

test('[I15.totals.subscriptions] one address that signs in as many subjects leaves half of the total to others', () => {
  const at = server();
  const taken = ['a', 'b', 'c', 'd'].map((sub) => roomOf(at, signedIn(sub), '192.0.2.1'));
  assert.equal(taken, [7, 7, 1, 0]);
  assert.is(roomOf(at, signedIn('e'), '192.0.2.2'), 7);
});

test('[I15.totals.subscriptions] the end of a session gives its room back', () => {
  const at = server();
  const call = { auth: signedIn('ada'), http: noRequestHeaders, server: at };
  const conversation = new Conversation({ revision: revision20251125, clientCapabilities: {}, principal: 'p' });
  for (const uri of long) conversation.takenRoom.set(uri, takeSubscriptionRoom(call, [uri]));
  assert.is(roomOf(at, signedIn('ada')), 6);
  conversation.end('the test is over');
  assert.is(roomOf(at, signedIn('ada')), 1);
});

test.run();
