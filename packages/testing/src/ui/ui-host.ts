import { isJsonObject, type JsonObject } from '@service/sdk/model';
import { messageOf, TestClientError } from '../errors.ts';
import type { RawOperations, ResourceOperations, ToolOperations } from '../client/operations.ts';
import { launchBrowser, type UIBrowser, type UIFrame, type UIPage } from './browser.ts';
import { watchScript } from './host-pages.ts';
import { objectAt, textAt } from './members.ts';
import { OpenedUI, type UIMessage, type UIViolation } from './opened-ui.ts';
import { platformOf, type UIPlatform, type UIPlatformName } from './platforms.ts';
import { UIServers } from './ui-servers.ts';
import { viewFrameOf } from './view-frame.ts';

/** How a widget is shown. */
export interface UIOptions {
  /** Host that is imitated: its frame, and what it does not offer. @default strict */
  readonly platform?: UIPlatformName;
  /** Light or dark. @default light */
  readonly theme?: 'light' | 'dark';
  /** Pixels of the frame. @default that of the platform */
  readonly width?: number;
  /** Further facts about the host, as in `ui/initialize`. */
  readonly hostContext?: JsonObject;
}

/** What asks the server: mocks and interceptors of a test answer widgets, too. */
interface Client {
  readonly raw: RawOperations;
  readonly resources: ResourceOperations;
  readonly tools: ToolOperations;
}

interface Widget {
  readonly tool: string;
  readonly uri: string;
  readonly html: string;
  readonly mimeType: string;
  readonly meta: JsonObject;
  readonly resourceMeta: JsonObject;
}

/** A browser with a strict host, which a client opens when a test first shows a widget. */
export class UIHost {
  readonly #browser: UIBrowser;
  readonly #servers: UIServers;

  private constructor(browser: UIBrowser, servers: UIServers) {
    this.#browser = browser;
    this.#servers = servers;
  }

  static async open(): Promise<UIHost> {
    return new UIHost(await launchBrowser(), await UIServers.open());
  }

  async close(): Promise<void> {
    this.#servers.close();
    await this.#browser.close();
  }

  /** Calls a tool and shows its result in its widget. */
  async show(client: Client, call: { readonly name: string; readonly args: JsonObject }, options: UIOptions): Promise<OpenedUI> {
    const platform = platformOf(options.platform ?? 'strict');
    const widget = await readWidget(client, call.name);
    const page = await this.#browser.newPage({ viewport: { width: options.width ?? platform.width, height: 400 } });
    const view = new HostedView({ client, options, page, platform, visible: await appTools(client) });
    await view.open(this.#servers, widget);
    if (platform.sendsInput) await view.send({ method: 'ui/notifications/tool-input', params: { arguments: call.args } });
    const { error, raw } = await client.tools.call(call.name, call.args);
    if (error === undefined) await view.send({ method: 'ui/notifications/tool-result', params: raw });
    else await view.send({ method: 'ui/notifications/tool-cancelled', params: { reason: error.message } });
    const ui = view.opened(widget);
    await ui.settle();
    return ui;
  }
}

async function readWidget(client: Client, name: string): Promise<Widget> {
  const tool = (await client.tools.list()).find((one) => one.name === name);
  if (tool === undefined) throw new TestClientError(`There is no tool ${name}.`);
  const meta = objectAt(tool, '_meta');
  const uri = objectAt(meta, 'ui')['resourceUri'] ?? meta['ui/resourceUri'];
  if (typeof uri !== 'string')
    throw new TestClientError(
      `The tool ${name} has no widget. Widgets are made by a build: run \`service build\`, and start its bundle with test.use({ server: 'node dist/node/<name>.bundle.js' }).`,
    );
  const { error, raw } = await client.resources.read(uri);
  const [contents] = raw.contents;
  const html = contents?.['text'];
  if (contents === undefined || typeof html !== 'string')
    throw new TestClientError(`The widget ${uri} of ${name} cannot be read: ${error?.message ?? 'it has no text'}.`);
  return { tool: name, uri, html, meta, mimeType: textAt(contents, 'mimeType'), resourceMeta: objectAt(contents, '_meta') };
}

/** Tools that widgets may call; hosts refuse all others. */
async function appTools(client: Client): Promise<ReadonlySet<string>> {
  const tools = await client.tools.list();
  const isVisible = (tool: unknown): boolean => {
    const { visibility } = objectAt(objectAt(tool, '_meta'), 'ui');
    return !Array.isArray(visibility) || visibility.includes('app');
  };
  return new Set(tools.filter(isVisible).map(({ name }) => name));
}

interface ViewSettings {
  readonly client: Client;
  readonly options: UIOptions;
  readonly page: UIPage;
  readonly platform: UIPlatform;
  readonly visible: ReadonlySet<string>;
}

/** Requests of a view that need a capability of the host. */
const capabilityOf: Readonly<Record<string, string>> = {
  'tools/call': 'serverTools',
  'resources/read': 'serverResources',
  'resources/list': 'serverResources',
  'ui/open-link': 'openLinks',
  'ui/message': 'message',
  'ui/update-model-context': 'updateModelContext',
};

/** The host's side of one view. */
class HostedView {
  readonly #settings: ViewSettings;
  readonly #messages: UIMessage[] = [];
  readonly #violations: UIViolation[] = [];
  #context: JsonObject;
  #frame: UIFrame | undefined;
  #heard: () => void = () => undefined;
  #failed: (error: unknown) => void = () => undefined;
  #fragment: { readonly html: string; readonly sandbox: string } | undefined;

