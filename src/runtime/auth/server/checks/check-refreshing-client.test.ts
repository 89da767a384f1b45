import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inMemoryServer, type InMemoryOptions } from '../../../../../test/support/authorization-server.ts';
import { newPkce, oauthErrorOf, redirectUri, tokensOf } from '../../../../../test/support/oauth-driver.ts';
import { MemoryStore } from '../../../storage/drivers/memory.ts';
import { SignInProblem } from '../responses/problems.ts';
import type { Client, ClientSource } from '../clients/client.ts';
import { checkGrantedClient } from './check-granted-client.ts';

const declared = { clientId: 'desk', redirectUris: [redirectUri] };
const allowing = (...allowedClientIds: string[]) => ({ dcr: { clients: [declared], allowedClientIds } });

/** Signs in at one server and refreshes at the next one of the same store: what its operator has changed in between. */
async function refreshAfter(before: InMemoryOptions, after: InMemoryOptions, clientId?: string) {
  const store = new MemoryStore({ clock: () => 0 });
  const first = inMemoryServer({ store, ...before });
  const id = clientId ?? (await first.oauth.clientId());
  const pkce = newPkce();
  const code = await first.oauth.code(id, pkce);
  const { refresh_token: token } = tokensOf(await first.oauth.exchange({ clientId: id, code, pkce }));
  const next = inMemoryServer({ store, ...after });
  const answer = await next.oauth.refresh(id, token);
  return { verdict: answer.status === 200 ? 'served' : `${answer.status} ${oauthErrorOf(answer).error}`, first, id, token };
}

test('[guard.refresh.client] a client that is not on the list any more does not go on; its tokens are not used up', async () => {
  const taken = await refreshAfter({ auth: allowing('desk') }, { auth: allowing('other') }, 'desk');
  assert.is(taken.verdict, '400 unauthorized_client');
  assert.is((await taken.first.oauth.refresh(taken.id, taken.token)).status, 200);
  assert.is((await refreshAfter({ auth: allowing('desk') }, { auth: allowing('desk') }, 'desk')).verdict, 'served');
  assert.is((await refreshAfter({ auth: { dcr: { clients: [declared] } } }, { auth: {} }, 'desk')).verdict, '401 invalid_client');
  assert.is((await refreshAfter({}, {})).verdict, 'served');
});

test('[guard.refresh.client] a registered client has to be there, unless any client may sign in', async () => {
  for (const [requireRegisteredClients, verdict] of [
    [true, '401 invalid_client'],
    [false, 'served'],
  ] as const) {
    const store = new MemoryStore({ clock: () => 0 });
    const server = inMemoryServer({ store, auth: { requireRegisteredClients } });
    const { clientId, tokens } = await server.oauth.signIn();
    for (const key of await store.keys('')) if (key.includes('client:')) await store.delete(key);
    const answer = await server.oauth.refresh(clientId, tokens.refresh_token);
    assert.is(answer.status === 200 ? 'served' : `${answer.status} ${oauthErrorOf(answer).error}`, verdict);
  }
});

const url = 'https://app.example/client';

/** Clients of metadata documents. @param state what becomes of them */
function documents(state: { isAway?: boolean; isOff?: boolean }): InMemoryOptions['extensions'] {
  const client: Client = {
    clientId: url,
    redirectUris: [redirectUri],
    tokenEndpointAuthMethod: 'none',
    grantTypes: ['authorization_code'],
    responseTypes: ['code'],
    source: 'cimd',
  };
  const source: ClientSource = {
    vouchesFor: (clientId) => state.isOff !== true && clientId === url,
    find: (clientId) => {
      if (clientId !== url) return Promise.resolve(undefined);
      return state.isAway === true || state.isOff === true ? Promise.reject(new SignInProblem('not to be had')) : Promise.resolve(client);
    },
  };
  return [() => ({ clientSources: [source] })];
}

test('[guard.refresh.client] a metadata document that is away fails no refresh, and no list names its client', async () => {
  const before = { extensions: documents({}) ?? [] };
  const after = (state: object) => ({ extensions: documents(state) ?? [] });
  assert.is((await refreshAfter(before, after({ isAway: true }), url)).verdict, 'served');
  assert.is((await refreshAfter(before, { ...after({ isAway: true }), auth: allowing('other') }, url)).verdict, 'served');
  assert.is((await refreshAfter(before, after({ isOff: true }), url)).verdict, '401 invalid_client');
  const mine = { dcr: { clients: [{ ...declared, clientId: url, clientSecret: 'a secret of its own' }] } };
  assert.is((await refreshAfter(before, { ...after({}), auth: mine }, url)).verdict, '401 invalid_client', 'a declared client comes first');
});

test('[guard.exchange.document] a document that went away after the sign-in fails no exchange, and admits no other client', async () => {
  const state: { isAway?: boolean; isOff?: boolean } = {};
  const { oauth } = inMemoryServer({ extensions: documents(state) ?? [] });
  const exchange = async (change: object = {}, meanwhile: typeof state = { isAway: true }) => {
    const pkce = newPkce();
    const code = await oauth.code(url, pkce);
    Object.assign(state, meanwhile);
    const answer = await oauth.exchange({ clientId: url, code, pkce }, { ...change });
    Object.assign(state, { isAway: false, isOff: false });
    return answer.status === 200 ? 'served' : `${answer.status} ${oauthErrorOf(answer).error}`;
  };
  assert.is(await exchange(), 'served');
  assert.is(await exchange({ code_verifier: newPkce().verifier }), '400 invalid_grant');
  assert.is(await exchange({ client_id: 'https://other.example/client' }), '400 invalid_grant');
  assert.is(await exchange({}, { isOff: true }), '401 invalid_client');
});

test('[guard.exchange.document] where only metadata documents name clients, there is no other client to judge by', async () => {
  const source: ClientSource = { vouchesFor: () => true, find: () => Promise.reject(new SignInProblem('not to be had')) };
  const address = { baseUrl: 'https://mcp.example', issuer: 'https://mcp.example', resource: 'https://mcp.example/mcp' };
  assert.is(await checkGrantedClient({ clientId: url, secret: undefined, basic: false }, { clientSources: [source] }, address), undefined);
});

test.run();
