/* A person's way through the sign-in pages, in a real Chromium, on the built bundle. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BrowserScene } from '../support/browser-scene.ts';
import { SignInProject } from '../support/sign-in-project.ts';

const project = new SignInProject();
const source = readFileSync(new URL('../../fixtures/local-auth/src/main.ts', import.meta.url), 'utf8');
/** The same server, whose people choose tools after signing in. */
const consenting = new SignInProject('local-auth', {
  'src/main.ts': source.replace("mode: 'local',", "mode: 'local', consent: { enabled: true },"),
});
const provider = { authorizationEndpoint: 'https://id.example/authorize', tokenEndpoint: 'https://id.example/token', clientId: 'desk' };
const providers = [
  { ...provider, id: 'files', name: 'Files of the desk' },
  { ...provider, id: 'mail', name: 'Mail' },
];
/** The same server, which asks for accounts elsewhere. */
const linking = new SignInProject('local-auth', {
  'src/main.ts': source.replace("mode: 'local',", `mode: 'local', providers: ${JSON.stringify(providers)},`),
});
let scene: BrowserScene;

test.before(async () => {
  scene = await BrowserScene.open(project, consenting, linking);
});
test.after(() => scene.close(project, consenting, linking));

const login = {
  title: 'Ticket desk',
  subtitle: 'Sign in with your desk account',
  fields: { user: { label: 'User', required: true }, pin: { type: 'password', label: 'PIN', required: true } },
};

test('[I6.browser.path] a person signs in: a refused attempt keeps the typed values, the next one returns to the client with a code', async () => {
  const server = await project.boot({ options: { users: true, auth: { login } } });
  const context = await scene.browser.newContext();
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const sent = await scene.client.open(server, page);
  assert.match(await page.title(), /^Ticket desk/);
  await page.fill('input[name=user]', 'ada');
  await page.fill('input[name=pin]', '9999');
  await page.click('button[type=submit]');
  await page.waitForLoadState();
  assert.match(await page.locator('main').ariaSnapshot(), /Wrong PIN/);
  assert.is(await page.evaluate('document.activeElement.name'), 'pin');
  assert.is(await page.evaluate("document.querySelector('input[name=user]').value"), 'ada');
  assert.is(await page.evaluate("document.querySelector('input[name=pin]').value"), '');
  await page.keyboard.type('1234');
  await page.keyboard.press('Enter');
  await page.waitForURL(scene.client.isBack);
  assert.is(await scene.subjectOf(server, page, sent), 'user-ada');
  // A policy that the browser had to enforce against our own page would be said here.
  assert.equal(said, []);
  await context.close();
  await server.stop();
});

test('[I6.browser.keyboard] the page works with the keyboard alone and without scripts, and a screen reader hears all of it', async () => {
  const server = await project.boot();
  const context = await scene.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await scene.client.open(server, page);
  const tree = await page.locator('body').ariaSnapshot();
  for (const part of [
    /heading/,
    /textbox "Email/,
    /textbox "Name/,
    /button "/,
    /Desk <b>helper<\/b>/,
    /127\.0\.0\.1/,
    /does not check who you are/,
  ])
    assert.match(tree, part);
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await page.waitForURL(scene.client.isBack);
  await context.close();
  await server.stop();
});

test('[I6.browser.tabs] two tabs sign in side by side; another browser cannot go on with a page that it did not open', async () => {
  const server = await project.boot();
  const context = await scene.browser.newContext();
  const [first, second] = [await context.newPage(), await context.newPage()];
  await scene.client.open(server, first);
  await scene.client.open(server, second);
  const cookies = await context.cookies();
  assert.is(cookies.length, 2);
  for (const { httpOnly, path, sameSite, secure } of cookies) assert.equal([httpOnly, path, sameSite, secure], [true, '/', 'Lax', false]);
  const stranger = await scene.browser.newContext();
  const stolen = await stranger.newPage();
  await stolen.goto('about:blank');
  const form = /name="pending_auth_id" value="([^"]+)"/.exec(await first.content())?.[1] ?? '';
  const refused = await server.oauth.post('/oauth/callback', { pending_auth_id: form, email: 'eve@example.com' });
  assert.ok(refused.status >= 400, String(refused.status));
  for (const page of [second, first]) {
    await page.fill('input[name=email]', 'ada@example.com');
    await page.click('button[type=submit]');
    await page.waitForURL(scene.client.isBack);
  }
  await stranger.close();
  await context.close();
  await server.stop();
});

test('[I6.browser.pictures] nothing is wider than the screen, in light and dark, narrow and wide', async () => {
  const server = await consenting.boot({ options: { users: true, auth: { login } } });
  await scene.onEveryScreen('', async (page, shoot) => {
    await scene.client.open(server, page);
    await shoot('sign-in');
    await page.fill('input[name=user]', 'ada');
    await page.fill('input[name=pin]', '9');
    await page.click('button[type=submit]');
    await page.waitForLoadState();
    await shoot('refused');
    await page.fill('input[name=pin]', '1234');
    await page.click('button[type=submit]');
    await page.waitForLoadState();
    assert.match(await page.locator('main').ariaSnapshot(), /checkbox "whoami/);
    await shoot('consent');
    await page.click('input[name=tools]');
    await page.click('button[type=submit]');
    await page.waitForURL(scene.client.isBack);
    await page.goto(`${server.oauth.origin}/oauth/authorize?client_id=nobody`);
    await shoot('problem');
  });
  await server.stop();
});

test('[I6.browser.pictures] the page to pick providers on fits every screen too', async () => {
  const server = await linking.boot();
  await scene.onEveryScreen('', async (page, shoot) => {
    await scene.client.open(server, page);
    assert.match(await page.locator('main').ariaSnapshot(), /checkbox "Files of the desk/);
    await shoot('providers');
  });
  await server.stop();
});

test.run();
