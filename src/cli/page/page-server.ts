import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json } from '@service/sdk/model';
import { randomId } from '@service/sdk/internal';
import { sandboxPage, widgetPolicy } from '@service/sdk/widget-host';
import { tokensOfTool } from '../inspect/check-budgets.ts';
import { costsOf } from './costs-of.ts';
import { composePage, type PageDocument } from './compose-page.ts';
import { forward, refuse } from './forward.ts';
import { refuseHost, refuseOrigin, refuseStranger } from './guards.ts';
import { listen, LoopbackServer } from './loopback-server.ts';
import type { PageEvents } from './page-events.ts';
import { BadRequest, readPlacesRequest, readTools } from './page-requests.ts';
import type { PageSettings, PlacesAnswer, PlacesRequest } from './page-types.ts';
import { readPage } from './read-page.ts';

/** Bytes that wait for one page. One that does not read, as in a debugger, must not fill the memory; it hears everything again when it is reloaded. */
const maxWaiting = 64 * 1024 * 1024;

export interface PageServerOptions {
  readonly title: string;
  readonly events: PageEvents;
  /** Address of the server that is shown; undefined while none runs. */
  readonly named: () => string | undefined;
  /** Finds positions of a widget in the sources, where these are known. */
  readonly placesOf?: (request: PlacesRequest) => Promise<PlacesAnswer['places']>;
}

/**
 * The page of `service dev` and of `service inspect --page`: on loopback, on ports of its own, and only for who has its address. Widgets
 * are shown in a sandbox of another origin.
 */
export class PageServer {
  readonly #options: PageServerOptions;
  /** New for each run. It is the fragment of the address, which browsers send to no server, and which the page takes out of it. */
  readonly #token = randomId(32);
  /** A number, and no name that another program could answer for. */
  #host = '';
  /** Another name than that of the page: another site, of which a browser makes another process. */
  #sandboxHost = '';
  #close: readonly (() => void)[] = [];
  #document: Promise<PageDocument> | undefined;

  private constructor(options: PageServerOptions) {
    this.#options = options;
  }

  static async open(options: PageServerOptions): Promise<PageServer> {
    const server = new PageServer(options);
    await server.#listen();
    return server;
  }

  /** For a person to open; it holds the token. */
  get address(): string {
    return `http://${this.#host}/#${this.#token}`;
  }

  close(): void {
    for (const close of this.#close) close();
  }

  async #listen(): Promise<void> {
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      this.#answer(request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else if (error instanceof BadRequest) refuse(response, error.status, error.message);
        else refuse(response, 500, String(error));
      });
    };
    const [[page, port], sandbox] = await Promise.all([
      listen(answer, '127.0.0.1'),
      LoopbackServer.open((request, response) => this.#answerSandbox(request, response)),
    ]);
    this.#host = `127.0.0.1:${port}`;
    this.#sandboxHost = `localhost:${sandbox.port}`;
    this.#close = [() => page.close(), () => page.closeAllConnections(), () => sandbox.close()];
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
    if (path === '/places' && request.method === 'POST') return this.#sendPlaces(request, response);
    refuse(response, 404, 'There is nothing here');
  }

  async #sendDocument(response: ServerResponse): Promise<void> {
    const settings: PageSettings = {
      title: this.#options.title,
      forward: '/server',
      events: '/events',
      costs: '/costs',
      ...(this.#options.placesOf === undefined ? {} : { places: '/places' }),
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
    const stop = this.#options.events.listen((event) => {
      if (response.writableLength > maxWaiting) response.destroy();
      else response.write(`${JSON.stringify(event)}\n`);
    });
    response.once('close', stop);
  }

  async #sendCosts(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const tools = await readTools(request);
    sendJson(response, await costsOf(tools, tokensOfTool));
  }

  async #sendPlaces(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await readPlacesRequest(request);
    const places = (await this.#options.placesOf?.(asked)) ?? asked.positions.map(() => null);
    sendJson(response, { places });
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
