import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAuthContext } from '../define/create-auth-context.ts';
import type { JsonObject } from '../model/index.ts';
import { principalOf, sessionOwnerOf } from './principal.ts';

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

test.run();
