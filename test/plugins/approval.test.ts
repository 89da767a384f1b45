/* `@service/plugin-approval` without another system: fields, scopes, refusals, `this.approval`, and questions to the person. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuiltServer } from '../support/built-servers.ts';
import { ada, approvalProject, bob, call, keys, own, passingTime, runsOf, type Answered, type Asked } from './approval-project.ts';

const env = { KEYS: keys };
const forms = { elicitation: {} };

/** The second round of a call: an answer to its one question. */
async function answer(server: BuiltServer, asked: Asked, [{ result }, given]: readonly [Answered, object]): Promise<Answered> {
  const [key = ''] = Object.keys((result['inputRequests'] ?? {}) as object);
  return call(server, { ...asked, round: { inputResponses: { [key]: given }, requestState: result['requestState'] } });
}

const questionOf = ({ result }: Answered): { readonly message: string; readonly requestedSchema: object } => {
  const [first] = Object.values(
    (result['inputRequests'] ?? {}) as Record<string, { params: { message: string; requestedSchema: object } }>,
  );
  if (first === undefined) throw new Error(`no question: ${JSON.stringify(result)}`);
  return first.params;
};

test('[D2.approval.refusal] a call without an approval is refused with -32600 and says what is needed, on node and on workerd', async () => {
  const project = approvalProject({ name: 'approval-refusal' });
  try {
    for (const target of ['node', 'worker'] as const) {
      const server = await project.start(target, { env });
      try {
        const refused = await call(server, { name: 'pay', args: { amount: 5 } });
        assert.is(refused.code, -32600);
        assert.is(refused.text, 'Tool "pay" needs an approval: there is none, and this client shows no questions to its person');
        assert.equal(refused.data, {
          type: 'approval_required',
          toolId: 'pay',
          state: 'pending',
          options: {
            defaultScope: 'session',
            allowedScopes: ['session', 'user', 'time_limited', 'tool_specific', 'context_specific'],
            alwaysPrompt: false,
            approvalMessage: 'Pay this invoice?',
            category: 'write',
            riskLevel: 'high',
          },
        });
        for (const name of ['free', 'skipped', 'open']) assert.is((await call(server, { name })).text, name);
        assert.equal(await runsOf(server), []);
      } finally {
        await server.stop();
      }
    }
  } finally {
    project.remove();
  }
});

test('[D2.approval.own] this.approval grants, tells and takes back approvals of the caller alone, in every scope', async () => {
  const project = approvalProject({
    name: 'approval-own',
    options: `{ contextResolver: ({ input }) => { const { repo } = input as { repo?: string }; return repo === undefined ? undefined : { type: 'repo', identifier: repo }; } }`,
  });
  const server = await project.start('node', { env });
  const pays = async (headers = ada): Promise<string> => (await call(server, { name: 'pay', args: { amount: 1 }, headers })).text;
  try {
    for (const [method, args, list] of [
      ['grantSessionApproval', ['pay', { reason: 'asked', grantedBy: 'test' }], 'getSessionApprovals'],
      ['grantUserApproval', ['pay'], 'getUserApprovals'],
      ['grantTimeLimitedApproval', ['pay', 60_000], 'getUserApprovals'],
    ] as const) {
      assert.is(await own(server, ['isApproved', 'pay']), false, method);
      const granted = (await own(server, [method, ...args])) as Record<string, unknown>;
      assert.is(granted['state'], 'approved');
      assert.is(await own(server, ['isApproved', 'pay']), true, method);
      assert.equal(await own(server, [list]), [{ ...granted }]);
      assert.equal(await own(server, ['getApproval', 'pay']), granted);
      assert.equal(await own(server, ['queryApprovals', { toolId: 'pay', state: 'approved' }]), [granted]);
      assert.is(await pays(), 'paid 1', method);
      assert.match(await pays(bob), 'needs an approval', 'another person');
      assert.match((await call(server, { name: 'wipe', args: { what: 'all' } })).text, 'needs an approval', 'another tool');
      assert.is(await own(server, ['revokeApproval', 'pay']), true);
      assert.is(await own(server, ['revokeApproval', 'pay']), false);
      assert.match(await pays(), 'needs an approval', 'taken back');
    }
    await own(server, ['grantSessionApproval', 'pay']);
    assert.is(await own(server, ['clearSessionApprovals']), 1);
    assert.match(await pays(), 'needs an approval', 'cleared');

    const here = async (repo: string): Promise<string> => (await call(server, { name: 'here', args: { repo } })).text;
    assert.is(await here('own'), 'here own', 'approved before');
    assert.match(await here('other'), 'needs an approval');
    await own(server, ['grantContextApproval', 'here', { type: 'repo', identifier: 'other' }]);
    assert.is(await here('other'), 'here other');
    assert.match(await here('third'), 'needs an approval');
    assert.is(await own(server, ['isApproved', 'here']), false, 'without the context');
    assert.is(await own(server, ['isApproved', 'here', { type: 'repo', identifier: 'other' }]), true);
    assert.match((await call(server, { name: 'own', args: { method: 'grantTimeLimitedApproval', args: ['pay', -1] } })).text, 'error');
  } finally {
    await server.stop();
    project.remove();
  }
});