  constructor(settings: ViewSettings) {
    this.#settings = settings;
    const { options, platform } = settings;
    this.#context = {
      theme: options.theme ?? 'light',
      displayMode: 'inline',
      availableDisplayModes: [...platform.displayModes],
      containerDimensions: { width: options.width ?? platform.width, maxHeight: platform.maxHeight },
      locale: 'en-US',
      timeZone: 'UTC',
      platform: 'web',
      ...options.hostContext,
    };
  }

  /** Until the view has made its handshake. */
  async open(servers: UIServers, widget: Widget): Promise<void> {
    const { page } = this.#settings;
    const ready = new Promise<void>((resolve, reject) => {
      this.#heard = resolve;
      this.#failed = reject;
    });
    const csp = objectAt(objectAt(widget.resourceMeta, 'ui'), 'csp');
    this.#fragment = { html: `${watchScript}${widget.html}`, sandbox: servers.sandbox(csp) };
    await page.exposeFunction('deliver', (message) => {
      void this.#hear(message).catch((error: unknown) => {
        // A view may speak while its page is being closed.
        if (!page.isClosed()) this.#failed(error);
      });
    });
    await page.goto(servers.host);
    await this.#theme();
    await page.evaluate(`resize(${this.#width()}, 150); open(${JSON.stringify(this.#fragment.sandbox)})`);
    const timeout = new Promise<never>((_resolve, reject) => {
      setTimeout(
        () => reject(new TestClientError(`The widget ${widget.uri} sent no ui/notifications/initialized in 10 s.`)),
        10_000,
      ).unref();
    });
    await Promise.race([ready, timeout]);
    this.#frame = await viewFrameOf(page);
  }

  async send(message: object): Promise<void> {
    await this.#settings.page.evaluate(`send(${JSON.stringify({ jsonrpc: '2.0', ...message })})`);
  }

  opened({ meta, mimeType, resourceMeta, tool, uri }: Widget): OpenedUI {
    if (this.#frame === undefined) throw new TestClientError('The view is gone.');
    return new OpenedUI({
      page: this.#settings.page,
      frame: this.#frame,
      messages: this.#messages,
      violations: this.#violations,
      facts: { tool, uri, mimeType, platform: this.#settings.options.platform ?? 'strict', _meta: meta, resourceMeta },
      send: (message) => this.send(message),
      setContext: async (context) => {
        this.#context = { ...this.#context, ...context };
        await this.#theme();
        await this.send({ method: 'ui/notifications/host-context-changed', params: context });
      },
    });
  }

  async #hear(message: unknown): Promise<void> {
    if (!isJsonObject(message)) return;
    const { id, method } = message;
    const params = objectAt(message, 'params');
    if (method === 'ui/notifications/sandbox-proxy-ready')
      return this.send({ method: 'ui/notifications/sandbox-resource-ready', params: { html: this.#fragment?.html } });
    if (method === 'violation') {
      this.#violations.push({ directive: textAt(params, 'directive'), blocked: textAt(params, 'blocked'), line: Number(params['line']) });
      return;
    }
    this.#messages.push(message as UIMessage);
    if (method === 'ui/notifications/initialized') this.#heard();
    if (method === 'ui/notifications/size-changed') await this.#resize(params);
    if (typeof method === 'string' && id !== undefined) {
      const answer = await this.#answer(method, params).catch((error: unknown) => refused(-32_603, messageOf(error)));
      await this.send({ id, ...answer });
    }
  }

  async #answer(method: string, params: JsonObject): Promise<object> {
    const { client, platform, visible } = this.#settings;
    const wanted = capabilityOf[method];
    if (wanted !== undefined && platform.capabilities[wanted] === undefined) return refused(-32_601, `${platform.name} has no ${wanted}`);
    switch (method) {
      case 'ui/initialize': {
        const { capabilities: hostCapabilities, name } = platform;
        const hostInfo = { name, version: '1.0.0' };
        return { result: { protocolVersion: '2026-01-26', hostInfo, hostCapabilities, hostContext: this.#context } };
      }
      case 'tools/call':
        if (!visible.has(textAt(params, 'name'))) return refused(-32_602, `Widgets may not call ${textAt(params, 'name')}`);
        return outcome(await client.raw.request({ method, params }));
      case 'resources/read':
      case 'resources/list':
        return outcome(await client.raw.request({ method, params }));
      case 'ui/request-display-mode': {
        const mode = textAt(params, 'mode');
        if (platform.displayModes.includes(mode)) this.#context = { ...this.#context, displayMode: mode };
        return { result: { mode: this.#context['displayMode'] } };
      }
      case 'ui/open-link':
      case 'ui/message':
      case 'ui/update-model-context':
      case 'ping':
        return { result: {} };
      default:
        return refused(-32_601, 'Method not found');
    }
  }

  #width(): number {
    return this.#settings.options.width ?? this.#settings.platform.width;
  }

  async #resize({ height }: JsonObject): Promise<void> {
    if (typeof height !== 'number') return;
    const shown = Math.min(height, this.#settings.platform.maxHeight);
    await this.#settings.page.evaluate(`resize(${this.#width()}, ${shown})`);
    await this.#settings.page.setViewportSize({ width: this.#width(), height: Math.max(shown, 1) });
  }

  async #theme(): Promise<void> {
    await this.#settings.page.emulateMedia({ colorScheme: this.#context['theme'] === 'dark' ? 'dark' : 'light' });
  }
}

const refused = (code: number, message: string): object => ({ error: { code, message } });

/** What the view hears of an answer of the server. */
const outcome = ({ error, result }: { readonly error?: object; readonly result?: object }): object =>
  error === undefined ? { result: result ?? {} } : { error };
