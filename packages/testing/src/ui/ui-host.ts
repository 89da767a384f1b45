import { jsonObjectMember, type JsonObject } from '@service/sdk/model';
import {
  appToolsOf,
  platforms,
  ViewHost,
  watchedDocument,
  widgetUriOf,
  type ServerAnswer,
  type WidgetPlatform,
  type WidgetPlatformName,
} from '@service/sdk/widget-host';
import { TestClientError } from '../errors.ts';
import type { RawOperations, ResourceOperations, ToolOperations } from '../client/operations.ts';
import { launchBrowser, type UIBrowser, type UIFrame, type UIPage } from './browser.ts';
import { OpenedUI } from './opened-ui.ts';
import { UIServers } from './ui-servers.ts';
import { viewFrameOf } from './view-frame.ts';

/** How a widget is shown. */
export interface UIOptions {
  /** Host that is imitated: its frame, and what it does not offer. @default strict */
  readonly platform?: WidgetPlatformName;
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
    const callable = appToolsOf((await client.tools.list()).map((tool) => ({ ...tool })));
    const view = new HostedView({ client, options, page, platform, callable }, widget);
    await view.open(this.#servers);
    if (platform.sendsInput) await view.send({ method: 'ui/notifications/tool-input', params: { arguments: call.args } });
    const { error, raw } = await client.tools.call(call.name, call.args);
    if (error === undefined) await view.send({ method: 'ui/notifications/tool-result', params: raw });
    else await view.send({ method: 'ui/notifications/tool-cancelled', params: { reason: error.message } });
    const ui = view.opened();
    await ui.settle();
    return ui;
  }
}

async function readWidget(client: Client, name: string): Promise<Widget> {
  const tool = (await client.tools.list()).find((one) => one.name === name);
  if (tool === undefined) throw new TestClientError(`There is no tool ${name}.`);
  const uri = widgetUriOf({ ...tool });
  if (uri === undefined)
    throw new TestClientError(
      `The tool ${name} has no widget. Widgets are made by a build: run \`service build\`, and start its bundle with test.use({ server: 'node dist/node/<name>.bundle.js' }).`,
    );
  const { error, raw } = await client.resources.read(uri);
  const [contents] = raw.contents;
  const html = contents?.['text'];
  if (contents === undefined || typeof html !== 'string')
    throw new TestClientError(`The widget ${uri} of ${name} cannot be read: ${error?.message ?? 'it has no text'}.`);
  const meta = jsonObjectMember({ ...tool }, '_meta');
  const { mimeType } = contents;
  return {
    tool: name,
    uri,
    html,
    meta,
    mimeType: typeof mimeType === 'string' ? mimeType : '',
    resourceMeta: jsonObjectMember(contents, '_meta'),
  };
}

interface ViewSettings {
  readonly client: Client;
  readonly options: UIOptions;
  readonly page: UIPage;
  readonly platform: WidgetPlatform;
  readonly callable: ReadonlySet<string>;
}

/** One view, in a page of a browser. */
class HostedView {
  readonly #settings: ViewSettings;
  readonly #host: ViewHost;
  readonly #widget: Widget;
  #frame: UIFrame | undefined;

  constructor(settings: ViewSettings, widget: Widget) {
    this.#settings = settings;
    this.#widget = widget;
    const { callable, client, options, page, platform } = settings;
    this.#host = new ViewHost({
      platform,
      callable,
      html: watchedDocument(widget.html),
      context: {
        theme: options.theme ?? 'light',
        displayMode: 'inline',
        availableDisplayModes: [...platform.displayModes],
        containerDimensions: { width: this.#width, maxHeight: platform.maxHeight },
        locale: 'en-US',
        timeZone: 'UTC',
        platform: 'web',
        ...options.hostContext,
      },
      post: (message) => page.evaluate(`send(${JSON.stringify(message)})`),
      ask: async (method, params) => outcome(await client.raw.request({ method, params })),
      changed: ({ height }) => (height === undefined ? undefined : this.#resize(height)),
    });
  }

  /** Until the view has made its handshake. */
  async open(servers: UIServers): Promise<void> {
    const { page } = this.#settings;
    const { resourceMeta, uri } = this.#widget;
    const failed = new Promise<never>((_resolve, reject) => {
      const late = new TestClientError(`The widget ${uri} sent no ui/notifications/initialized in 10 s.`);
      setTimeout(() => reject(late), 10_000).unref();
      void page
        .exposeFunction('deliver', (message) => {
          // A view may speak while its page is being closed.
          void this.#host.hear(message).catch((error: unknown) => page.isClosed() || reject(error));
        })
        .then(() => this.#show(servers.sandbox(jsonObjectMember(jsonObjectMember(resourceMeta, 'ui'), 'csp')), servers.host))
        .catch(reject);
    });
    await Promise.race([this.#host.initialized, failed]);
    this.#frame = await viewFrameOf(page);
  }

  async #show(sandbox: string, host: string): Promise<void> {
    const { page } = this.#settings;
    await page.goto(host);
    await this.#theme();
    await page.evaluate(`resize(${this.#width}, 150); open(${JSON.stringify(sandbox)})`);
  }

  send(message: object): Promise<void> {
    return this.#host.send(message);
  }

  opened(): OpenedUI {
    const { meta, mimeType, resourceMeta, tool, uri } = this.#widget;
    if (this.#frame === undefined) throw new TestClientError('The view is gone.');
    return new OpenedUI({
      page: this.#settings.page,
      frame: this.#frame,
      messages: this.#host.messages,
      violations: this.#host.violations,
      facts: { tool, uri, mimeType, platform: this.#settings.options.platform ?? 'strict', _meta: meta, resourceMeta },
      send: (message) => this.send(message),
      setContext: async (context) => {
        await this.#host.changeContext(context);
        await this.#theme();
      },
    });
  }

  get #width(): number {
    return this.#settings.options.width ?? this.#settings.platform.width;
  }

  async #resize(height: number): Promise<void> {
    const shown = Math.min(height, this.#settings.platform.maxHeight);
    await this.#settings.page.evaluate(`resize(${this.#width}, ${shown})`);
    await this.#settings.page.setViewportSize({ width: this.#width, height: Math.max(shown, 1) });
  }

  async #theme(): Promise<void> {
    await this.#settings.page.emulateMedia({ colorScheme: this.#host.context['theme'] === 'dark' ? 'dark' : 'light' });
  }
}

/** @throws {TestClientError} for an unknown name, and for hosts that show no widgets */
function platformOf(name: string): WidgetPlatform {
  if (Object.hasOwn(platforms, name)) return platforms[name as WidgetPlatformName];
  throw new TestClientError(`${name} is no platform that shows widgets. Platforms: ${Object.keys(platforms).join(', ')}.`);
}

/** What the view hears of an answer of the server. */
const outcome = ({ error, result }: { readonly error?: object; readonly result?: object }): ServerAnswer =>
  error === undefined ? { result: result ?? {} } : { error };
