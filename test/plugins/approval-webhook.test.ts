/* `@service/plugin-approval` with another system that approves: signed requests, decisions at the callback, polling, faults of both. */
import { createHmac } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BuiltProject, type BuiltServer } from '../support/built-servers.ts';
import {
  ada,
  type ApprovalProject,
  approvalProject,
  bob,
  call,
  challengeOf,
  decide,
  keys,
  own,
  passingTime,
  type Receiver,
  runsOf,
  startReceiver,
  verifierOf,
  webhookSecret,
} from './approval-project.ts';

const env = ({ url }: Receiver) => ({
  KEYS: keys,
  RECEIVER: url,
  APPROVAL_WEBHOOK_SECRET: webhookSecret,
  APPROVAL_RECHECK_TOKEN: 'token-of-the-server',
  SERVICE_PUBLIC_URL: 'https://pay.example.com/mcp',
  SERVICE_ALLOWED_HOSTS: 'localhost',
});

const webhook = (more = ''): string =>
  `{ mode: 'webhook', webhook: { url: process.env['RECEIVER'] ?? 'http://127.0.0.1:1', allowPrivate: true, ${more} } }`;
const recheck = (more = ''): string =>
  `{ mode: 'recheck', recheck: { url: process.env['RECEIVER'] ?? 'http://127.0.0.1:1', allowPrivate: true, interval: 20, maxAttempts: 3, ${more} } }`;

interface Scene {
  readonly server: BuiltServer;
  readonly receiver: Receiver;
  readonly project: BuiltProject;
}

/** A server and the system that approves. */
async function within(
  { target = 'node', ...given }: ApprovalProject & { readonly target?: 'node' | 'worker' },
  run: (scene: Scene) => Promise<void>,
): Promise<void> {
  const receiver = await startReceiver();
  const project = approvalProject(given);
  try {
    const server = await project.start(target, { env: env(receiver) });
    try {
      await run({ server, receiver, project });
    } finally {
      await server.stop();
    }
  } finally {
    await receiver.close();
    project.remove();
  }
}

const pay = (amount: number, headers = ada) => ({ name: 'pay', args: { amount }, headers });

for (const target of ['node', 'worker'] as const)
  test(`[D2.approval.webhook] a request is signed, its proof is in a header alone, and one callback decides it (${target})`, () =>
    within({ name: 'approval-webhook', options: webhook(), target }, async ({ receiver, server }) => {
      const refused = await call(server, pay(5));
      assert.is(refused.text, 'Tool "pay" needs an approval: it was asked for, and is not decided yet; call again later');
      assert.is(refused.data['state'], 'pending');
      const [{ body, headers, raw } = { body: {}, headers: {}, raw: '' }] = receiver.delivered;
      const verifier = verifierOf(receiver);
      const { timestamp, ...told } = body;
      assert.equal(told, {
        codeChallenge: challengeOf(verifier),
        toolId: 'pay',
        toolName: 'pay',
        category: 'write',
        riskLevel: 'high',
        approvalMessage: 'Pay this invoice?',
        callbackUrl: 'https://pay.example.com/approvals',
      });
      assert.not(raw.includes(verifier));
      assert.is(headers['authorization'], undefined);
      const signature = createHmac('sha256', webhookSecret)
        .update(`${String(timestamp)}.${raw}`)
        .digest('hex');
      assert.is(headers['x-service-signature'], `t=${String(timestamp)},v1=${signature}`);

      assert.is((await call(server, pay(6))).data['state'], 'pending', 'other arguments ask for nothing more');
      assert.is(receiver.delivered.length, 1);
      assert.equal(((await own(server, ['queryApprovals'])) as readonly object[]).length, 1);
      const { status, text } = await decide(server, {
        codeVerifier: verifier,
        approved: true,
        scope: 'user',
        grantedBy: 'eve',
        reason: 'fine',
      });
      assert.is(status, 200, text);
      assert.equal(JSON.parse(text), { status: 'approved', toolId: 'pay' });
      assert.is((await call(server, pay(5))).text, 'paid 5');
      const kept = (await own(server, ['getApproval', 'pay'])) as Record<string, unknown>;
      assert.equal([kept['scope'], kept['grantedBy'], kept['reason']], ['user', 'eve', 'fine']);
      const twice = await decide(server, { codeVerifier: verifier, approved: false });
      assert.is(twice.status, 404);
      assert.match(twice.text, 'it was decided already, or its time is over');
      assert.is((await call(server, pay(5))).text, 'paid 5', 'a second decision changes nothing');

      assert.is((await call(server, pay(5, bob))).data['state'], 'pending', 'of another person');
      assert.is((await decide(server, { codeVerifier: verifierOf(receiver), approved: false, reason: 'no' })).status, 200);
      assert.is((await call(server, pay(5, bob))).data['state'], 'denied');
      assert.is(receiver.delivered.length, 2, 'a denial is not asked again');
      assert.equal(await runsOf(server), ['pay 5', 'pay 5']);
      if (target === 'node') for (const event of ['requested', 'granted', 'used', 'denied']) await server.logs(`event=${event}`);
      for (const secret of [verifier, webhookSecret, ada.authorization]) assert.not(server.log().includes(secret));
    }));

