import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { boxesOf, formOf, memoryParts, pageOf, settledOf, stepRequest, testClient } from '../../../../../test/support/step-scene.ts';
import type { ConsentOptions } from '../../../define/sign-in-options.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import { consentSettings, createConsentStep, type ConsentTool } from './create-consent-step.ts';

const tool = (id: string, appId = 'desk', suggested = false): ConsentTool => ({
  id,
  title: `Title of ${id}`,
  description: `Does ${id}`,
  appId,
  appName: `App ${appId}`,
  suggested,
});

const threeTools = [tool('read'), tool('write'), tool('mail:send', 'mail')];

function stepOf(options: ConsentOptions = {}, more: { tools?: readonly ConsentTool[]; parts?: AuthorizationServices } = {}) {
  const settings = consentSettings({ enabled: true, ...options });
  return createConsentStep({ settings, tools: () => more.tools ?? threeTools, serverName: 'tickets' }, more.parts ?? memoryParts());
}

test('[N8.consent.screen] the first sign-in asks: every tool by app, with its description', async () => {
  const { html, status } = pageOf(await stepOf().ask(stepRequest()));
  assert.is(status, 200);
  assert.equal(boxesOf(html), { all: ['read', 'write', 'mail:send'], ticked: [] });
  for (const text of ['App desk', 'App mail', 'Title of read', 'Does write', 'Desk', 'desk.example', 'ada@example.com', 'Tick all'])
    assert.match(html, text);
  assert.match(html, '<input type="hidden" name="consent_submitted" value="1">');
  assert.match(html, '<input type="hidden" name="pending_auth_id" value="pending-1">');
  assert.match(html, '<form method="post" action="/oauth/callback">');
});

test('[N2.consent.options] what the screen shows follows the options', async () => {
  const page = async (options: ConsentOptions): Promise<string> => pageOf(await stepOf(options).ask(stepRequest())).html;
  const flat = await page({ groupByApp: false, showDescriptions: false, allowSelectAll: false, customMessage: 'Choose <wisely>' });
  for (const text of ['App desk', 'Does write', 'Tick all']) assert.not.match(flat, text);
  assert.match(flat, 'Choose &lt;wisely&gt;');
  assert.equal(boxesOf(pageOf(await stepOf({}, { tools: [tool('read'), tool('write', 'desk', true)] }).ask(stepRequest())).html).ticked, [
    'write',
  ]);
});

test('[N8.consent.claim] ticked tools become the claim', async () => {
  const step = stepOf();
  const verdict = settledOf(await step.answer(stepRequest(), formOf('consent_submitted=1&tools=mail%3Asend&tools=read')));
  assert.equal(verdict.claims, { consent: { enabled: true, selectedTools: ['read', 'mail:send'] } });
  assert.ok(step.isAnsweredBy(formOf('consent_submitted=1')));
  assert.not.ok(step.isAnsweredBy(formOf('email=a')));
});

test('[N8.consent.unknown] a tool that is not on the page brings the page again, with 400', async () => {
  const { html, status } = pageOf(await stepOf().answer(stepRequest(), formOf('tools=read&tools=drop-everything')));
  assert.is(status, 400);
  assert.match(html, 'Invalid tool selection');
  assert.equal(boxesOf(html).ticked, ['read']);
});

test('[N8.consent.none] nothing ticked is refused unless a selection is not required', async () => {
  assert.match(
    pageOf(await stepOf().answer(stepRequest(), formOf('consent_submitted=1'))).html,
    'Please select at least one tool to continue.',
  );
  const verdict = settledOf(await stepOf({ requireSelection: false }).answer(stepRequest(), formOf('consent_submitted=1')));
  assert.equal(verdict.settled, { enabled: true, selectedTools: [] });
});

test('more tools than a token can carry bring the page again, also where they are remembered', async () => {
  const tools = Array.from({ length: 400 }, (_none, at) => tool(`company_department_records_search_${String(at).padStart(4, '0')}`));
  const fields = (count: number): string =>
    `consent_submitted=1&${tools
      .slice(0, count)
      .map(({ id }) => `tools=${id}`)
      .join('&')}`;
  const parts = memoryParts();
  const step = stepOf({}, { tools, parts });
  const refused = pageOf(await step.answer(stepRequest(), formOf(fields(400))));
  assert.is(refused.status, 200);
  assert.match(refused.html, 'These are more tools than one sign-in can carry. Please untick some.');
  assert.is(boxesOf(refused.html).ticked.length, 400);
  assert.ok(pageOf(await step.ask(stepRequest())).html.includes('Choose tools'), 'nothing was remembered');
  settledOf(await step.answer(stepRequest(), formOf(fields(250))));
  settledOf(await step.ask(stepRequest()));
  const { signIn } = stepRequest();
  const longer = stepRequest({ user: { ...signIn.user, claims: { groups: 'x'.repeat(4000) } } });
  assert.is(boxesOf(pageOf(await step.ask(longer)).html).ticked.length, 250);
  assert.match(pageOf(await step.answer(longer, formOf(fields(250)))).html, 'more tools than one sign-in can carry');
});

