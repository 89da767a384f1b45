/* The page of the dashboard in a real Chromium: with libraries of its own and with hosted ones, light and dark, narrow and wide. */
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browser, type BrowserPage, openBrowser } from '../support/browser.ts';
import { type BuiltProject, type BuiltServer, projectOf } from '../support/built-servers.ts';
import { dashboardProject, root, token } from './dashboard-project.ts';
import { hostedModule } from './hosted-modules.ts';

interface Scene {
  browser: Browser;
  projects: BuiltProject[];
  self: BuiltServer;
  hosted: BuiltServer;
}

/** Looked at by a person after a change of the page; not in the repository. */
const pictures = fileURLToPath(new URL('../../.service/pages/', import.meta.url));
const test = suite<Scene>('page of the dashboard');

test.before(async (scene) => {
  mkdirSync(pictures, { recursive: true });
  scene.browser = await openBrowser();
  const auth = "auth: { enabled: true, tokenEnv: 'DASHBOARD_TOKEN' }";
  scene.projects = [dashboardProject(`{ cdn: 'self', ${auth} }`), dashboardProject('{}')];
  const [self, hosted] = scene.projects;
  if (self === undefined || hosted === undefined) throw new Error('two projects are started');
  scene.self = await self.start('worker', { env: { NODE_ENV: 'development', DASHBOARD_TOKEN: token } });
  scene.hosted = await hosted.start('node');
});
test.after(async ({ browser, hosted, projects, self }) => {
  await browser?.close();
  await self?.stop();
  await hosted?.stop();
  for (const project of projects ?? []) project.remove();
});

interface Watched {
  readonly page: BrowserPage;
  /** Addresses that the page has asked for. */
  readonly asked: string[];
  /** What the browser and the page complained of. */
  readonly problems: string[];
  readonly close: () => Promise<void>;
}

/** What is used of a page beside the interface of the tests. */
interface RoutedPage {
  route(url: RegExp, handler: (route: HostedRoute) => Promise<void>): Promise<void>;
  on(event: 'request', listener: (request: { url(): string }) => void): void;
}

interface HostedRoute {
  request(): { url(): string };
  fulfill(answer: { status?: number; contentType?: string; headers?: object; body?: string }): Promise<void>;
}

async function watch(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Watched & { readonly routed: RoutedPage }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const routed = page as BrowserPage & RoutedPage;
  const asked: string[] = [];
  const problems: string[] = [];
  routed.on('request', (request) => void asked.push(request.url()));
  page.on('console', (message) => void problems.push(message.text()));
  page.on('pageerror', ({ message }) => void problems.push(message));
  return { page, routed, asked, problems, close: () => context.close() };
}

const addressOf = ({ port }: BuiltServer, query = ''): string => `http://localhost:${port}/dashboard${query}`;
const mcpOf = ({ port }: BuiltServer): string => `http://localhost:${port}/mcp`;
const boxes = (page: BrowserPage): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('.react-flow__node .name')].map(({ textContent }) => textContent)`);

test('[D2.dashboard.cdn] [D2.dashboard.page] [dashboard.self] with cdn self the page needs nobody else: graph and lists, on every screen', async ({
  browser,
  self,
}) => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [size, width] of [
      ['narrow', 360],
      ['wide', 1280],
    ] as const) {
      const { asked, close, page, problems } = await watch(browser, { colorScheme, viewport: { width, height: 800 } });
      await page.goto(addressOf(self, `?token=${token}`));
      await page.locator('.react-flow__node').first().waitFor();
      assert.is(page.url(), addressOf(self));
      assert.equal(await boxes(page), [
        'shown',
        'MCP endpoint',
        'prices',
        'stamps',
        'ping',
        'quiet',
        'rate',
        'stamp',
        'notes',
        'page',
        'ask',
      ]);
      assert.is(await page.evaluate('document.querySelectorAll(".react-flow__edge-path").length'), 10);
      for (const view of ['Graph', 'Entries', 'Log', 'About']) {
        await page.click(`nav button:has-text("${view}")`);
        await page.screenshot({ path: `${pictures}dashboard-${view}-${colorScheme}-${size}.png`, fullPage: true });
        assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'), `${view} ${size}`);
      }
      assert.equal([...new Set(asked)], [addressOf(self, `?token=${token}`), addressOf(self), mcpOf(self)]);
      assert.equal(problems, []);
      await close();
    }
});

/** Until an expression is true in the page. */
async function until(page: BrowserPage, expression: string): Promise<void> {
  for (const end = Date.now() + 30_000; !(await page.evaluate<boolean>(`Boolean(${expression})`));)
    if (Date.now() > end) throw new Error(`${expression}: ${await page.evaluate<string>('document.body.innerText')}`);
}

const names = (page: BrowserPage): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('.list .name')].map(({ textContent }) => textContent)`);
const everyName = ['ping', 'quiet', 'rate', 'stamp', 'notes', 'page', 'ask'];

