/* Pages of an author's own made of React components and `@service/ui/auth`, in a real Chromium, on the built bundle. */
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Browser, BrowserPage } from '../support/browser.ts';
import { BrowserScene } from '../support/browser-scene.ts';
import { linkWithout } from '../support/link-without.ts';
import { SignInProject } from '../support/sign-in-project.ts';
import type { SignInServer } from '../support/sign-in-project.ts';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const project = new SignInProject('auth-ui-react');
let scene: BrowserScene;
let server: SignInServer;

test.before(async () => {
  scene = await BrowserScene.open(project);
  server = await project.boot();
});
test.after(() => scene.close(project));

/** A page, and whatever went wrong in it: a page that React finds to be another than was printed is an error too. */
async function openPage(options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await scene.browser.newContext(options);
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(String(error)));
  return { page, wrong, close: () => context.close() };
}

const status = (page: BrowserPage, text: string) => page.locator(`[role=status]:text-is("${text}")`).waitFor();

async function signIn(page: BrowserPage, user = 'ada'): Promise<void> {
  await page.fill('input[name=user]', user);
  await page.fill('input[name=pin]', '1234');
  await page.click('form[action] button');
}

/** On the page of accounts; they are left out, because they are elsewhere. */
async function chooseAccounts(page: BrowserPage): Promise<void> {
  await page.locator('input[value=hub]').waitFor();
  await page.click('input[value=mail]');
  await page.click('input[value=hub]');
  await page.click('button');
}

async function chooseApps(page: BrowserPage): Promise<void> {
  await page.locator('input[name=apps]').waitFor();
  await page.click('button');
  await page.locator('input[name=tools]').first().waitFor();
}

/** On the page of tools, the last before the client. */
async function chooseTools(page: BrowserPage): Promise<void> {
  await page.locator('input[name=tools]').first().waitFor();
  await page.click('input[value=whoami]');
  await page.click('button');
  await page.waitForURL(scene.client.isBack);
}

/** A sign-in begins with the accounts; the form of the user stands behind them. What was sent. */
async function openLogin(at: SignInServer, page: BrowserPage, more: Readonly<Record<string, string>> = {}) {
  const sent = await scene.client.open(at, page, more);
  await chooseAccounts(page);
  return sent;
}

async function choose(page: BrowserPage): Promise<void> {
  await chooseApps(page);
  await chooseTools(page);
}

async function addGuest(page: BrowserPage, name: string, code: string): Promise<void> {
  await page.fill('#name', name);
  await page.fill('#code', code);
  await page.click('section button');
}

test('[ui.react.hooks] the page is taken over as it was printed: its hooks ask the server, and its forms leave by the helper', async () => {
  const { close, page, wrong } = await openPage();
  const sent = await openLogin(server, page);
  await page.locator('section').waitFor();
  await addGuest(page, 'Eve', '1');
  await status(page, 'Wrong code');
  // The form of the guests says of another sign-in that it is its own; that it is answered shows that nobody believes it.
  await addGuest(page, 'Blue <i>guest</i>', '77');
  await status(page, 'Added.');
  assert.match(await page.locator('ul').ariaSnapshot(), 'Blue <i>guest</i>');
  await page.fill('input[name=user]', 'ada');
  await page.fill('input[name=pin]', '9');
  await page.click('form[action] button');
  await page.locator('[role=alert]').waitFor();
  assert.match(await page.locator('main').ariaSnapshot(), 'Wrong PIN <script>alert(1)</script>');
  await page.locator('li').waitFor();
  assert.match(await page.locator('ul').ariaSnapshot(), 'Blue <i>guest</i>', 'what was added is printed again');
  await signIn(page);
  await choose(page);
  assert.is(await scene.subjectOf(server, page, sent), 'user-ada');
  assert.equal(wrong, []);
  await close();
});

test('[ui.react.hooks] without scripts the same forms work, and nothing is shown that needs them', async () => {
  const { close, page } = await openPage({ javaScriptEnabled: false });
  const sent = await openLogin(server, page);
  assert.match(
    await page.locator('main').ariaSnapshot(),
    /Desk <b>helper<\/b>\s+- text: asks for access to Harbour and returns to 127\.0\.0\.1/,
  );
  assert.not.match(await page.locator('main').ariaSnapshot(), 'guest');
  await signIn(page);
  await choose(page);
  assert.is(await scene.subjectOf(server, page, sent), 'user-ada');
  await close();
});

test('[ui.identity] a component cannot choose the person who signs in', async () => {
  const [mine, theirs] = [await openPage(), await openPage()];
  await openLogin(server, theirs.page);
  const stolen = await theirs.page.evaluate<string>('JSON.stringify(window.__SERVICE_AUTH__.formFields)');
  const sent = await openLogin(server, mine.page);
  await mine.page.locator('section').waitFor();
  await mine.page.evaluate(`(() => {
    const form = document.querySelector('form[action]');
    const fields = [...${stolen}, { name: 'pending_auth_id', value: 'evil' }, { name: 'csrf', value: '' }];
    for (const { name, value } of fields) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value });
      form.prepend(input);
    }
  })()`);
  await signIn(mine.page, 'guest');
  await choose(mine.page);
  assert.is(await scene.subjectOf(server, mine.page, sent), 'user-guest');
  assert.equal(mine.wrong, []);
  await Promise.all([mine.close(), theirs.close()]);
});

