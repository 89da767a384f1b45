import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { boxesOf, formOf, memoryParts, pageOf, settledOf, stepRequest } from '../../../../../test/support/step-scene.ts';
import type { IncrementalAuthOptions } from '../../../define/sign-in-options.ts';
import { SignInProblem } from '../responses/problems.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import type { OwnPages } from '../own-pages/own-page.ts';
import type { CheckedSignIn } from '../sign-in/pending-sign-in.ts';
import { createIncrementalStep, incrementalSettings } from './create-incremental-step.ts';

const apps = [
  { id: 'mail', name: 'Mail', description: 'Reads & writes mail' },
  { id: 'files', name: 'Files' },
  { id: 'calendar', name: 'Calendar' },
];

function stepOf(options: IncrementalAuthOptions = {}, parts: AuthorizationServices = memoryParts()) {
  const step = createIncrementalStep({ settings: incrementalSettings(options), serverName: 'office', apps }, parts);
  return {
    ask: (signIn: Partial<CheckedSignIn> = {}) => step.ask(stepRequest(signIn)),
    answer: (form: string, signIn: Partial<CheckedSignIn> = {}) => step.answer(stepRequest(signIn), formOf(`incremental=true&${form}`)),
    step,
  };
}

test('a server without apps grants none without asking', async () => {
  const step = createIncrementalStep({ settings: incrementalSettings({}), serverName: 'office', apps: [] }, memoryParts());
  assert.equal(settledOf(await step.ask(stepRequest())).claims, { authorized_apps: [] });
});

test('[N8.apps.screen] a page that asks is 200; the author`s own page stands in its place', async () => {
  assert.is(pageOf(await stepOf().ask()).status, 200);
  const one = pageOf(await stepOf({}).ask(wanting('mail')));
  assert.is(one.status, 200);
  assert.match(one.html, '<p class="soft">Reads &amp; writes mail</p>');
  assert.match(one.html, 'needed to call <code><bdi>send</bdi></code>');
  assert.not.match(pageOf(await stepOf({}).ask(wanting('files'))).html, 'class="soft"');
  assert.match(one.html, '>Not now</button>');
  const must = pageOf(await stepOf({ showAllAppsAtOnce: false, allowSkip: false }).ask());
  assert.not.match(must.html, 'Not now');
  const shown: unknown[] = [];
  const own: OwnPages = {
    replaces: () => true,
    print: (slot, _facts, status) => (shown.push([slot, status]), { status: 200, headers: {}, body: 'mine' }),
  };
  const mine = stepOf({}, { ...memoryParts(), ownPages: own });
  for (const signIn of [{}, wanting('mail')]) assert.is(pageOf(await mine.ask(signIn)).html, 'mine');
  assert.is(pageOf(await mine.answer('apps=root')).html, 'mine');
  assert.equal(shown, [
    ['incremental', 200],
    ['incremental', 200],
    ['incremental', 400],
  ]);
});

const wanting = (app: string, tool = 'send'): Partial<CheckedSignIn> => ({ incremental: { app, tool } });

test('[N8.apps.screen] the first sign-in offers every app, ticked, to be skipped', async () => {
  const { html } = pageOf(await stepOf().ask());
  assert.equal(boxesOf(html), { all: ['mail', 'files', 'calendar'], ticked: ['mail', 'files', 'calendar'] });
  assert.match(html, 'Reads &amp; writes mail');
  assert.match(html, '<input type="hidden" name="incremental" value="true">');
  assert.ok(stepOf().step.isAnsweredBy(formOf('incremental=true')));
  assert.not.ok(stepOf().step.isAnsweredBy(formOf('consent_submitted=1')));
});

test('[N8.apps.parameter] apps of the request are ticked, and only they', async () => {
  assert.equal(boxesOf(pageOf(await stepOf().ask({ apps: ['files', 'unknown'] })).html).ticked, ['files']);
});

