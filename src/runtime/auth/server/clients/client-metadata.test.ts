import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readClientMetadata } from './client-metadata.ts';
import { OAuthProblem } from '../responses/problems.ts';

const uri = 'http://127.0.0.1/';
const good = { redirect_uris: [uri] };

function answerOf(body: unknown): string {
  try {
    const read = readClientMetadata(body);
    return 'misconfigured' in read ? `500 ${read.misconfigured}` : JSON.stringify(read);
  } catch (failure) {
    if (!(failure instanceof OAuthProblem)) throw failure;
    return `${failure.error}: ${failure.message}`;
  }
}

test('[D1.register] what a client does not say has the defaults of RFC 7591', () => {
  assert.is(answerOf(good), `{"redirectUris":["${uri}"],"method":"none","grantTypes":["authorization_code"]}`);
  const all = {
    ...good,
    client_name: 'Desk',
    scope: 'a b',
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['refresh_token', 'authorization_code', 'refresh_token', 'implicit'],
    response_types: ['code'],
  };
  assert.equal(JSON.parse(answerOf(all)), {
    redirectUris: [uri],
    method: 'client_secret_basic',
    grantTypes: ['refresh_token', 'authorization_code'],
    clientName: 'Desk',
    scope: 'a b',
  });
  assert.match(answerOf({ ...good, token_endpoint_auth_method: 'client_secret_post' }), '"client_secret_post"');
  assert.is(answerOf({ ...good, client_name: '', scope: '' }), answerOf(good));
  assert.equal(Object.keys(readClientMetadata({ ...good, client_name: '' })), ['redirectUris', 'method', 'grantTypes']);
});

test('[D1.register.errors] unreadable metadata is the server`s misconfiguration; the rest is the client`s', () => {
  const uris = '500 redirect_uris must be a list of at least one URI';
  for (const redirect_uris of [undefined, [], uri, [7], [uri, 7], { length: 1 }]) assert.is(answerOf({ redirect_uris }), uris);
  for (const token_endpoint_auth_method of ['foo', 7, ''])
    assert.match(answerOf({ ...good, token_endpoint_auth_method }), '500 token_endpoint_auth_method must be');
  assert.match(
    answerOf({ token_endpoint_auth_method: 'private_key_jwt' }),
    'invalid_client_metadata: token_endpoint_auth_method private_key_jwt',
  );
  for (const body of [null, [], 'x', 7, undefined]) assert.match(answerOf(body), 'invalid_client_metadata: The body must be a JSON object');
});

test('[D1.register.errors] lists and texts have an end, and are lists and texts', () => {
  const many = (length: number) => answerOf({ redirect_uris: Array.from({ length }, () => uri) });
  assert.match(many(20), '"redirectUris"');
  assert.match(many(21), 'at most 20 entries');
  for (const [name, most] of [
    ['client_name', 256],
    ['scope', 2048],
  ] as const) {
    assert.match(answerOf({ ...good, [name]: 'x'.repeat(most) }), '"redirectUris"');
    for (const value of ['x'.repeat(most + 1), 7, null])
      assert.is(answerOf({ ...good, [name]: value }), `invalid_client_metadata: ${name} must be text of at most ${most} characters`);
  }
  for (const grant_types of [[], ['refresh_token'], 'authorization_code', null, ['authorization_code', 7]])
    assert.match(answerOf({ ...good, grant_types }), 'grant_types must include');
  for (const response_types of [[], ['token'], ['code', 'token'], 'code', ['code', 'code'], null])
    assert.match(answerOf({ ...good, response_types }), 'Only response_types=["code"]');
});

test.run();
