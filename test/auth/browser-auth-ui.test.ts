/* Pages of the author's own in a real Chromium, on the built bundle: with and without scripts. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BrowserScene } from '../support/browser-scene.ts';
import { SignInProject } from '../support/sign-in-project.ts';
import type { SignInServer } from '../support/sign-in-project.ts';

const project = new SignInProject('auth-ui');
let scene: BrowserScene;
let server: SignInServer;

test.before(async () => {
  scene = await BrowserScene.open(project);
  server = await project.boot();
});
test.after(() => scene.close(project));

test('[ui.browser] the page is taken over: it asks its server, and its forms leave by the helper', async () => {
  const context = await scene.browser.newContext();
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const sent = await scene.client.open(server, page);
  assert.is(await page.evaluate("document.getElementById('rooms').hidden"), false);
  assert.is(await page.evaluate("document.getElementById('rooms').dataset.ending"), '</script><!-- <script>');
  const says = async (text: string): Promise<void> => {
    await page.click('#add');
    await page.locator(`#said:text-is("${text}")`).waitFor();
  };
  await page.fill('#code', '1');
  await says('Wrong code');
  await page.fill('#code', '77');
  await says('Added.');
  assert.is(await page.evaluate("document.getElementById('list').textContent"), 'Blue <i>room</i>');
  await page.fill('input[name=user]', 'ada');
  await page.fill('input[name=pin]', '9');
  await page.click('button[type=submit]');
  await page.waitForLoadState();
  assert.match(await page.locator('main').ariaSnapshot(), /listitem: Blue <i>room<\/i>/);
  await page.fill('input[name=pin]', '1234');
  await page.click('button[type=submit]');
  await page.waitForLoadState();
  assert.match(await page.locator('main').ariaSnapshot(), /checkbox "Mail Letters <b>and<\/b> parcels" \[checked\]/);
  const tools = page.waitForURL((url) => url.search.includes('incremental=true'));
  await page.click('button[type=submit]');
  await tools;
  await page.locator('input[value=whoami]').waitFor();
  await page.click('input[value=whoami]');
  await page.click('button[type=submit]');
  await page.waitForURL(scene.client.isBack);
  assert.is(await scene.subjectOf(server, page, sent), 'user-ada');
  // A policy that the browser had to enforce against our own page would be said here.
  assert.equal(said, []);
  await context.close();
});

test('[ui.browser] without scripts the same forms work', async () => {
  const context = await scene.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const sent = await scene.client.open(server, page);
  assert.not.match(await page.locator('main').ariaSnapshot(), /Add a room/);
  await page.fill('input[name=user]', 'ada');
  await page.fill('input[name=pin]', '1234');
  await page.click('button[type=submit]');
  await page.locator('input[value=mail]').waitFor();
  await page.click('button[type=submit]');
  await page.locator('input[value=whoami]').waitFor();
  await page.click('input[value=whoami]');
  await page.click('button[type=submit]');
  await page.waitForURL(scene.client.isBack);
  assert.is(await scene.subjectOf(server, page, sent), 'user-ada');
  await context.close();
});

test('[ui.identity] a page that sends identity fields of its own sends those of its sign-in', async () => {
  const context = await scene.browser.newContext();
  const page = await context.newPage();
  const sent = await scene.client.open(server, page);
  // The page's own submit, with a form that a component or an extension has tampered with.
  await page.evaluate(`(() => {
    const form = document.querySelector('form');
    form.querySelector('[name=user]').value = 'guest';
  })()`);
  await page.click('button[type=submit]');
  await page.locator('input[value=mail]').waitFor();
  await page.evaluate(`(() => {
    for (const [name, value] of [['pending_auth_id', 'AAAAAAAAAAAAAAAAAAAAAA'], ['csrf', 'x'], ['submit', 'y'], ['incremental', 'false']]) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value });
      document.querySelector('form').append(input);
    }
  })()`);
  await page.click('button[type=submit]');
  await page.locator('input[value=whoami]').waitFor();
  await page.click('input[value=whoami]');
  await page.click('button[type=submit]');
  await page.waitForURL(scene.client.isBack);
  assert.is(await scene.subjectOf(server, page, sent), 'user-guest');
  await context.close();
});

test('[ui.browser] nothing is wider than the screen, in light and dark, narrow and wide', () =>
  scene.onEveryScreen('own-', async (page, shoot) => {
    await scene.client.open(server, page);
    await shoot('login');
    await page.fill('input[name=user]', 'ada');
    await page.fill('input[name=pin]', '9');
    await page.click('button[type=submit]');
    await page.locator('.bad').first().waitFor();
    await shoot('refused');
    await page.fill('input[name=pin]', '1234');
    await page.click('button[type=submit]');
    await page.locator('input[value=mail]').waitFor();
    await shoot('apps');
    await page.click('button[type=submit]');
    await page.locator('input[value=whoami]').waitFor();
    await shoot('tools');
    await page.goto(`${server.oauth.origin}/oauth/authorize?client_id=nobody`);
    await shoot('error');
  }));

test.run();