test('ticking all is a button that brings the page again, and only where it is offered', async () => {
  const form = formOf('consent_submitted=1&select_all=1');
  assert.equal(boxesOf(pageOf(await stepOf().answer(stepRequest(), form)).html).ticked, ['read', 'write', 'mail:send']);
  assert.match(pageOf(await stepOf({ allowSelectAll: false }).answer(stepRequest(), form)).html, 'Please select at least one');
});

test('[N8.consent.remembered] a choice is remembered, and only new tools bring the screen again', async () => {
  const parts = memoryParts();
  await stepOf({}, { parts }).answer(stepRequest(), formOf('tools=read'));
  const again = settledOf(await stepOf({}, { parts }).ask(stepRequest()));
  assert.equal(again.claims, { consent: { enabled: true, selectedTools: ['read'] } });
  const added = [...threeTools.map((each) => ({ ...each, suggested: true })), tool('archive', 'desk', true)];
  const { html } = pageOf(await stepOf({}, { parts, tools: added }).ask(stepRequest()));
  assert.equal(boxesOf(html), { all: ['read', 'write', 'archive', 'mail:send'], ticked: ['read', 'archive'] });
  const fewer = settledOf(await stepOf({}, { parts, tools: [tool('write')] }).ask(stepRequest()));
  assert.equal(fewer.settled['selectedTools'], []);
});

test('[I15.totals.signed-in] a choice lives a year from the last sign-in with it', async () => {
  const parts = memoryParts();
  const step = stepOf({}, { parts });
  await step.answer(stepRequest(), formOf('tools=read'));
  for (let time = 0; time < 3; time++) {
    parts.time.now += 300 * 86_400_000;
    settledOf(await step.ask(stepRequest()));
  }
  parts.time.now += 365 * 86_400_000;
  pageOf(await step.ask(stepRequest()));
});

test('[N8.consent.record] records are kept by user and client, and no key reaches another one', async () => {
  const parts = memoryParts();
  const step = stepOf({}, { parts });
  await step.answer(stepRequest(), formOf('tools=read'));
  assert.equal(await parts.store.keys('consent:'), ['consent:user-1:client-1']);
  assert.equal(JSON.parse((await parts.store.get('consent:user-1:client-1')) ?? ''), {
    selectedToolIds: ['read'],
    seenToolIds: ['read', 'write', 'mail:send'],
    updatedAt: 1_700_000_000_000,
    redirectUri: 'https://desk.example/back',
    issuer: 'https://mcp.example',
  });
  const others = [
    stepRequest({ user: { sub: 'user-2', claims: {} } }),
    stepRequest({ clientId: 'client-2' }),
    stepRequest({ user: { sub: 'user-1:client-1', claims: {} }, clientId: '' }),
    stepRequest({ redirectUri: 'https://desk.example/other' }),
  ];
  for (const other of others) pageOf(await step.ask(other));
});

test('consent that is not remembered is asked for every time', async () => {
  const parts = memoryParts();
  const step = stepOf({ rememberConsent: false }, { parts });
  await step.answer(stepRequest(), formOf('tools=read'));
  pageOf(await step.ask(stepRequest()));
  assert.equal(await parts.store.keys('consent:'), []);
});

test('a choice from the time when choices were remembered counts for nothing when they are not', async () => {
  const parts = memoryParts();
  await stepOf({}, { parts }).answer(stepRequest(), formOf('tools=read'));
  const { html } = pageOf(await stepOf({ rememberConsent: false }, { parts }).ask(stepRequest()));
  assert.equal(boxesOf(html).ticked, []);
});

test('[N2.consent.options] what the options do not say has its default', () => {
  const standard = {
    enabled: false,
    groupByApp: true,
    showDescriptions: true,
    allowSelectAll: true,
    requireSelection: true,
    rememberConsent: true,
    excludedTools: [],
  };
  assert.equal(consentSettings({}), standard);
  const all = { ...standard, enabled: true, customMessage: 'M', defaultSelectedTools: ['read'], excludedTools: ['x'] };
  assert.equal(consentSettings(all), all);
});

test('a server without tools asks nothing', async () => {
  assert.equal(settledOf(await stepOf({}, { tools: [] }).ask(stepRequest())).settled, { enabled: true, selectedTools: [] });
});

test('texts of clients, tools and options never become markup', async () => {
  const hostile = '"><script>alert(1)</script>';
  const tools = [{ ...tool(hostile), title: hostile, description: hostile, appName: hostile }];
  const request = stepRequest({ user: { sub: hostile, claims: {} } }, { ...testClient, clientName: hostile });
  assert.not.match(pageOf(await stepOf({ customMessage: hostile }, { tools }).ask(request)).html, '<script');
});

test.run();