test('[N8.apps.claim] ticked apps become the claim, and are known at the next sign-in', async () => {
  const parts = memoryParts();
  const verdict = settledOf(await stepOf({}, parts).answer('apps=mail&apps=calendar&action=allow'));
  assert.equal(verdict.claims, { authorized_apps: ['mail', 'calendar'] });
  assert.equal(boxesOf(pageOf(await stepOf({}, parts).ask()).html).ticked, ['mail', 'calendar']);
  assert.equal(settledOf(await stepOf({}, parts).answer('action=allow')).claims, { authorized_apps: [] });
});

test('an app that is not on the page brings the page again, with 400', async () => {
  const { html, status } = pageOf(await stepOf().answer('apps=mail&apps=root'));
  assert.is(status, 400);
  assert.match(html, 'Invalid app selection');
});

test('[N3.apps.skip] where nothing may be skipped the apps are listed, and all are granted', async () => {
  const step = stepOf({ allowSkip: false });
  assert.equal(boxesOf(pageOf(await step.ask()).html).all, []);
  assert.equal(settledOf(await step.answer('action=allow')).claims, { authorized_apps: ['mail', 'files', 'calendar'] });
});

test('[N3.apps.one-by-one] showAllAppsAtOnce: false asks about one app after another', async () => {
  const step = stepOf({ showAllAppsAtOnce: false });
  const first = pageOf(await step.ask()).html;
  assert.match(first, 'name="app_id" value="mail"');
  const second = pageOf(await step.answer('app_id=mail&action=allow')).html;
  assert.match(second, 'name="app_id" value="files"');
  assert.match(second, 'name="apps" value="mail"');
  const third = pageOf(await step.answer('app_id=files&action=skip&apps=mail')).html;
  assert.not.match(third, 'name="apps" value="files"');
  assert.equal(settledOf(await step.answer('app_id=calendar&action=allow&apps=mail')).claims, { authorized_apps: ['mail', 'calendar'] });
  assert.is(pageOf(await step.answer('app_id=nothing&action=allow')).status, 400);
});

test('[N8.apps.incremental] a single app is added to what this person granted this client before', async () => {
  const parts = memoryParts();
  await stepOf({}, parts).answer('apps=mail&action=allow');
  const { html } = pageOf(await stepOf({}, parts).ask(wanting('files', 'read_<file>')));
  assert.match(html, 'Let it use the app <strong>Files</strong>?');
  assert.match(html, 'read_&lt;file&gt;');
  const verdict = settledOf(await stepOf({}, parts).answer('app_id=files&action=allow', wanting('files')));
  assert.equal(verdict.claims, { authorized_apps: ['mail', 'files'] });
  assert.equal(verdict.redirect, { incremental: 'true', app_id: 'files' });
});

test('[R23.apps] grants of another person or client never grow, independent of the form', async () => {
  const parts = memoryParts();
  await stepOf({}, parts).answer('apps=mail&apps=calendar&action=allow');
  for (const other of [{ user: { sub: 'user-2', claims: {} } }, { clientId: 'client-2' }]) {
    const verdict = settledOf(await stepOf({}, parts).answer('app_id=files&apps=mail&action=allow', { ...wanting('files'), ...other }));
    assert.equal(verdict.claims, { authorized_apps: ['files'] });
  }
});

test('a single app that was not allowed, or another one than was asked for, changes nothing', async () => {
  const parts = memoryParts();
  await stepOf({}, parts).answer('apps=mail&action=allow');
  for (const form of ['app_id=files&action=skip', 'app_id=files', 'app_id=calendar&action=allow']) {
    const verdict = settledOf(await stepOf({}, parts).answer(form, wanting('files')));
    assert.equal(verdict.claims, { authorized_apps: ['mail'] });
    assert.is(verdict.redirect, undefined);
  }
});

test('an app that the server does not have is a page in words', async () => {
  const failure = await stepOf()
    .ask(wanting('root'))
    .catch((error: unknown) => error);
  assert.instance(failure, SignInProblem);
  assert.match((failure as SignInProblem).message, 'Unknown app');
});

test.run();