test('[D2.approval.webhook] where each call needs an approval, one decision allows one call with the same arguments', () =>
  within({ name: 'approval-once', options: webhook('includeJwt: true') }, async ({ receiver, server }) => {
    const wipe = (what: string) => call(server, { name: 'wipe', args: { what } });
    await wipe('a');
    assert.is(receiver.delivered[0]?.headers['authorization'], ada.authorization, 'includeJwt');
    await decide(server, { codeVerifier: verifierOf(receiver), approved: true, scope: 'user' });
    assert.is((await wipe('b')).data['state'], 'pending', 'other arguments');
    const both = await Promise.all([wipe('a'), wipe('a')]);
    assert.is(both.filter(({ text }) => text.startsWith('wiped')).length, 1);
    assert.equal(await runsOf(server), ['wipe a']);
  }));

test('[D2.approval.callback] a callback that is wrong, late, for another tool, or too large is refused with a text, and changes nothing', () =>
  within(
    { name: 'approval-callback', options: webhook('challengeTtl: 60'), code: passingTime, tools: ['pass'] },
    async ({ receiver, server }) => {
      await call(server, pay(5));
      const codeVerifier = verifierOf(receiver);
      for (const [body, status, said] of [
        [{ codeVerifier, approved: 'yes' }, 400, '\\"approved\\" must be true or false'],
        [{ codeVerifier, approved: true, scope: 'all' }, 400, '\\"scope\\" must be \\"session\\"'],
        [{ codeVerifier, approved: true, scope: 'time_limited' }, 400, '\\"ttlMs\\" must be given'],
        [{ codeVerifier, approved: true, ttlMs: 1e15 }, 400, '\\"ttlMs\\" must be a whole number'],
        [{ codeVerifier, approved: true, reason: 'x'.repeat(501) }, 400, '\\"reason\\" must be a text of at most 500'],
        [{ codeVerifier, approved: true, toolId: 'wipe' }, 400, 'belongs to a request for another tool'],
        [{ approved: true }, 400, '\\"codeVerifier\\" must be'],
        [{ codeVerifier: challengeOf(codeVerifier), approved: true }, 404, 'No request waits for this verifier'],
        [{ codeVerifier: '', approved: true }, 404, 'No request waits for this verifier'],
        ['[1]', 400, 'must be a JSON object'],
        ['{', 400, 'must be a JSON object'],
        [JSON.stringify({ codeVerifier, approved: true, reason: 'x'.repeat(2 ** 20) }), 413, 'at most 16384 bytes'],
      ] as const) {
        const answer = await decide(server, body);
        assert.is(answer.status, status, answer.text);
        assert.match(answer.text, said);
      }
      assert.is((await decide(server, { codeVerifier, approved: true }, { headers: { 'content-type': 'text/plain' } })).status, 415);
      assert.is((await call(server, pay(5))).data['state'], 'pending');
      assert.is((await call(server, { name: 'pass', args: { milliseconds: 60_000 } })).text, 'passed');
      assert.is((await decide(server, { codeVerifier, approved: true })).status, 404, 'late');
      assert.is((await call(server, pay(5))).data['state'], 'pending');
      assert.is(receiver.delivered.length, 2, 'asked anew');
      assert.is((await decide(server, { codeVerifier, approved: true })).status, 404, 'the proof of the request before');
      assert.is((await call(server, pay(5))).data['state'], 'pending');
      assert.equal(await runsOf(server), []);
    },
  ));

