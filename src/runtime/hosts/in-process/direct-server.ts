import type { Application } from '../../features/application/compose.ts';
import { noRequestHeaders } from '../../mcp/call/request-headers.ts';
import type { CallRequest } from '../../mcp/call/call-request.ts';
import type { JsonObject } from '../../model/index.ts';
import { ServiceError, configInvalid, listedError } from '../../errors/index.ts';
import type { AuthContext } from '../../define/index.ts';
import { type CallerGiven, callerOf } from './caller-given.ts';
import { InProcessClient, type ConnectOptions } from './client.ts';
import { sessionOptions } from './session-options.ts';
import { CallerWithoutJobs } from './not-served.ts';
import { InProcessSession, type RequestFacts, type SessionOpening } from './session.ts';
import { httpDefaults } from '../../options/generated.ts';
import type { HttpExchange } from '../../web/exchange.ts';

/** For whom, and from where, one call is made. */
export interface DirectCall {
  /** `token` is checked by the server's authentication, in place of `user` and `extra`. */
  readonly authContext?: CallerGiven & { readonly token?: string };
  readonly metadata?: {
    readonly userAgent?: string;
    readonly clientIp?: string;
    readonly customHeaders?: Readonly<Record<string, string>>;
  };
  readonly signal?: AbortSignal;
}

/** A server that is called as an object: no port, the same checks and validation as over a transport. Lists come whole. */
export class DirectServer extends CallerWithoutJobs {
  /** Settled: a direct server is handed out when it is ready. */
  readonly ready: Promise<void> = Promise.resolve();
  readonly #application: Application;
  readonly #onDispose: () => void;
  readonly #clients = new Set<InProcessClient>();
  #disposed: Promise<void> | undefined;

  constructor(application: Application, onDispose: () => void = () => undefined) {
    super();
    this.#application = application;
    this.#onDispose = onDispose;
  }

  /** All tools, as `tools/list` answers. */
  listTools = (call?: DirectCall): Promise<JsonObject> => this.#list('tools/list', 'tools', call);
  /** All resources, as `resources/list` answers. */
  listResources = (call?: DirectCall): Promise<JsonObject> => this.#list('resources/list', 'resources', call);
  /** All resource templates, as `resources/templates/list` answers. */
  listResourceTemplates = (call?: DirectCall): Promise<JsonObject> => this.#list('resources/templates/list', 'resourceTemplates', call);
  /** All prompts, as `prompts/list` answers. */
  listPrompts = (call?: DirectCall): Promise<JsonObject> => this.#list('prompts/list', 'prompts', call);
  /** Calls a tool. */
  callTool = (name: string, args: JsonObject = {}, call?: DirectCall): Promise<JsonObject> =>
    this.#during(call, (session, facts) => session.request('tools/call', { name, arguments: args }, facts));
  /** Reads a resource. */
  readResource = (uri: string, call?: DirectCall): Promise<JsonObject> =>
    this.#during(call, (session, facts) => session.request('resources/read', { uri }, facts));
  /** Gets a prompt with its arguments filled in. */
  getPrompt = (name: string, args: JsonObject = {}, call?: DirectCall): Promise<JsonObject> =>
    this.#during(call, (session, facts) => session.request('prompts/get', { name, arguments: args }, facts));

