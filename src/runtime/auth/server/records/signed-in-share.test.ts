import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inMemoryServer } from '../../../../../test/support/authorization-server.ts';
import { newPkce } from '../../../../../test/support/oauth-driver.ts';
import { emptyExchange, memoryParts, stepRequest } from '../../../../../test/support/step-scene.ts';
import { ConsentRecords } from '../consent/consent-records.ts';
import { appGrants } from '../incremental/create-incremental-step.ts';
import { SignInProblem } from '../responses/problems.ts';
import { SignInRun } from '../sign-in/flow.ts';
import { SignedInShare } from './signed-in-share.ts';

const day = 86_400_000;

test('[I15.totals.signed-in] sign-ins of an address count for 15 to 30 days, and not for others', async () => {
  const time = { now: 1_800_000_000_000 };
  const share = new SignedInShare(() => time.now, 100);
  assert.is(await share.take('192.0.2.1', 60), true);
  assert.is(await share.take('192.0.2.1', 41), false);
  assert.is(await share.take('192.0.2.1', 40), true);
  assert.is(await share.take('192.0.2.2', 100), true);
  for (let at = 0; at < 3; at++) assert.is(await share.take(undefined, 100), true, 'addresses distinguish nobody');
  time.now += 15 * day;
  assert.is(await share.take('192.0.2.1', 1), false, 'still half of the time');
  time.now += 15 * day;
  assert.is(await share.take('192.0.2.1', 100), true);
  time.now += 60 * day;
  assert.is(await share.take('192.0.2.1', 100), true, 'after a long pause nothing is left');
});

test('[I15.totals.signed-in] a span ends at its last millisecond: the next one begins its own count, and two later nothing is left', async () => {
  const time = { now: 0 };
  const share = new SignedInShare(() => time.now, 100);
  await share.take('192.0.2.1', 100);
  time.now = 15 * day;
  assert.is(await share.take('192.0.2.2', 100), true);
  time.now = 30 * day;
  assert.is(await share.take('192.0.2.2', 1), false, 'counted in the span that has just ended');
  const paused = new SignedInShare(() => time.now, 100);
  await paused.take('192.0.2.1', 100);
  time.now += 30 * day;
  assert.is(await paused.take('192.0.2.1', 100), true);
});

test('[I15.totals.signed-in] when the share of an address is used up, the answer is 503 and neither a person nor a code is kept', async () => {
  const parts = memoryParts();
  const kept: string[] = [];
  const server = {
    ...parts,
    signedIn: new SignedInShare(parts.clock, 10),
    pending: { replace: () => Promise.resolve(kept.push('user') > 0), take: () => Promise.resolve(kept.push('code') > 0) },
  };
  const { signIn } = stepRequest();
  const exchange = emptyExchange({ peerAddress: '192.0.2.1', query: '' });
  const full = new SignInRun(server as never, []);
  for (const asked of [() => full.identify(exchange, signIn, { user: signIn.user, soFar: 0 }), () => full.proceed(exchange, signIn)]) {
    const failure = await asked().catch((error: unknown) => error);
    assert.instance(failure, SignInProblem);
    assert.is((failure as SignInProblem).status, 503);
  }
  assert.equal(kept, []);
});

test('[I15.totals.signed-in] what a person agreed to is forgotten a year after it was asked for last', async () => {
  const parts = memoryParts();
  const { signIn } = stepRequest();
  const [consents, grants] = [new ConsentRecords(parts.signInStore, parts.clock), appGrants(parts.signInStore)];
  await consents.save(signIn, { selectedToolIds: ['a'], seenToolIds: ['a'] });
  await grants.set(signIn, ['mail']);
  parts.time.now += 365 * day - 1;
  assert.equal([(await consents.find(signIn))?.selectedToolIds, await grants.find(signIn)], [['a'], ['mail']]);
  parts.time.now += 1;
  assert.equal([await consents.find(signIn), await grants.find(signIn)], [undefined, undefined]);
});

test('[I15.totals.signed-in] a sign-in renews remembered consent, and brings back none that was withdrawn or changed meanwhile', async () => {
  const parts = memoryParts();
  const { signIn } = stepRequest();
  const consents = new ConsentRecords(parts.signInStore, parts.clock);
  const chosen = { selectedToolIds: ['a', 'b'], seenToolIds: ['a', 'b'] };
  await consents.save(signIn, chosen);
  parts.time.now += 300 * day;
  const read = await consents.find(signIn);
  assert.ok(read);
  await consents.renew(signIn, read);
  parts.time.now += 300 * day;
  const renewed = await consents.find(signIn);
  assert.equal(renewed?.selectedToolIds, ['a', 'b']);
  await consents.save(signIn, { ...chosen, selectedToolIds: ['a'] });
  await consents.renew(signIn, read);
  assert.equal((await consents.find(signIn))?.selectedToolIds, ['a']);
  for (const key of await parts.signInStore.keys('consent:')) await parts.signInStore.delete(key);
  await consents.renew(signIn, read);
  assert.is(await consents.find(signIn), undefined);
});

test('[I15.totals.signed-in] what does not fit into a token is said before there is a code', async () => {
  const server = inMemoryServer({ auth: { allowedScopes: ['t:*'] } });
  const [clientId, pkce] = [await server.oauth.clientId(), newPkce()];
  const scope = Array.from({ length: 900 }, (_, at) => `t:${'x'.repeat(10)}${at}`).join(' ');
  const answer = await server.oauth.submit(await server.oauth.open(clientId, pkce, { scope }));
  assert.equal([answer.status, answer.headers.location], [400, undefined]);
  assert.match(answer.text, 'What was asked for does not fit into one access token. Ask for fewer scopes.');
});

test.run();
