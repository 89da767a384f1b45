/* What local sign-in does not do. */
import { createHmac } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newPkce, redirectUri, tokensOf } from '../support/oauth-driver.ts';
import { SignInProject, testSecret } from '../support/sign-in-project.ts';

const test = suite<{ project: SignInProject }>('what local sign-in does not do');
test.before(async (context) => {
  context.project = new SignInProject();
  await context.project.build();
});
test.after(({ project }) => project.close());

test('[D1.refresh.any-registered] a client that registered for codes alone refreshes', async ({ project }) => {
  const { oauth } = await project.boot();
  const clientId = await oauth.clientId({ redirect_uris: [redirectUri], grant_types: ['authorization_code'] });
  const pkce = newPkce();
  const { refresh_token: refreshToken } = tokensOf(await oauth.exchange({ clientId, code: await oauth.code(clientId, pkce), pkce }));
  assert.is((await oauth.refresh(clientId, refreshToken)).status, 200);
});

test('[D1.local.unused] a key of its own in the options signs nothing', async ({ project }) => {
  const local = { signKey: 'k'.repeat(40), jwks: { keys: [{ kty: 'oct', k: 'a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s' }] } };
  const server = await project.boot({ options: { auth: { local } } });
  const { tokens } = await server.oauth.signIn();
  const [head, payload, signature] = tokens.access_token.split('.');
  assert.is(signature, createHmac('sha256', testSecret).update(`${head}.${payload}`).digest('base64url'));
  assert.is((await server.call(tokens.access_token)).status, 200);
});

test('[D1.no-rate-limit] repeated requests to the authorization server are answered like the first', async ({ project }) => {
  const { oauth } = await project.boot();
  const wrong = {
    grant_type: 'authorization_code',
    code: 'none',
    redirect_uri: redirectUri,
    client_id: 'nobody',
    code_verifier: 'x'.repeat(43),
  };
  const asked = [
    () => oauth.get('/.well-known/oauth-authorization-server'),
    () => oauth.get('/.well-known/oauth-protected-resource'),
    () => oauth.token(wrong),
    () => oauth.register({ redirect_uris: ['nowhere'] }),
  ];
  for (const ask of asked) {
    const { status } = await ask();
    assert.is.not(status, 429);
    for (let time = 0; time < 150; time++) assert.is((await ask()).status, status);
  }
});

test.run();