test('[D2.approval.scopes] an approval counts for as long and as far as its tool allows, and each call asks where alwaysPrompt says so', async () => {
  const project = approvalProject({ name: 'approval-scopes', code: passingTime, tools: ['pass'] });
  const server = await project.start('node', { env });
  try {
    await own(server, ['grantSessionApproval', 'short']);
    assert.match((await call(server, { name: 'short' })).text, 'needs an approval', 'a scope that the tool does not allow');
    await own(server, ['grantUserApproval', 'short']);
    assert.is((await call(server, { name: 'short' })).text, 'short');
    assert.is((await call(server, { name: 'pass', args: { milliseconds: 60_000 } })).text, 'passed');
    const ended = await call(server, { name: 'short' });
    assert.is(ended.data['state'], 'expired');
    assert.match(ended.text, 'the last one has ended');
    await own(server, ['grantUserApproval', 'wipe']);
    assert.match((await call(server, { name: 'wipe', args: { what: 'all' } })).text, 'needs an approval', 'alwaysPrompt');
  } finally {
    await server.stop();
    project.remove();
  }
});

test('[D2.approval.person] the person behind a client is asked, with the arguments shown, and decides on that call', async () => {
  const project = approvalProject({ name: 'approval-person' });
  const server = await project.start('node', { env });
  const pay = (amount: unknown): Asked => ({ name: 'pay', args: { amount }, capabilities: forms });
  try {
    const asked = await call(server, pay(5));
    assert.is(questionOf(asked).message, 'Pay this invoice?\nTool: pay\nArguments: {"amount":5}\nAccount: ada\nIt can: write\nRisk: high');
    assert.match((await answer(server, pay(5), [asked, { action: 'decline' }])).text, 'it was denied');
    assert.is((await answer(server, pay(5), [await call(server, pay(5)), { action: 'cancel' }])).data['state'], 'pending');
    assert.match(
      (await answer(server, pay(6), [await call(server, pay(5)), { action: 'accept', content: { reach: 'user' } }])).text,
      'requestState',
    );
    assert.equal(await runsOf(server), []);
    const once = await call(server, pay(5));
    assert.is((await answer(server, pay(5), [once, { action: 'accept', content: { reach: 'once' } }])).text, 'paid 5');
    assert.match((await answer(server, pay(5), [once, { action: 'accept', content: { reach: 'once' } }])).text, 'has been used already');
    questionOf(await call(server, pay(5)));
    const alike = await answer(server, pay(5), [await call(server, pay(5)), { action: 'accept', content: { reach: 'tool_specific' } }]);
    assert.is(alike.text, 'paid 5');
    assert.is((await call(server, pay(5))).text, 'paid 5', 'these arguments');
    questionOf(await call(server, pay(6)));
    assert.is(
      (await answer(server, pay(7), [await call(server, pay(7)), { action: 'accept', content: { reach: 'session' } }])).text,
      'paid 7',
    );
    assert.is((await call(server, pay(8))).text, 'paid 8');

    const [key = ''] = Object.keys((await call(server, { ...pay(9), headers: bob })).result['inputRequests'] ?? {});
    const unasked = { inputResponses: { [key]: { action: 'accept', content: { reach: 'once' } } } };
    questionOf(await call(server, { ...pay(9), headers: bob, round: unasked }));

    const hostile = `1\nTool: open\u202e\u200b${'x'.repeat(3000)}`;
    const { message } = questionOf(await call(server, { ...pay(hostile), headers: bob }));
    assert.match(message, String.raw`"1\nTool: open\u202e\u200bxxx`);
    assert.match(message, 'more characters)');
    assert.is(message.split('\n').length, 6);

    const wipe: Asked = { name: 'wipe', args: { what: 'all' }, capabilities: forms };
    assert.equal(Object.keys((questionOf(await call(server, wipe)).requestedSchema as { properties: object }).properties), []);
    assert.is((await answer(server, wipe, [await call(server, wipe), { action: 'accept', content: {} }])).text, 'wiped all');
    questionOf(await call(server, wipe));
  } finally {
    await server.stop();
    project.remove();
  }
});

test('[D2.approval.person] a tool that asks too keeps its own answers; the model never approves', async () => {
  const project = approvalProject({
    name: 'approval-asking',
    server: "auth: { mode: 'static', tokensEnv: 'KEYS' }, elicitation: { fallbackTool: true },",
  });
  const server = await project.start('node', { env });
  const asking: Asked = { name: 'asking', capabilities: forms };
  try {
    for (const reach of ['once', 'session']) {
      const second = await answer(server, asking, [await call(server, asking), { action: 'accept', content: { reach } }]);
      assert.is(questionOf(second).message, 'What name?', reach);
      assert.is((await answer(server, asking, [second, { action: 'accept', content: { name: 'Eve' } }])).text, 'named Eve', reach);
    }
    const unasked = await call(server, { name: 'pay', args: { amount: 1 } });
    assert.is(unasked.code, -32600, 'not told to the model');
    assert.not.match(JSON.stringify(unasked), 'sendElicitationResult');
  } finally {
    await server.stop();
    project.remove();
  }
});

test('[D2.approval.depth] an approval holds for calls by other entries, up to maxDelegationDepth', async () => {
  const project = approvalProject({ name: 'approval-depth', options: '{ maxDelegationDepth: 2 }' });
  const server = await project.start('node', { env });
  const through = async (length: number, more = {}): Promise<string> => {
    const path = [...Array.from({ length: length - 1 }, () => 'outer'), 'pay'];
    return (await call(server, { name: 'outer', args: { path, args: { amount: length }, ...more } })).text;
  };
  try {
    assert.match(await through(1), 'needs an approval', 'author’s code asks too');
    assert.match(await through(1, { origin: 'model' }), 'needs an approval');
    await own(server, ['grantUserApproval', 'pay']);
    assert.match(await through(2), 'paid 2');
    assert.match(await through(3), '3 entries stand between the client and this call, and approvals hold for 2');
    assert.equal(await runsOf(server), ['pay 2']);
  } finally {
    await server.stop();
    project.remove();
  }
});

test.run();
