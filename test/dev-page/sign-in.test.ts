/* Somebody signs in at the server of the page, by the server's own sign-in. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PageEvents } from '../../src/cli/page/page-events.ts';
import { PageServer } from '../../src/cli/page/page-server.ts';
import type { Browser } from '../support/browser.ts';
import { openBrowser, visit } from '../support/page-visit.ts';
import { SignInProject, type SignInServer } from '../support/sign-in-project.ts';

interface Scene {
  browser: Browser;
  events: PageEvents;
  page: PageServer;
  server: SignInServer;
}

const project = new SignInProject('local-auth');
const test = suite<Scene>('sign-in of the page');

test.before(async (scene) => {
  const [browser] = await Promise.all([openBrowser(), project.build()]);
  const fields = { user: { label: 'User' }, pin: { type: 'password', label: 'PIN' } };
  scene.browser = browser;
  // No word of another origin: the page asks by its own program.
  scene.server = await project.boot({ options: { users: true, auth: { login: { fields } } } });
  scene.events = new PageEvents();
  scene.page = await PageServer.open({ title: 'whoami', events: scene.events, named: () => scene.server.boot.url });
  scene.events.tell({ kind: 'server', state: 'serving', url: scene.server.boot.url });
});
test.after(async ({ browser, page }) => {
  await browser.close();
  page.close();
  await project.close();
});

test('[dev-page.sign-in] a person signs in by the page of the server, calls as that person, and signs out', async ({
  browser,
  events,
  page,
  server,
}) => {
  const seen = await visit(browser, page.address);
  const signIn = async (): Promise<void> => {
    await seen.has('This server wants to know who asks');
    await seen.page.click('.notice button');
    await seen.page.waitForURL((url) => url.port === String(server.port));
    await seen.page.fill('input[name=user]', 'ada');
    await seen.page.fill('input[name=pin]', '1234');
    await seen.page.click('button[type=submit]');
    await seen.page.waitForURL((url) => url.origin === new URL(page.address).origin);
  };
  await signIn();
  await seen.has('whoami');
  await seen.until(`document.querySelector('.list button')`);
  assert.is(seen.page.url(), `${new URL(page.address).origin}/`);
  await seen.page.click('.list button:has-text("whoami")');
  await seen.page.click('.detail button[type=submit]');
  await seen.has('user-ada');
  const kept = await seen.page.evaluate<string>(`JSON.stringify({ ...sessionStorage })`);
  const [token = ''] = /ey[\w-]+\.[\w-]+\.[\w-]+/.exec(kept) ?? [];
  assert.ok(token.length > 40, kept);
  await seen.page.click('nav button:has-text("Log")');
  await seen.has('tools/call');
  assert.not.ok((await seen.page.evaluate<string>('document.body.textContent')).includes(token), 'no token is in the log');
  // Another server of the same program: nobody signs in again.
  events.tell({ kind: 'server', state: 'serving', url: server.boot.url });
  await seen.page.click('nav button:has-text("About")');
  await seen.has('Signed in');
  await seen.page.click('.about button:has-text("Sign out")');
  await seen.has('This server wants to know who asks');
  assert.not.match(await seen.page.evaluate<string>(`JSON.stringify({ ...sessionStorage })`), /tokens/);
  await signIn();
  await seen.until(`document.querySelector('.about')?.innerText.includes('Signed in')`);
  await seen.page.click('nav button:has-text("Entries")');
  await seen.until(`document.querySelector('.list button[aria-current]')?.innerText.includes('whoami')`);
  assert.equal(seen.faults, []);
});

test.run();
