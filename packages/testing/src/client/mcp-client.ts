import { createHash } from 'node:crypto';
import type { Contract } from '@service/sdk/contract';
import { canonicalText, isJsonObject, type JsonObject, parseJsonObject } from '@service/sdk/model';
import { performance } from '../clock.ts';
import { ConnectionError, messageOf } from '../errors.ts';
import { ClientMocks } from '../mocks/client-mocks.ts';
import { ClientInterceptors } from '../mocks/interceptors.ts';
import { texts } from '../texts.ts';
import { type ClientSettings, transports } from './transports.ts';
import { type Connection, type ConnectionOptions, failure, type JsonRpcRequest, type JsonRpcResponse } from './messages.ts';
import { Elicitation, type ElicitationHandler } from './elicitation.ts';
import { ClientLog, ClientTrace, NotificationHub } from './notifications.ts';
import {
  type ListedPrompt,
  type ListedResource,
  type ListedTemplate,
  type ListedTool,
  NotificationOperations,
  PromptOperations,
  RawOperations,
  ResourceOperations,
  ToolOperations,
} from './operations.ts';
import type { OpenedUI } from '../ui/opened-ui.ts';
import { UIHost, type UIOptions } from '../ui/ui-host.ts';
import { decodeToken } from '../auth/token-factory.ts';
import { HttpConnections, readText } from './http-exchange.ts';

/**
 * A client of one server, as tests use it. The fixture `mcp` speaks 2025-06-18, `modern` 2026-07-28; both have the same members.
 * @example
 * test('adds', async ({ mcp }) => {
 *   expect(await mcp.tools.list()).toContainTool('add');
 *   expect((await mcp.tools.call('add', { a: 2, b: 3 })).json()).toEqual({ sum: 5 });
 * });
 */
export class McpClient {
  /** Lists and calls tools. */
  readonly tools: ToolOperations;
  /** Lists and reads resources. */
  readonly resources: ResourceOperations;
  /** Lists and gets prompts. */
  readonly prompts: PromptOperations;
  /** Sends messages as they are. */
  readonly raw: RawOperations;
  /** Notifications that the server sent. */
  readonly notifications: NotificationOperations;
  /** Answers requests in the place of the server. */
  readonly mock = new ClientMocks();
  /** Sees and changes requests and responses. */
  readonly intercept = new ClientInterceptors(this.mock);
  /** Log messages that the server sent. */
  readonly logs = new ClientLog();
  /** Requests of this client, with their times. */
  readonly trace = new ClientTrace();
  readonly #settings: ClientSettings;
  readonly #hub = new NotificationHub();
  readonly #elicitation = new Elicitation();
  #connection: Connection | undefined;
  /** Given or signed in with; an anonymous one is asked for again by each connection. */
  #ownToken: string | undefined;
  #token: string | undefined;
  #timeoutMs: number;
  /** A client that the server did not let in, but that may still be signed in. */
  #isRefused = false;
  #uiHost: Promise<UIHost> | undefined;
  #lastId = 0;
  #session = { createdAt: new Date(), lastActivityAt: new Date(), requestCount: 0 };

