import { createServer, type Server } from 'node:http';
import { viewFrameOf } from '../../packages/testing/src/ui/view-frame.ts';
import type { Json } from '../../src/runtime/model/index.ts';
import { scriptJson } from '../../src/runtime/std/index.ts';
import { sandboxPage, watchedDocument, widgetPolicy } from '../../src/runtime/widget-host/index.ts';
import type { BrowserContext, BrowserPage } from './browser.ts';
import { listen } from './listen.ts';

/** A message between host and view. */
export interface HostMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

export interface HostedWidget {
  readonly page: WidgetPage;
  /** Of the view, in their order; violations of the policy have the method `violation`. */
  messages(): Promise<readonly HostMessage[]>;
  /** Until an expression is true in the view. The browser library's own waiting evaluates texts in the page, which its policy forbids. */
  until(expression: string): Promise<void>;
  /** Until the view shows a text. */
  has(text: string): Promise<void>;
  /** To the view. */
  send(message: object): Promise<void>;
  /** The view, which is scripted like a page. */
  readonly frame: WidgetFrame;
  close(): Promise<void>;
}

/** What tests use of a frame. */
export interface WidgetFrame {
  url(): string;
  evaluate<T>(script: string): Promise<T>;
  click(selector: string, options?: { readonly button?: 'middle'; readonly force?: boolean }): Promise<void>;
  press(selector: string, key: string): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
}

type WidgetPage = BrowserPage & {
  frames(): readonly WidgetFrame[];
  waitForFunction(script: string): Promise<unknown>;
  exposeFunction(name: string, run: (...args: readonly never[]) => unknown): Promise<void>;
};

/** Code of a host: its page, which has the global `messages`, and the scripts that it loads, by their paths. */
export interface HostCode {
  page(settings: object): string;
  readonly scripts: Readonly<Record<string, string>>;
}

/** What the host does; by default all that a host of the norm offers. */
export interface HostBehaviour {
  readonly csp?: Readonly<Record<string, readonly string[]>>;
  /** Answer of `ui/initialize`; `null`: none. */
  readonly initialize?: object | null;
  /** Answers of further requests, by method. */
  readonly answers?: Readonly<Record<string, object>>;
  /** The server, for hosts that ask it. */
  readonly askServer?: (method: string, params: object) => Promise<object>;
  readonly size?: { readonly width: number; readonly height: number };
}

/** Pages of a host, whose own code keeps what the view says. */
const hostPage = (settings: object): string => `<!doctype html><body style="margin:0"><script>
  const { proxy, html, initialize, answers, asks, width, height } = ${scriptJson(settings)};
  window.messages = [];
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.style.cssText = 'border:0;width:' + width + 'px;height:' + height + 'px';
  window.send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  addEventListener('message', ({ data, source }) => {
    if (source !== frame.contentWindow) return;
    if (data.method === 'ui/notifications/sandbox-proxy-ready')
      return send({ method: 'ui/notifications/sandbox-resource-ready', params: { html } });
    window.messages.push(data);
    if (data.method === 'ui/notifications/size-changed' && data.params.height) frame.style.height = data.params.height + 'px';
    if (data.id === undefined || data.method === undefined) return;
    if (asks && !data.method.startsWith('ui/')) return askServer(data.method, data.params).then((result) => send({ id: data.id, result }));
    const result = data.method === 'ui/initialize' ? initialize : answers[data.method];
    if (result === null) return;
    send(result === undefined ? { id: data.id, error: { code: -32601, message: 'Method not found' } } : { id: data.id, result });
  });
  frame.src = proxy;
  document.body.append(frame);
</script>`;

const ownCode: HostCode = { page: hostPage, scripts: {} };

/** A safety net: how long a busy machine takes decides no test. */
const maxWaitMs = 180_000;