test('[D2.approval.receiver] a receiver that fails is tried again, one that refuses, redirects or stays silent approves nothing', () =>
  within({ name: 'approval-receiver', options: webhook() }, async ({ receiver, server }) => {
    receiver.plans.push({ status: 503 }, { status: 429 });
    assert.is((await call(server, pay(5))).data['state'], 'pending');
    assert.is(receiver.delivered.length, 3, 'the third try');
    assert.is(new Set(receiver.delivered.map(({ headers }) => headers['x-service-code-verifier'])).size, 1);
    for (const [plan, tries] of [
      [{ status: 400 }, 1],
      [{ status: 302, headers: { location: receiver.url } }, 1],
    ] as const) {
      receiver.delivered.length = 0;
      receiver.plans.push(plan);
      const refused = await call(server, pay(5, bob));
      assert.match(refused.text, 'it could not be asked for, because the system that approves does not answer; try again later');
      assert.is(receiver.delivered.length, tries, JSON.stringify(plan));
      assert.is((await decide(server, { codeVerifier: verifierOf(receiver), approved: true })).status, 404, 'given up');
    }
    receiver.plans.push({ hangs: true }, { hangs: true }, { hangs: true });
    assert.match((await call(server, pay(5, bob))).text, 'it could not be asked for');
    await server.logs('it did not answer within 5000 ms');
    for (let amount = 0; amount < 40; amount++) await call(server, { name: 'wipe', args: { what: String(amount) } });
    assert.ok(receiver.delivered.length < 45, 'a caller floods nobody');
    assert.match((await call(server, { name: 'wipe', args: { what: 'more' } })).text, 'more than 32 approvals were asked for');
    assert.equal(await runsOf(server), []);
  }));

test('[D2.approval.recheck] another system is asked while the call waits, and what it says is taken for that call, or as far as it says', () =>
  within({ name: 'approval-recheck', options: recheck("auth: 'bearer'") }, async ({ receiver, server }) => {
    const { plans } = receiver;
    plans.push({ status: 202 }, { body: '{}' }, { body: '{"approved":true}' });
    assert.is((await call(server, pay(1))).text, 'paid 1');
    assert.is(receiver.delivered[0]?.headers.authorization, 'Bearer token-of-the-server');
    assert.equal(receiver.delivered[0]?.body, {
      toolId: 'pay',
      toolName: 'pay',
      category: 'write',
      riskLevel: 'high',
      approvalMessage: 'Pay this invoice?',
      userId: 'ada',
      arguments: { amount: 1 },
    });
    assert.match((await call(server, pay(2))).text, 'it is not decided yet', 'asked again for the next call');
    assert.is(receiver.delivered.length, 6);
    plans.push({ body: '{"approved":false}' });
    assert.is((await call(server, pay(2))).data['state'], 'denied');
    for (const plan of [
      { status: 500 },
      { status: 307 },
      { status: 403 },
      { body: `{"approved":true,"x":"${'x'.repeat(20_000)}"}` },
      { body: '{"approved":1}' },
    ]) {
      plans.push(plan, plan, plan);
      assert.match(
        (await call(server, pay(3))).text,
        'the system that approves gave no decision; try again later',
        JSON.stringify(plan).slice(0, 60),
      );
      plans.length = 0;
    }
    plans.push({ body: '{"approved":true,"scope":"user"}' });
    assert.is((await call(server, pay(4))).text, 'paid 4');
    assert.is((await call(server, pay(5))).text, 'paid 5');
    assert.equal(await runsOf(server), ['pay 1', 'pay 4', 'pay 5']);
    assert.not(server.log().includes('token-of-the-server'));
  }));

for (const [auth, headers, sent] of [
  ["auth: 'jwt'", 'authorization', ada.authorization],
  ["auth: 'custom', headers: ({ entry }) => ({ 'x-key': entry.name })", 'x-key', 'pay'],
  ["auth: 'none'", 'authorization', undefined],
] as const)
  test(`[D2.approval.recheck] ${auth.slice(0, 14)}: how the system knows the server`, () =>
    within({ name: 'approval-auth', options: recheck(auth) }, async ({ receiver, server }) => {
      receiver.plans.push({ body: '{"approved":true}' });
      assert.is((await call(server, pay(1))).text, 'paid 1');
      assert.is(receiver.delivered[0]?.headers[headers], sent);
    }));

test.run();