  /** A client with a session of its own. @param given a session id, or the options of `connect` */
  async connect(given: string | ConnectOptions = {}): Promise<InProcessClient> {
    this.#checkOpen();
    const options = sessionOptions(given);
    const client: InProcessClient = new InProcessClient(
      this.#application,
      { ...options, caller: await connectCaller(this.#application, options) },
      async () => void this.#clients.delete(client),
    );
    this.#clients.add(client);
    return client;
  }

  /** Ends clients, plugins and providers. Calls after it are refused. */
  dispose(): Promise<void> {
    return (this.#disposed ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#onDispose();
    for (const client of this.#clients) await client.close();
    this.#application.drain();
    await this.#application.close();
  }

  #checkOpen(): void {
    if (this.#disposed !== undefined) throw new ServiceError('SERVER_ERROR', 'this server was disposed', { expose: true });
  }

  async #identify(token: string, { extra, user }: CallerGiven): Promise<AuthContext> {
    const option = 'authContext.token';
    refuseSecondCaller(option, { 'authContext.user': user, 'authContext.extra': extra });
    return identifyToken(this.#application, token, option);
  }

  #list(method: string, key: string, call: DirectCall | undefined): Promise<JsonObject> {
    return this.#during(call, (session, facts) => session.requestAll(method, key, facts));
  }

  /** Each call is a session of its own: callers share nothing but the server. */
  async #during(call: DirectCall = {}, work: (session: InProcessSession, facts: RequestFacts) => Promise<JsonObject>): Promise<JsonObject> {
    this.#checkOpen();
    const { authContext = {}, signal } = call;
    const { sessionId: id } = authContext;
    const auth = authContext.token === undefined ? callerOf(authContext) : await this.#identify(authContext.token, authContext);
    const opening = { auth, clientInfo: { name: 'direct', version: '1.0.0' }, capabilities: {} };
    const listeners = {
      notified: () => undefined,
      asked: (method: string) => Promise.reject(new Error(`a direct call answers no ${method}`)),
    };
    const session = new InProcessSession(this.#application, id === undefined ? opening : { ...opening, id }, listeners);
    try {
      return await work(session, { http: httpOf(call), signal });
    } finally {
      session.end();
    }
  }
}

function httpOf({ metadata = {} }: DirectCall): CallRequest['http'] {
  const { userAgent, clientIp, customHeaders = {} } = metadata;
  return { ...noRequestHeaders, header: (name) => (name === 'user-agent' ? userAgent : undefined), peerAddress: clientIp, customHeaders };
}

type Caller = Pick<SessionOpening, 'auth' | 'identify'>;

/** @throws {ServiceError} a token that is refused, or a user beside it */
async function connectCaller(application: Application, { authToken, session = {} }: ConnectOptions): Promise<Caller> {
  const { id, user } = session;
  if (authToken === undefined) return { auth: callerOf({ sessionId: id, user }) };
  refuseSecondCaller('authToken', { 'session.user': user });
  const identify = (): Promise<AuthContext> => identifyToken(application, authToken, 'authToken');
  return { auth: await identify(), identify };
}

/**
 * The caller of a bearer token, authenticated by the guards of HTTP requests.
 * @param option that the token was given in, for messages
 * @throws {ServiceError} CONFIG_INVALID where nothing checks tokens, UNAUTHORIZED for a token that is refused
 */
async function identifyToken(application: Application, token: string, option: string): Promise<AuthContext> {
  const { identify, runtime } = application;
  if (runtime.declared.auth === undefined)
    throw configInvalid(`${option} is given, but this server has no authentication that could check it`);
  const verdict = await identify(new TokenExchange(application, token));
  if ('auth' in verdict) return verdict.auth;
  const { body, status } = verdict.answer;
  const problem = `${option} is refused: ${messageOf(body) ?? `HTTP ${status}`}`;
  throw status < 500 ? listedError('UNAUTHORIZED', problem) : new ServiceError('SERVER_ERROR', problem, { expose: true });
}

/** @throws {ServiceError} CONFIG_INVALID when the embedding program gives a token and names the caller as well */
function refuseSecondCaller(option: string, others: Readonly<Record<string, unknown>>): void {
  const [other] = Object.keys(others).filter((name) => others[name] !== undefined);
  if (other === undefined) return;
  throw configInvalid(`${option} and ${other} both say who calls; give one of them`);
}

/** A request to the endpoint at the server's own address, as far as guards of callers read one. */
class TokenExchange implements HttpExchange {
  readonly method = 'POST';
  readonly path: string;
  readonly query = '';
  readonly secure: boolean;
  readonly signal = new AbortController().signal;
  readonly #headers: ReadonlyMap<string, string>;

  constructor({ http, runtime }: Application, token: string) {
    const address = new URL(http.publicUrl ?? `http://localhost:${runtime.model.options.http.port ?? httpDefaults.port}`);
    this.path = http.entryPath;
    this.secure = address.protocol === 'https:';
    this.#headers = new Map([
      ['host', address.host],
      ['authorization', `Bearer ${token}`],
    ]);
  }

  header(name: string): string | undefined {
    return this.#headers.get(name);
  }
  eachHeader(visit: (name: string, value: string) => void): void {
    for (const [name, value] of this.#headers) visit(name, value);
  }
  text(): string {
    return '';
  }
  bytes(): Uint8Array {
    return new Uint8Array();
  }
}

/** Refusals of guards are `{ error, message }`. */
function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'string') return undefined;
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === 'object' && parsed !== null && 'message' in parsed ? String(parsed.message) : undefined;
}
