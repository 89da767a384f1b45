import { tool } from '@service/sdk/define';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FetchSignIn, valueOf } from '../../../test/support/fetch-sign-in.ts';
import { compiledModel, emptyServer } from '../../../test/support/empty-model.ts';
import { planFeatures } from '../../compiler/6-plan/features.ts';
import type { ServerMetadata } from '../define/server-metadata.ts';
import type { JsonObject } from '../model/index.ts';
import { authProblems } from '../options/auth-values.ts';

const whoami = tool({ name: 'whoami', description: 'Tells who calls.' })((_input, { auth }) => auth.user.sub);
const withdraw = tool({ name: 'withdraw', description: 'Ends the grants of the caller.' })(async (_input, { auth, grants }) => {
  await grants.withdraw(auth.user.sub);
  return 'done';
});
const withdrawNobody = tool({ name: 'withdraw-nobody', description: 'Names nobody.' })((_input, { grants }) => grants.withdraw(''));

const officeWith = (auth: Exclude<ServerMetadata['auth'], undefined>): FetchSignIn =>
  new FetchSignIn({ tools: [whoami, withdraw, withdrawNobody], auth });
const ada = [{ email: 'ada@example.com' }];
const metadataOf = async (office: FetchSignIn): Promise<JsonObject> =>
  JSON.parse((await office.get('/.well-known/oauth-authorization-server')).text) as JsonObject;

test('[revocation.option] [revocation.form] the endpoint is there with the option alone, for POST alone', async () => {
  const without = officeWith({ mode: 'local', dcr: { enabled: true } });
  assert.is((await without.post('/oauth/revoke', { token: 'x', client_id: 'y' })).status, 404);
  assert.not.ok('revocation_endpoint' in (await metadataOf(without)));
  const office = officeWith({ mode: 'local', dcr: { enabled: true }, revocation: true });
  for (const method of ['/oauth/revoke', '/oauth/revoke?token=x&client_id=y']) {
    const seen = await office.get(method);
    assert.is(seen.status, 405);
    assert.is(seen.headers.get('allow'), 'POST');
    assert.is(seen.headers.get('cache-control'), 'no-store');
    assert.is(seen.headers.get('pragma'), 'no-cache', 'as every answer of the path');
  }
  assert.is((await office.post('/oauth/revoke', { token: 'x', client_id: await office.clientId() })).status, 200);
});

test('[revocation.option] mode remote has it, modes that issue no grants refuse it', async () => {
  const provider = 'https://id.example';
  const remote = officeWith({ mode: 'remote', provider, clientId: 'office', revocation: true });
  assert.is((await metadataOf(remote))['revocation_endpoint'], 'https://mcp.example/oauth/revoke');
  for (const auth of [{ mode: 'transparent', provider }, { mode: 'public' }, { mode: 'static', tokensEnv: 'KEYS' }])
    assert.match(authProblems({ ...auth, revocation: true }).join(), `"revocation" is not read in mode "${auth.mode}"`);
});

test('[revocation.withdraw] this.grants ends a person`s grants, tells the operator, and wants a subject', async () => {
  const office = officeWith({ mode: 'local', dcr: { enabled: true }, revocation: true });
  const token = await office.signIn(ada);
  assert.match(JSON.stringify(await office.call(token, 'withdraw-nobody')), 'name the subject');
  assert.is(valueOf(await office.call(token, 'withdraw')), 'done');
  assert.match(JSON.stringify(await office.call(token, 'whoami')), 'The token was revoked');
  assert.ok(office.lines.some((line) => line.includes('the grants of a person were withdrawn')));
  assert.type(valueOf(await office.call(await office.signIn(ada), 'whoami')), 'string');
});

test('[revocation.withdraw] without the option this.grants says what brings it', async () => {
  const office = officeWith({ mode: 'local', dcr: { enabled: true } });
  const answer = await office.call(await office.signIn(ada), 'withdraw');
  assert.ok(answer.result?.isError === true || answer.error !== undefined);
  assert.ok(office.lines.some((line) => line.includes('this.grants is not available: set auth.revocation to true')));
});

test('[revocation.option] a plan has the feature where a server or an app with a sign-in of its own asks for it', () => {
  const planned = (auth: JsonObject, scopes: readonly JsonObject[] = []): boolean => {
    const model = compiledModel({
      options: { ...emptyServer.options, rest: { auth } },
      scopes: scopes.map((own, at) => ({ app: `app-${at}`, standalone: true, auth: own })),
    });
    return planFeatures(model, { platform: 'neutral' }).some(({ name }) => name === 'revocation');
  };
  assert.ok(planned({ mode: 'local', revocation: true }));
  assert.ok(planned({ mode: 'remote', revocation: true }));
  assert.ok(planned({ mode: 'local' }, [{ mode: 'local', revocation: true }]));
  assert.not.ok(planned({ mode: 'local' }));
  assert.not.ok(planned({ mode: 'local', revocation: false }));
  assert.not.ok(planned({ mode: 'static', revocation: true }));
});

test.run();
