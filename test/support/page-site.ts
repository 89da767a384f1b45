import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { judgePath } from '../../scripts/serving/judges.ts';
import { openBrowser, type Browser, type BrowserContext, type BrowserPage } from './browser.ts';

/** Neither `eval` nor scripts of other origins: what a careful page allows. @param connections addresses that it may send requests to */
const policyOf = (connections: string): string => `default-src 'none'; script-src 'self'; connect-src ${connections}`;

/** Bundles a page's script as a stranger's bundler would, for a browser: a module of Node is an error. @param entry its path in `test` @param alias of packages */
export async function bundlePage(
  entry: string,
  { alias = {}, minify = false }: { readonly alias?: Readonly<Record<string, string>>; readonly minify?: boolean } = {},
): Promise<{ readonly code: string; readonly inputs: readonly string[] }> {
  const { metafile, outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, '..', entry)],
    bundle: true,
    write: false,
    metafile: true,
    minify,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['service-source'],
    nodePaths: [judgePath('.')],
    define: { 'process.env.NODE_ENV': '"development"' },
    alias,
    logLevel: 'silent',
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {}).flatMap(([name, { bytesInOutput }]) => (bytesInOutput > 0 ? [name] : []));
  return { code: outputFiles[0]?.text ?? '', inputs };
}

/** A site of scripts, each in a page of its own with an element `root`: `/name` loads `/name.js`. */
export class PageSite {
  readonly origin: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly #server: Server;

  private constructor(server: Server, scripts: Readonly<Record<string, string>>) {
    this.#server = server;
    this.scripts = scripts;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** @param connections addresses that its pages may send requests to */
  static async listen(scripts: Readonly<Record<string, string>>, connections = "'self'"): Promise<PageSite> {
    const policy = policyOf(connections);
    const server = createServer(({ url = '/' }, response) => {
      const { pathname } = new URL(`http://localhost${url}`);
      const name = pathname.slice(1).replace(/\.js$/, '');
      const script = scripts[name];
      if (script === undefined) return void response.writeHead(404).end();
      const isScript = pathname.endsWith('.js');
      response
        .setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
        .setHeader('content-security-policy', policy);
      response.end(
        isScript ? script : `<!doctype html><title>${name}</title><div id="root"></div><script type="module" src="/${name}.js"></script>`,
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PageSite(server, scripts);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** A page with what its script has said and thrown. */
export interface OpenPage {
  readonly page: BrowserPage;
  readonly context: BrowserContext;
  readonly said: string[];
  /** Runs an expression over `globalThis.scene`, which the page's script sets. */
  readonly run: <T>(expression: string) => Promise<T>;
  readonly close: () => Promise<void>;
}

/** One Chromium and one site for all tests of a file. */
export class PageScene {
  readonly browser: Browser;
  readonly site: PageSite;
  readonly #contexts: BrowserContext[] = [];

  constructor(browser: Browser, site: PageSite) {
    this.browser = browser;
    this.site = site;
  }

  /** @param entries names of pages, and the scripts in `test` that they load */
  static async open(entries: Readonly<Record<string, string>>, flags: readonly string[] = []): Promise<PageScene> {
    const [browser, ...scripts] = await Promise.all([
      openBrowser(flags),
      ...Object.entries(entries).map(async ([name, entry]) => [name, (await bundlePage(entry)).code] as const),
    ]);
    return new PageScene(browser, await PageSite.listen(Object.fromEntries(scripts)));
  }

  /** @param context of an earlier page, whose storage it shares */
  async visit(
    name: string,
    { context, site = this.site }: { readonly context?: BrowserContext; readonly site?: PageSite } = {},
  ): Promise<OpenPage> {
    const own = context ?? (await this.newContext());
    const page = await own.newPage();
    const said: string[] = [];
    page.on('console', (message) => {
      // React's own advertisement.
      if (!message.text().includes('React DevTools')) said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(String(error)));
    await page.goto(`${site.origin}/${name}`);
    return {
      page,
      context: own,
      said,
      run: <T>(expression: string) => page.evaluate<T>(`globalThis.scene.then((scene) => ${expression})`),
      close: () => own.close(),
    };
  }

  async newContext(): Promise<BrowserContext> {
    const context = await this.browser.newContext();
    this.#contexts.push(context);
    return context;
  }

  async close(): Promise<void> {
    for (const context of this.#contexts) await context.close();
    await this.browser.close();
    this.site.close();
  }
}
