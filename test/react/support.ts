/* Pages of React components in a real Chromium, bundled as an application's bundler would, for two versions of React. */
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { AddressInfo } from 'node:net';
import { openBrowser, type Browser, type BrowserPage } from '../support/browser.ts';

/** Versions of React that the package takes. */
export const reactVersions = ['18', '19'] as const;
export type ReactVersion = (typeof reactVersions)[number];

/** The repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Nothing is loaded from elsewhere, and no text becomes code. */
const policy = "default-src 'none'; script-src 'self'; connect-src *; style-src 'unsafe-inline'";

/**
 * Bundles pages of `test/react/page` for a browser.
 * @param names of the modules
 * @param alias of packages
 */
export async function bundlePage(names: readonly string[], alias: Readonly<Record<string, string>> = {}): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: names.map((name) => `import './test/react/page/${name}.ts';`).join('\n'), resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['service-source'],
    define: { 'process.env.NODE_ENV': '"development"' },
    absWorkingDir: root,
    alias,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** What a bundler takes in place of React's packages. */
export const aliasOf = (version: ReactVersion): Record<string, string> =>
  version === '19' ? {} : { react: `${root}node_modules/react18`, 'react-dom': `${root}node_modules/react-dom18` };

/** A browser and a site whose page holds a bundle. */
export class ReactScene {
  readonly browser: Browser;
  readonly #server: Server;
  readonly #scripts: ReadonlyMap<string, string>;

  private constructor(browser: Browser, server: Server, scripts: ReadonlyMap<string, string>) {
    this.browser = browser;
    this.#server = server;
    this.#scripts = scripts;
  }

  /** @param scripts of pages, by their paths */
  static async open(scripts: ReadonlyMap<string, string>): Promise<ReactScene> {
    const server = createServer((request, answer) => {
      const script = scripts.get((request.url ?? '').replace(/\.js$/, ''));
      if (request.url?.endsWith('.js') === true && script !== undefined)
        return void answer.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      const page = `<!doctype html><title>page</title><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="${request.url?.split('?')[0]}.js"></script>`;
      return void answer.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': `${policy}; img-src data:` }).end(page);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ReactScene(await openBrowser(), server, scripts);
  }

  /** A fresh page, and all that its console said: a page must not make one warn. */
  async page(
    path: string,
    host = '127.0.0.1',
  ): Promise<{ readonly page: BrowserPage; readonly said: string[]; readonly close: () => Promise<void> }> {
    if (!this.#scripts.has(path)) throw new Error(`no page ${path}`);
    const context = await this.browser.newContext();
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => {
      // React's own advertisement.
      if (!message.text().includes('React DevTools')) said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(String(error)));
    const { port } = this.#server.address() as AddressInfo;
    await page.goto(`http://${host}:${port}${path}`);
    return { page, said, close: () => context.close() };
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Calls a function that the page offers, and waits until React has shown what comes of it. */
export const play = <T>(page: BrowserPage, name: string, ...args: readonly unknown[]): Promise<T> =>
  page.evaluate<T>(
    `(async () => { const value = await stage[${JSON.stringify(name)}](...${JSON.stringify(args)}); await new Promise((done) => setTimeout(done, 20)); return value; })()`,
  );

/** Text of the first element of a selector; null where there is none. */
export const textOf = (page: BrowserPage, selector: string): Promise<string | null> =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? null`);