/** Until an expression is true in a frame. */
export async function untilTrue(frame: WidgetFrame, expression: string): Promise<void> {
  const end = Date.now() + maxWaitMs;
  while (!(await frame.evaluate<boolean>(`Boolean(${expression})`))) {
    if (Date.now() > end) throw new Error(`${expression} is still false in the view`);
    await frame.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve(1)))');
  }
}

/** All that a host may offer. */
export const wholeHost = {
  protocolVersion: '2026-01-26',
  hostInfo: { name: 'test-host', version: '1' },
  hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {}, logging: {}, updateModelContext: {}, message: {} },
  hostContext: {
    theme: 'light',
    displayMode: 'inline',
    availableDisplayModes: ['inline', 'fullscreen'],
    locale: 'en-GB',
    styles: { variables: { '--color-text-primary': 'light-dark(#102030, #f0f0e0)' } },
  },
};

/** A strict host of widgets: page and sandbox on two loopback origins, the policy as a header, the view in an opaque origin. */
export class WidgetHost {
  readonly #servers: readonly Server[];
  readonly #pages: Map<string, string>;
  readonly #origin: string;
  readonly #proxy: string;
  readonly #context: BrowserContext;
  readonly #code: HostCode;

  private constructor(
    context: BrowserContext,
    code: HostCode,
    at: { servers: readonly Server[]; pages: Map<string, string>; origin: string; proxy: string },
  ) {
    this.#context = context;
    this.#code = code;
    this.#servers = at.servers;
    this.#pages = at.pages;
    this.#origin = at.origin;
    this.#proxy = at.proxy;
  }

  static async open(context: BrowserContext, code = ownCode): Promise<WidgetHost> {
    const pages = new Map<string, string>();
    const host = createServer(({ url = '' }, response) => {
      const body = code.scripts[url] ?? pages.get(url);
      const type = url in code.scripts ? 'text/javascript' : 'text/html';
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` }).end(body);
    });
    const sandbox = createServer(({ url = '/' }, response) => {
      const asked = new URL(url, 'http://sandbox').searchParams.get('csp') ?? '{}';
      const policy = widgetPolicy(JSON.parse(asked) as Json);
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }).end(sandboxPage);
    });
    const [hostPort, proxyPort] = [await listen(host), await listen(sandbox)];
    return new WidgetHost(context, code, {
      servers: [host, sandbox],
      pages,
      origin: `http://localhost:${hostPort}`,
      proxy: `http://127.0.0.1:${proxyPort}`,
    });
  }

  async show(html: string, behaviour: HostBehaviour = {}): Promise<HostedWidget> {
    const { answers = {}, askServer, csp = {}, initialize = wholeHost, size = { width: 494, height: 200 } } = behaviour;
    const name = `/${this.#pages.size}`;
    const proxy = `${this.#proxy}/?csp=${encodeURIComponent(JSON.stringify(csp))}`;
    this.#pages.set(
      name,
      this.#code.page({ proxy, html: watchedDocument(html), initialize, answers, asks: askServer !== undefined, ...size }),
    );
    const page = (await this.#context.newPage()) as WidgetPage;
    if (askServer !== undefined) await page.exposeFunction('askServer', askServer);
    await page.goto(`${this.#origin}${name}`);
    await page.waitForFunction('window.messages.some((message) => message.method === "ui/initialize")');
    const frame = await viewFrameOf(page);
    if (frame === undefined) throw new Error('the view is not there');
    return {
      page,
      frame,
      until: (expression) => untilTrue(frame, expression),
      has: (text) => untilTrue(frame, `document.body.innerText.includes(${JSON.stringify(text)})`),
      messages: () => page.evaluate<readonly HostMessage[]>('window.messages'),
      send: async (message) => void (await page.evaluate(`send(${JSON.stringify(message)})`)),
      close: async () => void (await page.evaluate('document.body.replaceChildren()')),
    };
  }

  close(): void {
    for (const server of this.#servers) server.close();
  }
}