for (const [button, granted] of [
  ['Allow', true],
  ['Not now', false],
] as const)
  test(`[ui.react.form] the pressed button travels with the form: "${button}" on the page of one app`, async () => {
    const { close, page, wrong } = await openPage();
    await openLogin(server, page, { mode: 'incremental', app: 'mail' });
    await page.locator('section').waitFor();
    await signIn(page);
    await page.click(`button:text-is("${button}")`);
    await chooseTools(page);
    const { searchParams } = new URL(page.url());
    assert.equal([searchParams.get('incremental'), searchParams.get('app_id')], granted ? ['true', 'mail'] : [null, null]);
    assert.equal(wrong, []);
    await close();
  });

test('[ui.react.hooks] a server that does not answer is an answer', async () => {
  const { close, page } = await openPage();
  await openLogin(server, page);
  await page.locator('section').waitFor();
  await page.evaluate(`window.__SERVICE_AUTH__.extraUrl = 'http://127.0.0.1:9/'`);
  await addGuest(page, 'Eve', '77');
  await status(page, 'The request failed. Please try again.');
  await close();
});

/** As a page mounts itself: in a place of its own, or in the one of its slot, which its build would take over too. */
const mounted: Readonly<Record<string, string>> = {
  'src/pages/login.ts': `import { AuthFlowProvider, mountAuthPage } from '@service/ui/auth';
import { rawHtml, type AuthPageProps } from '@service/sdk/auth-ui';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import Login from './login.tsx';
export default (flow: AuthPageProps) =>
  rawHtml('<div id="mine">' + renderToString(createElement(AuthFlowProvider, { flow }, createElement(Login))) + '</div>');
export const mount = (): void => mountAuthPage(Login, { mountId: 'mine' });
`,
  'src/pages/error.tsx': `import { mountAuthPage } from '@service/ui/auth';
import { useEffect, useState } from 'react';
function Broken() {
  const [times, add] = useState(0);
  useEffect(() => add((before) => before + 1), []);
  return <p>Mounted {times}</p>;
}
export default Broken;
mountAuthPage(Broken);
`,
};

test('[ui.react.mount] a page may mount itself: elsewhere, and once', async () => {
  const own = new SignInProject('auth-ui-react', mounted);
  const root = join(own.folder, '..', '..');
  writeFileSync(
    join(root, 'src/main.ts'),
    readFileSync(join(root, 'src/main.ts'), 'utf8').replace('./pages/login.tsx', './pages/login.ts'),
  );
  await own.build();
  const at = await own.boot();
  const { close, page, wrong } = await openPage();
  await openLogin(at, page);
  await page.locator('#mine section').waitFor();
  await addGuest(page, 'Blue', '77');
  await status(page, 'Added.');
  await page.goto(`${at.oauth.origin}/oauth/authorize?client_id=x`);
  await page.locator('p:text-is("Mounted 1")').waitFor();
  // A page of 400 is said by the browser.
  assert.equal(
    wrong.filter((text) => !text.includes('400')),
    [],
  );
  await close();
  await own.close();
});

test('[ui.react.18] the same with the React before', async () => {
  const before = new SignInProject('auth-ui-react');
  const root = join(before.folder, '..', '..');
  rmSync(join(root, 'node_modules'));
  linkWithout(root, '@service/ui', 'react', 'react-dom');
  cpSync(join(modules, 'react18'), join(root, 'node_modules/react'), { recursive: true, dereference: true });
  cpSync(join(modules, 'react-dom18'), join(root, 'node_modules/react-dom'), { recursive: true, dereference: true });
  // Its React is the one beside it.
  cpSync(join(modules, '../packages/ui'), join(root, 'ui'), { recursive: true });
  symlinkSync(join(root, 'ui'), join(root, 'node_modules/@service/ui'));
  await before.build();
  assert.match(before.code, '18.3.1');
  const at = await before.boot();
  const { close, page, wrong } = await openPage();
  const sent = await openLogin(at, page);
  await page.locator('section').waitFor();
  await addGuest(page, 'Blue', '77');
  await status(page, 'Added.');
  await signIn(page);
  await choose(page);
  assert.is(await scene.subjectOf(at, page, sent), 'user-ada');
  assert.equal(wrong, []);
  await close();
  await before.close();
});

test('[ui.react.hooks] nothing is wider than the screen, in light and dark, narrow and wide', () =>
  scene.onEveryScreen('react-', async (page, shoot) => {
    await scene.client.open(server, page);
    await page.locator('input[value=hub]').waitFor();
    await shoot('federated');
    await chooseAccounts(page);
    await page.locator('section').waitFor();
    await addGuest(page, 'Blue', '77');
    await status(page, 'Added.');
    await shoot('login');
    await signIn(page);
    await chooseApps(page);
    await shoot('consent');
  }));

test.run();