  constructor(settings: ClientSettings) {
    this.#settings = settings;
    this.#ownToken = settings.token;
    this.#token = settings.token;
    this.#timeoutMs = settings.timeoutMs;
    this.#hub.listen(this.logs.receive);
    const dispatch = (request: JsonRpcRequest): Promise<JsonRpcResponse> => this.#dispatch(request);
    const ask = (method: string, params: JsonObject): Promise<JsonRpcResponse> =>
      dispatch({ jsonrpc: '2.0', id: this.#nextId(), method, params });
    this.notifications = new NotificationOperations(this.#hub, () => this.#open());
    this.tools = new ToolOperations(ask, this.notifications);
    this.resources = new ResourceOperations(ask);
    this.prompts = new PromptOperations(ask);
    this.raw = new RawOperations({ dispatch, nextId: () => this.#nextId(), connection: () => this.#open() });
  }

  /** Protocol revision of the session. */
  get protocolVersion(): string {
    return this.#open().facts.protocolVersion;
  }

  /** Name and version of the server. */
  get serverInfo(): Connection['facts']['serverInfo'] {
    return this.#open().facts.serverInfo;
  }

  /** Capabilities that the server declared. */
  get capabilities(): JsonObject {
    return this.#open().facts.capabilities;
  }

  /** What models should know before they use the server. */
  get instructions(): string | undefined {
    return this.#open().facts.instructions;
  }

  /** Id of the session; undefined without one. */
  get sessionId(): string | undefined {
    return this.#connection?.sessionId;
  }

  /** Id, times and number of requests of the session. */
  get session(): ClientSession {
    return { id: this.sessionId, ...this.#session };
  }

  /** Facts that the token of this client holds, unverified. */
  get auth(): ClientAuth {
    return readClientAuth(this.#token);
  }

  /** Spelled as tests know it. */
  get transport_info(): { readonly type: string; readonly url: string; readonly lastRequestHeaders: Readonly<Record<string, string>> } {
    const { transport, url } = this.#settings;
    return { type: transport, url: url.href, lastRequestHeaders: this.#connection?.lastHeaders ?? {} };
  }

  /**
   * What the server promises this client, as `service build` writes it to contract.json.
   * @example
   * expect(await mcp.contract()).toMatchContract();
   */
  async contract(): Promise<Contract> {
    const { facts } = this.#open();
    const has = (name: string): boolean => facts.capabilities[name] !== undefined;
    return liveContract({
      facts,
      tools: has('tools') ? await this.tools.list() : [],
      resources: has('resources') ? await this.resources.list() : [],
      resourceTemplates: has('resources') ? await this.resources.listTemplates() : [],
      prompts: has('prompts') ? await this.prompts.list() : [],
    });
  }

  /**
   * Calls a tool and shows its result in its widget, in a strict host: a real Chromium, the policy that the widget asks for, no network.
   * It needs playwright-core in the project, and a server that was built. The browser ends with the session.
   * @throws {TestClientError} for a tool without a widget, and where the browser is missing
   * @example
   * const ui = await mcp.openUI('forecast', { city: 'Oslo' }, { platform: 'claude', theme: 'dark' });
   * expect(ui).toContainBoundValue('Oslo');
   * expect(ui.violations).toEqual([]);
   */
  async openUI(name: string, args: JsonObject = {}, options: UIOptions = {}): Promise<OpenedUI> {
    this.#uiHost ??= UIHost.open();
    return (await this.#uiHost).show(this, { name, args }, options);
  }

  /** Whether the server declared this capability. */
  hasCapability(name: string): boolean {
    return this.capabilities[name] !== undefined;
  }

  /** Whether there is a connection. */
  isConnected(): boolean {
    return this.#connection !== undefined;
  }

  /** Milliseconds that each HTTP request may take; 30000 unless set. */
  setTimeout(ms: number): void {
    this.#timeoutMs = ms;
  }

  /** Answers what the server asks its user; declined without a handler, cancelled when it throws. */
  onElicitation(handler: ElicitationHandler): void {
    this.#elicitation.handler = handler;
  }

  /** Declines questions again. */
  clearElicitationHandler(): void {
    this.#elicitation.handler = undefined;
  }

  /** @throws {ConnectionError} beginning with `Failed to initialize MCP connection to <url>`, with the status of a refusal */
  async connect(): Promise<this> {
    const { publicMode, transport, url } = this.#settings;
    this.#token = this.#ownToken ?? (publicMode ? undefined : await askAnonymousToken(url, this.#settings.clientInfo.name));
    try {
      this.#connection = await transports[transport](this.#connectionOptions(this.#token));
    } catch (error) {
      const reason = messageOf(error);
      const status = error instanceof ConnectionError ? error.status : undefined;
      throw new ConnectionError(`${texts.connectFailed(url.href)}: ${reason}`, status, error);
    }
    this.#isRefused = false;
    this.#session = { createdAt: new Date(), lastActivityAt: new Date(), requestCount: 0 };
    return this;
  }

  /** Connects; where the server wants a token, warns and leaves the client to be signed in with {@link authenticate}. */
  async connectOrWarn(warn: (line: string) => void): Promise<this> {
    try {
      return await this.connect();
    } catch (error) {
      if (!(error instanceof ConnectionError) || error.status !== 401) throw error;
      warn(`${texts.notAnonymous}: ${error.message}\n`);
      this.#isRefused = true;
      return this;
    }
  }

  /** Opens a new session as the token's user. When the server refuses the token this rejects, and the old session stays. */
  async authenticate(token: string): Promise<void> {
    const { transport } = this.#settings;
    const fresh = await transports[transport](this.#connectionOptions(token));
    const old = this.#connection;
    this.#connection = fresh;
    this.#ownToken = token;
    this.#token = token;
    this.#isRefused = false;
    this.#session = { createdAt: new Date(), lastActivityAt: new Date(), requestCount: 0 };
    await old?.close();
  }

  /** Ends the session. */
  async disconnect(): Promise<void> {
    const connection = this.#connection;
    const uiHost = this.#uiHost;
    this.#connection = undefined;
    this.#uiHost = undefined;
    await uiHost?.then((host) => host.close()).catch(() => undefined);
    this.#isRefused = false;
    await connection?.close();
  }

  /** A new session with the same token. */
  async reconnect(): Promise<void> {
    await this.disconnect();
    await this.connect();
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #open(): Connection {
    if (this.#connection === undefined) throw new ConnectionError(this.#isRefused ? texts.noSession : texts.notConnected);
    return this.#connection;
  }

  #connectionOptions(token: string | undefined): ConnectionOptions {
    const { capabilities, clientInfo, headers, url } = this.#settings;
    return {
      url,
      headers,
      token,
      clientInfo,
      capabilities,
      timeoutMs: () => this.#timeoutMs,
      answer: (method, params) => this.#elicitation.answer(method, params),
      notified: this.#hub.receive,
    };
  }

  /** Mocks, then request interceptors, then the server, then response interceptors. */
  async #dispatch(request: JsonRpcRequest): Promise<JsonRpcResponse> {
    const timestamp = Date.now();
    const started = performance.now();
    const answered = await this.#answer(request, timestamp);
    const response = await this.intercept.onResponse({ request, response: answered, durationMs: performance.now() - started });
    const { id, method, params } = request;
    const durationMs = performance.now() - started;
    this.trace.add({ request: { id, method, ...(params ? { params } : {}) }, response, durationMs, timestamp });
    if (this.#settings.debug) process.stderr.write(`[MCP] ${method} ${JSON.stringify(response)} (${Math.round(durationMs)} ms)\n`);
    return response;
  }

  async #answer(request: JsonRpcRequest, timestamp: number): Promise<JsonRpcResponse> {
    if (this.#connection === undefined && !this.#isRefused) this.#open();
    const mocked = await this.mock.answer(request);
    if (mocked !== undefined) return mocked;
    const meta = { timestamp, transport: this.#settings.transport, sessionId: this.sessionId };
    const intercepted = await this.intercept.onRequest({ request, meta });
    if ('response' in intercepted) return intercepted.response;
    return this.#send(intercepted.request);
  }

  #send(request: JsonRpcRequest): Promise<JsonRpcResponse> | JsonRpcResponse {
    if (this.#isRefused && this.#connection === undefined) return failure(request.id, -32_600, texts.noSession);
    this.#session = { ...this.#session, lastActivityAt: new Date(), requestCount: this.#session.requestCount + 1 };
    return this.#open().send(request);
  }
}

/** Whom the client speaks for. */
interface ClientAuth {
  readonly isAnonymous: boolean;
  readonly token: string | undefined;
  /** From the token's claims; undefined for anonymous clients. */
  readonly user: { readonly sub: string; readonly email: string | undefined; readonly name: string | undefined } | undefined;
  readonly scopes: readonly string[];
}

/** One session with the server. */
interface ClientSession {
  readonly id: string | undefined;
  readonly createdAt: Date;
  readonly lastActivityAt: Date;
  readonly requestCount: number;
}

/** Reads the claims of a token as they stand; nothing is checked. */
function readClientAuth(token: string | undefined): ClientAuth {
  const claims = token === undefined ? undefined : decodeToken(token);
  const text = (key: string): string | undefined => (typeof claims?.[key] === 'string' ? claims[key] : undefined);
  const sub = text('sub');
  const isAnonymous = sub === undefined || claims?.['anonymous'] === true;
  return {
    isAnonymous: isAnonymous && (token === undefined || claims !== undefined),
    token,
    user: isAnonymous ? undefined : { sub, email: text('email'), name: text('name') },
    scopes: (text('scope') ?? '').split(' ').filter((scope) => scope !== ''),
  };
}

/** A token without sign-in, where the server gives one (`grant_type=anonymous`); undefined where it does not. */
async function askAnonymousToken(endpoint: URL, clientId: string): Promise<string | undefined> {
  const connections = new HttpConnections();
  const form = new URLSearchParams({ grant_type: 'anonymous', client_id: clientId, resource: endpoint.href });
  try {
    const answer = await connections.send({
      method: 'POST',
      url: new URL('/oauth/token', endpoint),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: form.toString(),
      signal: AbortSignal.timeout(10_000),
    });
    const body = parseJsonObject(await readText(answer.body));
    const token = body?.['access_token'];
    return answer.status === 200 && typeof token === 'string' ? token : undefined;
  } catch {
    // The connection that follows tells of a faulty server.
    return undefined;
  } finally {
    connections.close();
  }
}

/** Lists of a server as one client sees them. */
interface Listed {
  readonly facts: Connection['facts'];
  readonly tools: readonly ListedTool[];
  readonly resources: readonly ListedResource[];
  readonly resourceTemplates: readonly ListedTemplate[];
  readonly prompts: readonly ListedPrompt[];
}

/** The contract of a running server as a client sees it, in the form that `service build` writes. */
function liveContract({ facts, prompts, resources, resourceTemplates, tools }: Listed): Contract {
  const server = { ...facts.serverInfo, instructions: facts.instructions };
  const lists = {
    tools: tools.map((tool) => ({
      ...pick(tool, ['name', 'title', 'description']),
      visibility: 'public',
      ...pick(tool, ['inputSchema', 'outputSchema', 'annotations']),
      ...(isJsonObject(tool['execution']) ? pick(tool['execution'], ['taskSupport']) : {}),
    })),
    resources: resources.map((entry) => pick(entry, ['name', 'title', 'description', 'uri', 'mimeType'])),
    resourceTemplates: resourceTemplates.map((entry) => pick(entry, ['name', 'title', 'description', 'uriTemplate', 'mimeType'])),
    prompts: prompts.map((prompt) => ({
      ...pick(prompt, ['name', 'title', 'description']),
      arguments: Array.isArray(prompt['arguments']) ? prompt['arguments'] : [],
    })),
    skills: [],
  };
  const withHashes = Object.fromEntries(
    Object.entries(lists).map(([name, entries]) => [name, entries.map((entry: object) => ({ ...entry, hash: hashOf(entry) }))]),
  );
  const told = pick(server, ['name', 'version', 'title', 'description', 'instructions']);
  return { contractVersion: 1, hash: hashOf([{ ...told, version: '' }, withHashes]), server: told, ...withHashes } as Contract;
}

/** The members of an entry that are there. */
const pick = (entry: JsonObject | object, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(entry).filter(([key, value]) => keys.includes(key) && value !== undefined));

const hashOf = (value: unknown): string => createHash('sha256').update(canonicalText(value)).digest('hex');
