import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { anonymousCaller, createAuthContext } from '../define/create-auth-context.ts';
import type { JsonObject } from '../model/index.ts';
import { createChangeBus } from '../entries/changes.ts';
import { readNodeMessage } from '../cluster/nodes/node-messages.ts';
import type { McpServer } from './protocol.ts';
import { mayHear, principalNamed, principalOf, sessionOwnerOf } from './principal.ts';
import { revision20251125 } from './revisions/2025-11-25.ts';
import { Conversation } from './sessions/conversation.ts';
import { deliverChanges } from './sessions/handshake-protocol.ts';

const caller = (claims: JsonObject, sub = 'ada') =>
  createAuthContext({ mode: 'local', isAnonymous: false, user: { sub }, scopes: [], claims: { iss: 'https://a.example', ...claims } });

test('[R9.sessions] a session is of one person and one client, however the token names it', () => {
  const owner = (claims: JsonObject, sub?: string): string => sessionOwnerOf(caller(claims, sub));
  assert.is(owner({ client_id: 'desk', jti: '1' }), owner({ client_id: 'desk', jti: '2' }));
  assert.is(owner({ azp: 'desk' }), owner({ azp: 'desk', client_id: 'desk' }));
  const owners = [{}, { client_id: 'desk' }, { client_id: 'other' }, { azp: 'third' }, { client_id: 'desk', iss: 'https://b.example' }];
  assert.is(new Set([...owners.map((claims) => owner(claims)), owner({ client_id: 'desk' }, 'eve')]).size, owners.length + 1);
  assert.is(owner({ client_id: 7 }), principalOf(caller({})));
});

test('[R9.sessions] the anonymous principal equals no person, with any subject', () => {
  const { sub } = anonymousCaller.user;
  assert.is.not(principalOf(anonymousCaller), principalOf(caller({ iss: anonymousCaller.claims.iss ?? '' }, sub)));
  assert.is.not(principalOf(anonymousCaller), principalNamed('', sub));
});

test('[I15.updates.owner] changes of a person reach their own clients only', () => {
  const of = principalNamed('https://a.example', 'ada');
  assert.is(principalOf(caller({})), of);
  for (const owner of [of, sessionOwnerOf(caller({ client_id: 'desk' })), sessionOwnerOf(caller({ azp: 'other' }))])
    assert.ok(mayHear({ of }, owner), owner);
  const strangers = [
    principalOf(caller({}, 'eve')),
    sessionOwnerOf(caller({ client_id: 'desk' }, 'eve')),
    sessionOwnerOf(caller({ iss: 'https://b.example', client_id: 'desk' })),
    principalOf(anonymousCaller),
    '',
    of.slice(0, -1),
  ];
  for (const owner of strangers) assert.not.ok(mayHear({ of }, owner), owner);
  for (const owner of strangers) assert.ok(mayHear({}, owner), 'what concerns all is told to all');
});

test("[I15.updates.owner] sessions of other people do not hear that a person's credential has changed", () => {
  const changes = createChangeBus((failure) => assert.unreachable(String(failure)));
  const heard: string[] = [];
  const sessions = [principalNamed('https://a.example', 'ada'), principalNamed('https://a.example', 'eve')].map((principal) => {
    const conversation = new Conversation({ revision: revision20251125, clientCapabilities: {}, principal });
    conversation.subscribedUris.add('credential://github');
    conversation.openBackground({ send: () => (heard.push(principal), true) }, () => undefined);
    return conversation;
  });
  const stop = deliverChanges(Object.assign(Object.create(null) as McpServer, { runtime: { changes, pipeline: {} } }), (visit) =>
    sessions.forEach(visit),
  );
  changes.publish({ kind: 'resource', uri: 'credential://github', of: principalNamed('https://a.example', 'ada') });
  stop();
  assert.equal(heard, [principalNamed('https://a.example', 'ada')]);
});

test('[I15.updates.owner] other instances learn the owner of a change, and drop changes with an unreadable owner', () => {
  const told = (change: object): string => JSON.stringify({ from: 'x', server: 's', news: { kind: 'change', change } });
  const change = { kind: 'resource', uri: 'credential://github', of: 'ada' };
  assert.equal(readNodeMessage(told(change))?.news, { kind: 'change', change });
  assert.is(readNodeMessage(told({ ...change, of: { name: 'ada' } })), undefined);
});

test.run();
