import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inMemoryServer } from '../../../../../test/support/authorization-server.ts';
import { newPkce } from '../../../../../test/support/oauth-driver.ts';
import { emptyExchange } from '../../../../../test/support/step-scene.ts';
import { SignInProblem } from '../responses/problems.ts';
import { checkFormOrigin } from './check-form-origin.ts';

async function verdictOf(headers: Record<string, string>, sent?: string, method = 'POST'): Promise<string> {
  const exchange = emptyExchange({ method, header: (name) => headers[name] });
  try {
    await checkFormOrigin(exchange, { baseUrl: 'https://mcp.example/base' }, { csrf: 'value', sent });
    return 'accepted';
  } catch (failure) {
    if (!(failure instanceof SignInProblem)) throw failure;
    return String(failure.status);
  }
}

test('[guard.forms.origin] Sec-Fetch-Site decides, else Origin, else it is no browser', async () => {
  for (const [headers, sent, verdict] of [
    [{}, undefined, 'accepted'],
    [{}, 'value', 'accepted'],
    [{ 'sec-fetch-site': 'same-origin' }, undefined, 'accepted'],
    [{ 'sec-fetch-site': 'Same-Origin', origin: 'https://evil.example' }, undefined, 'accepted'],
    [{ 'sec-fetch-site': 'same-site' }, 'value', '403'],
    [{ 'sec-fetch-site': 'cross-site' }, 'value', '403'],
    [{ 'sec-fetch-site': 'none' }, 'value', '403'],
    [{ 'sec-fetch-site': '' }, undefined, '403'],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://mcp.example' }, 'value', '403'],
    [{ 'sec-fetch-site': 'cross-site', origin: 'null' }, 'value', '403'],
    [{ origin: 'https://mcp.example' }, undefined, 'accepted'],
    [{ origin: 'https://app.mcp.example' }, 'value', '403'],
    [{ origin: 'http://mcp.example' }, 'value', '403'],
    [{ origin: 'null' }, undefined, '403'],
    [{ origin: 'null' }, 'value', 'accepted'],
  ] as const)
    assert.is(await verdictOf(headers, sent), verdict, JSON.stringify([headers, sent]));
});

test('[guard.forms.value] a wrong value is refused with every header of the browser, by GET as well', async () => {
  for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }, { origin: 'https://mcp.example' }] as Record<string, string>[])
    assert.is(await verdictOf(headers, 'other'), '400');
  assert.is(await verdictOf({}, 'other', 'GET'), '400');
  assert.is(
    await verdictOf({ 'sec-fetch-site': 'none' }, 'value', 'GET'),
    'accepted',
    'an address is followed from anywhere with its value',
  );
});

test('[guard.forms.value] [guard.forms.origin] the page carries its value; foreign posts do nothing and leave the sign-in open', async () => {
  const { oauth } = inMemoryServer();
  const page = await oauth.open(await oauth.clientId(), newPkce());
  const csrf = /name="csrf" value="([\w-]{22})"/.exec(page.answer.text)?.[1];
  assert.ok(csrf);
  const post = (fields: object, headers: object = {}) =>
    oauth.post(
      '/oauth/callback',
      { pending_auth_id: page.pendingAuthId, email: 'ada@example.com', ...fields },
      { cookie: page.cookie, ...headers },
    );
  assert.is((await post({ csrf: 'x' })).status, 400);
  assert.is((await post({ csrf: [csrf, csrf] })).status, 400);
  assert.is((await post({ csrf }, { 'sec-fetch-site': 'same-site' })).status, 403);
  assert.is((await post({}, { origin: 'null' })).status, 403);
  assert.is((await post({ csrf }, { origin: 'null' })).status, 302);
});

test.run();