test('[dashboard.same-page] entries are listed, hidden ones too, searched, and tried as in the page of service dev', async ({
  browser,
  self,
}) => {
  const { close, page, problems } = await watch(browser);
  await page.goto(addressOf(self, `?token=${token}`));
  await until(page, `document.querySelector('.status.good')`);
  await page.click('nav button:has-text("Entries")');
  assert.equal(await names(page), everyName);
  await page.fill('input[type=search]', 'pong');
  assert.equal(await names(page), ['ping']);
  await page.fill('input[type=search]', 'nothing of this');
  assert.equal(await names(page), []);
  await page.fill('input[type=search]', '');
  await page.click('.list button:has-text("ping")');
  await page.fill('#field-times', '2');
  await page.click('.detail button[type=submit]');
  await until(page, `document.querySelector('.result')?.innerText.includes('pong')`);
  await page.click('.list button:has-text("notes")');
  await page.click('.detail button:has-text("Read")');
  await until(page, `document.querySelector('[data-testid=resource-viewer]')?.innerText.includes('shown://notes')`);
  assert.equal(problems, []);
  await close();
});

/** The documented addresses, and what each is. */
const hosted: Readonly<Record<string, readonly [name: string, external: readonly string[]]>> = {
  'https://esm.sh/react@19.3.1': ['react', []],
  'https://esm.sh/react-dom@19.3.1?external=react': ['react-dom', ['react']],
  'https://esm.sh/react-dom@19.3.1/client?external=react,react-dom': ['react-dom/client', ['react', 'react-dom']],
  'https://esm.sh/react@19.3.1/jsx-runtime?external=react': ['react/jsx-runtime', ['react']],
  'https://esm.sh/@xyflow/react@12.12.1?external=react,react-dom': ['@xyflow/react', ['react', 'react-dom', 'react/jsx-runtime']],
  'https://esm.sh/@dagrejs/dagre@3.1.3': ['@dagrejs/dagre', []],
};
const hostedStyle = 'https://esm.sh/@xyflow/react@12.12.1/dist/style.css';

/** Answers for hosts on the internet, which this test does not ask. */
async function host({ routed }: { readonly routed: RoutedPage }, refuses = false): Promise<void> {
  await routed.route(/^https:/, async (route) => {
    const url = route.request().url();
    const headers = { 'access-control-allow-origin': '*' };
    if (url === hostedStyle && !refuses)
      return route.fulfill({
        contentType: 'text/css',
        headers,
        body: readFileSync(`${root}/node_modules/@xyflow/react/dist/style.css`, 'utf8'),
      });
    const [name, external = []] = (refuses ? undefined : hosted[url]) ?? [];
    if (name === undefined) return route.fulfill({ status: 404 });
    return route.fulfill({ contentType: 'text/javascript', headers, body: await hostedModule(name, external) });
  });
}

test('[D2.dashboard.cdn] by default libraries come from their hosted addresses, and from nowhere else', async ({
  browser,
  hosted: server,
}) => {
  const watched = await watch(browser);
  await host(watched);
  const { asked, page, problems } = watched;
  await page.goto(addressOf(server));
  await page.locator('.react-flow__node').first().waitFor();
  assert.is((await boxes(page)).length, 11);
  assert.equal(asked.toSorted(), [addressOf(server), hostedStyle, ...Object.keys(hosted)].toSorted());
  await page.click('nav button:has-text("Entries")');
  assert.equal(await names(page), everyName);
  // Scripts of other hosts may not ask the server.
  assert.is(await page.evaluate('document.querySelectorAll(".detail form, .detail button").length'), 0);
  await page.screenshot({ path: `${pictures}dashboard-hosted-entries.png`, fullPage: true });
  assert.equal(problems, []);
  // What a script of a stranger would try, the policy refuses.
  await page.evaluate(`new Promise((done) => {
    document.addEventListener('securitypolicyviolation', done, { once: true });
    document.body.append(Object.assign(document.createElement('script'), { src: 'https://elsewhere.example/x.js' }));
  })`);
  assert.match(await page.evaluate<string>(`fetch('/healthz').then(() => 'sent', String)`), 'TypeError');
  await watched.close();
});

