import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { jsonObjectsIn, type Json } from '@service/sdk/model';
import { randomId } from '@service/sdk/internal';
import { sandboxPage, widgetPolicy } from '@service/sdk/widget-host';
import { tokensOfTool } from '../inspect/check-budgets.ts';
import { composePage, type PageDocument } from './compose-page.ts';
import { forward, refuse } from './forward.ts';
import { refuseHost, refuseOrigin, refuseStranger } from './guards.ts';
import type { PageEvents } from './page-events.ts';
import type { PageSettings, WidgetPosition } from './page-types.ts';
import { readPage } from './read-page.ts';

export interface PageServerOptions {
  readonly title: string;
  readonly events: PageEvents;
  /** Address of the server that is shown; undefined while none runs. */
  readonly named: () => string | undefined;
  /** Finds a position of a widget in the sources, where these are known. */
  readonly placeOf?: (position: WidgetPosition) => Promise<string | undefined>;
}

/** Bytes of a list of tools. */
const maxListBytes = 16 * 1024 * 1024;

/**
 * The page of `service dev` and of `service inspect --page`: on loopback, on ports of its own, and only for who has its address. Widgets
 * are shown in a sandbox of another origin.
 */
export class PageServer {
  readonly #page: Server;
  readonly #sandbox: Server;
  readonly #options: PageServerOptions;
  /** New for each run. It is the fragment of the address, which browsers send to no server, and which the page takes out of it. */
  readonly #token = randomId(32);
  #document: Promise<PageDocument> | undefined;

  private constructor(options: PageServerOptions) {
    this.#options = options;
    this.#page = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) =>
        response.headersSent ? response.destroy() : refuse(response, 500, String(error)),
      );
    });
    this.#sandbox = createServer((request, response) => this.#answerSandbox(request, response));
  }

  static async open(options: PageServerOptions): Promise<PageServer> {
    const server = new PageServer(options);
    await Promise.all([listen(server.#page), listen(server.#sandbox)]);
    return server;
  }

  /** For a person to open; it holds the token. */
  get address(): string {
    return `http://${this.#host}/#${this.#token}`;
  }

  close(): void {
    for (const server of [this.#page, this.#sandbox]) {
      server.close();
      server.closeAllConnections();
    }
  }

  get #host(): string {
    return `127.0.0.1:${portOf(this.#page)}`;
  }

  /** Another name than that of the page: another site, of which a browser may make another process. */
  get #sandboxHost(): string {
    return `localhost:${portOf(this.#sandbox)}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (request.url ?? '/').split('?', 1);
    const foreign = refuseHost(request, this.#host);
    if (foreign !== undefined) return refuse(response, foreign.status, foreign.why);
    if (path === '/' && request.method === 'GET') return this.#sendDocument(response);
    const refusal = refuseOrigin(request, this.#host) ?? refuseStranger(request, this.#token);
    if (refusal !== undefined) return refuse(response, refusal.status, refusal.why);
    if (path === '/server') return forward(request, response, this.#options.named());
    if (path === '/events' && request.method === 'GET') return this.#sendEvents(response);
    if (path === '/costs' && request.method === 'POST') return this.#sendCosts(request, response);
    if (path === '/places' && request.method === 'POST') return this.#sendPlace(request, response);
    refuse(response, 404, 'There is nothing here');
  }

  async #sendDocument(response: ServerResponse): Promise<void> {
    const settings: PageSettings = {
      title: this.#options.title,
      forward: '/server',
      events: '/events',
      costs: '/costs',
      ...(this.#options.placeOf === undefined ? {} : { places: '/places' }),
      sandbox: `http://${this.#sandboxHost}`,
    };
    this.#document ??= readPage().then((built) => composePage(built, settings));
    const { html, policy } = await this.#document;
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .end(html);
  }

  #sendEvents(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    const stop = this.#options.events.listen((event) => response.write(`${JSON.stringify(event)}\n`));
    response.once('close', stop);
  }

  async #sendCosts(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const tools = jsonObjectsIn(JSON.parse(await readText(request)) as Json);
    const costs = await Promise.all(tools.map(async (tool) => (await tokensOfTool(tool)).tokens));
    sendJson(response, costs);
  }

  async #sendPlace(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Of the page, which alone has the token.
    const position = JSON.parse(await readText(request)) as WidgetPosition;
    sendJson(response, { place: await this.#options.placeOf?.(position) });
  }

  /** A document without a word of anyone's: what is shown in it comes from the page by messages, under the policy that the widget asks for. */
  #answerSandbox(request: IncomingMessage, response: ServerResponse): void {
    const foreign = refuseHost(request, this.#sandboxHost);
    if (foreign !== undefined) return refuse(response, foreign.status, foreign.why);
    const policy = policyAsked(request.url ?? '/');
    if (policy === undefined) return refuse(response, 400, 'csp must be JSON');
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `${policy}; frame-ancestors http://${this.#host}`,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        // A changed widget would wait for this process, which builds its server meanwhile.
        'cache-control': 'private, max-age=86400, immutable',
      })
      .end(sandboxPage);
  }
}

function policyAsked(url: string): string | undefined {
  try {
    return widgetPolicy(JSON.parse(new URL(url, 'http://sandbox').searchParams.get('csp') ?? '{}') as Json);
  } catch {
    return undefined;
  }
}

const sendJson = (response: ServerResponse, value: object): unknown =>
  response.writeHead(200, { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' }).end(JSON.stringify(value));

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxListBytes) throw new Error('the list is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
