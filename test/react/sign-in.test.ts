/* A person signs in at a server elsewhere, from a page of React components: in Chromium, on React 18.3 and 19. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openBrowser, type BrowserContext, type BrowserPage } from '../support/browser.ts';
import { listen } from '../support/listen.ts';
import { bundlePage, PageScene, PageSite } from '../support/page-site.ts';
import { SignInProject, type SignInServer } from '../support/sign-in-project.ts';
import { shows } from './shows.ts';
import { aliasOf, play, reactVersions } from './support.ts';

const source = readFileSync(new URL('../../fixtures/local-auth/src/main.ts', import.meta.url), 'utf8');
const project = new SignInProject('local-auth', { 'src/main.ts': source.replace("mode: 'local',", "mode: 'local', revocation: true,") });
let scene: PageScene;
let server: SignInServer;
let hostile: Server;
/** What the hostile server says of its authorization server, beside what is right. */
let lies: Readonly<Record<string, unknown>> = {};
const test = suite('react sign-in');

/** A server that names itself as its authorization server, with lies. */
async function listenHostile(): Promise<string> {
  hostile = createServer(({ method, url = '' }, response) => {
    const origin = `http://127.0.0.1:${port}`;
    const metadata = { issuer: origin, authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` };
    const documents: Readonly<Record<string, object>> = {
      '/.well-known/oauth-protected-resource/mcp': { resource: `${origin}/mcp`, authorization_servers: [origin] },
      '/.well-known/oauth-authorization-server': { ...metadata, code_challenge_methods_supported: ['S256'], ...lies },
    };
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*');
    const document = documents[url];
    response.writeHead(url === '/mcp' && method === 'POST' ? 401 : 200).end(JSON.stringify(document ?? {}));
  });
  const port = await listen(hostile);
  return `http://127.0.0.1:${port}/mcp`;
}

test.before(async () => {
  const [browser] = await Promise.all([openBrowser(), project.build()]);
  const fields = { user: { label: 'User' }, pin: { type: 'password', label: 'PIN' } };
  server = await project.boot({ options: { users: true, cors: { origin: true }, auth: { login: { fields } } } });
  const evil = await listenHostile();
  const scripts: Record<string, string> = {};
  for (const version of reactVersions) {
    const { code } = await bundlePage('react/page/signed.ts', { alias: aliasOf(version) });
    const given = (url: string, options: object = {}): string => `Object.assign(globalThis, ${JSON.stringify({ url, options })});\n${code}`;
    scripts[version] = given(server.boot.url);
    if (version !== '19') continue;
    scripts[`${version}-tab`] = given(server.boot.url, { keepIn: 'tab' });
    scripts[`${version}-evil`] = given(evil, { clientId: 'page' });
    scripts[`${version}-away`] = given(server.boot.url, { redirectUri: 'https://evil.example/' });
  }
  scene = new PageScene(browser, await PageSite.listen(scripts, '*'));
});
test.after(async () => {
  await scene?.close();
  hostile?.closeAllConnections();
  hostile?.close();
  await project.close();
});

const addressOf = (page: BrowserPage): Promise<string> => page.evaluate('location.href');

/** From the page, over the sign-in page, back to the page. */
async function signIn(page: BrowserPage): Promise<void> {
  await page.click('#in');
  await page.waitForURL((url) => url.port === String(server.port));
  await page.fill('input[name=user]', 'ada');
  await page.fill('input[name=pin]', '1234');
  await page.click('button[type=submit]');
  await page.waitForURL((url) => url.origin === scene.site.origin);
  await shows(page, '#status', 'connected ');
}

/** A page at an address of its site. */
async function visitAt(path: string): Promise<{ readonly page: BrowserPage; readonly context: BrowserContext }> {
  const context = await scene.newContext();
  const page = await context.newPage();
  await page.goto(`${scene.site.origin}${path}`);
  return { page, context };
}

/** Every text that scripts of the origin find in the browser. */
const keptBy = (page: BrowserPage): Promise<string> =>
  page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, location.href, history.state])');

for (const version of reactVersions) {
  test(`[client.page-sign-in] React ${version}: a person signs in, calls, and signs out; no code and no token is left in the browser`, async () => {
    const { page, context } = await visitAt(`/${version}#cart`);
    await shows(page, '#status', 'signed out');
    await signIn(page);
    assert.is(await addressOf(page), `${scene.site.origin}/${version}#cart`);
    await page.click('#call');
    await shows(page, '[data-testid=output-display]', /user-ada/);
    const token = await play<string>(page, 'token');
    assert.match(token, /^[\w-]+\./);
    const kept = await keptBy(page);
    assert.not.ok(kept.includes(token), kept);
    assert.not.match(kept, /code|verifier|"service:/);
    await play(page, 'signOut');
    assert.is(await play(page, 'isSignedIn'), false);
    assert.is((await server.call(token)).status, 401);
    assert.is(await page.evaluate('stage.token().then(String)'), 'undefined');
    await context.close();
  });
}

const version = '19';

test('[client.page-sign-in] in memory a reload ends it, in the tab it does not, and sign-out forgets it', async () => {
  const memory = await visitAt(`/${version}`);
  await signIn(memory.page);
  await memory.page.goto(`${scene.site.origin}/${version}`);
  await shows(memory.page, '#status', 'signed out');
  await memory.context.close();
  const { page, context } = await visitAt(`/${version}-tab`);
  await signIn(page);
  await page.goto(`${scene.site.origin}/${version}-tab`);
  await shows(page, '#status', 'connected ');
  await play(page, 'signOut');
  assert.not.match(await keptBy(page), /"service:/);
  await context.close();
});

test('[client.page-sign-in.hostile] a link of somebody else signs no one in, and nothing of it is taken', async () => {
  const { page, context } = await visitAt(`/${version}`);
  await page.click('#in');
  await page.waitForURL((url) => url.port === String(server.port));
  const forged = `${scene.site.origin}/${version}?code=evil&state=guessed&page=https://evil.example/`;
  await page.goto(forged);
  await shows(page, '#status', 'signed out');
  assert.equal(
    [await addressOf(page), await play(page, 'isSignedIn'), await page.evaluate(`document.querySelector('#failed').textContent`)],
    [forged, false, 'none'],
  );
  await context.close();
});

test('[client.page-sign-in.hostile] a redirect of another issuer, or with an error, brings no token', async () => {
  for (const [more, expected] of [
    ['code=stolen&iss=https%3A%2F%2Fevil.example', 'The redirect came from another authorization server'],
    ['error=access_denied&iss=', 'The sign-in was refused: access_denied'],
  ] as const) {
    const { page, context } = await visitAt(`/${version}`);
    await page.click('#in');
    await page.waitForURL((url) => url.port === String(server.port));
    await page.goto(`${scene.site.origin}/nowhere`);
    const { state } = await page.evaluate<{ state: string }>(`JSON.parse(Object.values({ ...sessionStorage })[0])`);
    const iss = more.endsWith('=') ? encodeURIComponent(`http://127.0.0.1:${server.port}`) : '';
    await page.goto(`${scene.site.origin}/${version}?state=${state}&${more}${iss}`);
    await shows(page, '#failed', expected);
    assert.equal([await play(page, 'isSignedIn'), await addressOf(page)], [false, `${scene.site.origin}/${version}`]);
    await context.close();
  }
});

test('[client.page-sign-in.hostile] a server that names a script as its sign-in page opens nothing', async () => {
  for (const address of ['javascript:globalThis.owned=1', 'data:text/html,<p>', 'http://evil.example/authorize']) {
    lies = { authorization_endpoint: address };
    const { page, context } = await visitAt(`/${version}-evil`);
    await page.click('#in');
    for (let tries = 0; tries < 300 && (await play(page, 'refused')) === 'nothing'; tries++);
    assert.match(await play<string>(page, 'refused'), /is not the URL of a server|is not encrypted/, address);
    assert.equal([await page.evaluate('globalThis.owned ?? null'), await addressOf(page)], [null, `${scene.site.origin}/${version}-evil`]);
    await context.close();
  }
});

test('[client.page-sign-in.hostile] a way back to another origin is refused', async () => {
  const { said } = await scene.visit(`${version}-away`);
  for (let tries = 0; tries < 300 && !/redirectUri/.test(said.join()); tries++) await new Promise((done) => setTimeout(done, 20));
  assert.match(said.join('\n'), `redirectUri must be an address of ${scene.site.origin}`);
});

test.run();