test('[D2.dashboard.cdn] a page whose libraries do not come says so', async ({ browser, hosted: server }) => {
  const watched = await watch(browser);
  await host(watched, true);
  await watched.page.goto(addressOf(server));
  assert.match(await watched.page.content(), "<code>cdn: 'self'</code>");
  assert.equal(await boxes(watched.page), []);
  await watched.close();
});

test('[D2.dashboard.cdn] addresses of the author replace ours, the script of the page too', async ({ browser }) => {
  const made = dashboardProject("{ cdn: { entrypoint: 'https://own.example/dashboard.js', react: 'https://own.example/react.js' } }");
  const server = await made.start('node');
  const watched = await watch(browser);
  try {
    await watched.routed.route(/^https:/, async (route) => {
      const isScript = route.request().url() === 'https://own.example/dashboard.js';
      const body = isScript
        ? `import { own } from 'react';
const { metadata } = JSON.parse(document.getElementById('dashboard-data').textContent);
document.getElementById('dashboard').textContent = own + metadata.serverName + (await fetch('/healthz')).status;`
        : "export const own = 'Mine: ';";
      await route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body });
    });
    await watched.page.goto(addressOf(server));
    await watched.page.locator('text="Mine: shown200"').waitFor();
  } finally {
    await watched.close();
    await server.stop();
    made.remove();
  }
});

const long = 'x'.repeat(10_000);

test('[dashboard.hostile] names of strangers are text: markup, ten thousand characters, turned and hidden letters', async ({ browser }) => {
  const markup = '</script><script>window.hit=1</script><img src=x onerror="window.hit=1"><!--';
  const turned = 'safe\u202egnp.exe\u2066\u0000';
  const made = projectOf('hostile', {
    'package.json': JSON.stringify({ name: 'hostile', version: '1.0.0', type: 'module' }),
    'src/main.ts': `import { App, Service, resource, tool } from '@service/sdk';
import { DashboardPlugin } from '@service/plugin-dashboard';
const texts = ${JSON.stringify([markup, turned, long])};
const tools = texts.map((text, at) => tool({ name: 'tool-' + at, title: text, description: text, tags: [text] })(() => 1));
const resources = texts.map((text, at) => resource({ name: 'resource-' + at, title: text, description: text, uri: 'text://' + encodeURIComponent(text) })(() => 'text'));
@App({ id: 'hostile-app', name: ${JSON.stringify(markup)}, tools, resources })
class Hostile {}
@Service({ info: { name: 'hostile', title: ${JSON.stringify(`${turned}${markup}${long}`)}, version: '1.0.0' }, apps: [Hostile], plugins: [DashboardPlugin.init({ cdn: 'self' })] })
export class Server {}
`,
  });
  const server = await made.start('node');
  const watched = await watch(browser, { viewport: { width: 360, height: 800 } });
  try {
    const { page } = watched;
    await page.goto(addressOf(server));
    await page.locator('.react-flow__node').first().waitFor();
    await page.screenshot({ path: `${pictures}dashboard-hostile-graph.png`, fullPage: true });
    await page.click('nav button:has-text("Entries")');
    const seen = [];
    for (const name of ['tool-0', 'tool-1', 'tool-2', 'resource-0', 'resource-1', 'resource-2']) {
      await page.click(`.list button:has-text("${name}")`);
      await page.screenshot({ path: `${pictures}dashboard-hostile-${name}.png`, fullPage: true });
      assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'), name);
      assert.ok(await page.evaluate<boolean>('(document.querySelector(".about-text")?.textContent ?? "").length <= 4001'), name);
      seen.push(await page.evaluate<string>('document.querySelector(".page").textContent'));
    }
    const all = seen.join('\n');
    assert.ok(all.includes(markup) && all.includes('safe\\u202egnp.exe\\u2066\\u0000'), all.slice(0, 500));
    assert.equal(
      ['\u202e', '\u2066', '\u0000'].filter((letter) => all.includes(letter)),
      [],
    );
    assert.is(await page.evaluate('document.querySelectorAll("img, main script").length'), 0);
    assert.is(await page.evaluate('window.hit'), undefined);
    assert.equal(watched.problems, []);
  } finally {
    await watched.close();
    await server.stop();
    made.remove();
  }
});

test.run();
