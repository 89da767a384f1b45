import { createServer, type Server } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listen } from '../../../../test/support/listen.ts';
import type { JsonObject } from '../../model/index.ts';
import { exchangeCode, refreshTokens } from './tokens.ts';

interface Context {
  server: Server;
  endpoint: string;
  answer: { status: number; body: JsonObject };
}
const test = suite<Context>('tokens of a sign-in');

test.before.each(async (context) => {
  context.answer = { status: 200, body: {} };
  context.server = createServer((_request, response) => {
    response.writeHead(context.answer.status).end(JSON.stringify(context.answer.body));
  });
  context.endpoint = `http://127.0.0.1:${await listen(context.server)}/token`;
});
test.after.each(({ server }) => {
  server.closeAllConnections();
  server.close();
});

const good = { access_token: 'abc', token_type: 'Bearer' };
const exchange = ({ endpoint }: Context) =>
  exchangeCode('code', {
    endpoint,
    clientId: 'c',
    resource: 'https://example.org/mcp',
    verifier: 'v',
    redirectUri: 'http://127.0.0.1/callback',
  });
const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'succeeded',
    (failure: Error) => failure.message,
  );

test('[cli-program.login.hostile] a token that no header can hold is refused, and in no message', async (context) => {
  for (const token of ['line\nbreak', 'caf\u00e9', '', ' ', 'x'.repeat(65_537)]) {
    context.answer = { status: 200, body: { ...good, access_token: token } };
    assert.is(await failureOf(exchange(context)), 'The sign-in was refused: status 200', token.slice(0, 20));
  }
  context.answer = { status: 200, body: good };
  assert.is((await exchange(context)).accessToken, 'abc');
});

test('an answer that is not one of a token endpoint is refused: another status, another kind of token', async (context) => {
  const bad: readonly (readonly [number, JsonObject])[] = [
    [201, good],
    [200, { ...good, token_type: 'mac' }],
    [200, { access_token: 'abc' }],
    [200, { ...good, access_token: 1 }],
    [400, { error: 'invalid_grant' }],
  ];
  for (const [status, body] of bad) {
    context.answer = { status, body };
    assert.match(await failureOf(exchange(context)), 'The sign-in was refused: ');
  }
});

test('the reason of a refusal is the description, else the error, else the status', async (context) => {
  const cases: readonly (readonly [JsonObject, string])[] = [
    [{ error: 'invalid_grant', error_description: 'the code is used' }, 'the code is used'],
    [{ error: 'invalid_grant', error_description: 1 }, 'invalid_grant'],
    [{ error: 1, access_token: 'secret' }, 'status 400'],
  ];
  for (const [body, reason] of cases) {
    context.answer = { status: 400, body };
    assert.is(await failureOf(exchange(context)), `The sign-in was refused: ${reason}`);
  }
});

test('credentials hold what the server gave, and nothing that is of another kind', async (context) => {
  const { endpoint } = context;
  context.answer = { status: 200, body: { ...good, refresh_token: 1, expires_in: '60' } };
  assert.equal(await exchange(context), { accessToken: 'abc' });
  const refresh = { token: 'r', endpoint, clientId: 'c', resource: 'https://example.org/mcp' };
  const revocationEndpoint = 'https://example.org/revoke';
  context.answer = { status: 200, body: { ...good, refresh_token: 'r' } };
  assert.equal(await refreshTokens({ accessToken: 'old', refresh, revocationEndpoint }), {
    accessToken: 'abc',
    refresh,
    revocationEndpoint,
  });
});

test('an expired sign-in differs from a failing server; the old refresh token stays without a new one', async (context) => {
  const refresh = { token: 'r', endpoint: context.endpoint, clientId: 'c', resource: 'https://example.org/mcp' };
  const renew = () => refreshTokens({ accessToken: 'old', refresh });
  context.answer = { status: 400, body: { error: 'invalid_grant' } };
  assert.is(await renew(), undefined);
  context.answer = { status: 500, body: {} };
  assert.is(await failureOf(renew()), 'The sign-in could not be renewed: status 500');
  context.answer = { status: 200, body: good };
  assert.equal((await renew())?.refresh, refresh);
  context.answer = { status: 200, body: { ...good, refresh_token: 'r2', expires_in: 60 } };
  const renewed = await renew();
  assert.is(renewed?.refresh?.token, 'r2');
  assert.ok((renewed?.expiresAt ?? 0) > Date.now());
  assert.is(await refreshTokens({ accessToken: 'old' }), undefined);
});

test.run();
