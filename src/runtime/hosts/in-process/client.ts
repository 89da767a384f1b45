import { isJsonObject, jsonObjectMember, type Json, type JsonObject } from '../../model/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { fieldsOf, listOf } from '../../std/index.ts';
import type { Application } from '../../features/application/compose.ts';
import type { RequestId } from '../../mcp/json-rpc.ts';
import { flavourOf, shapeResult, shapeTools, type Flavour } from './flavours.ts';
import { CallerWithoutJobs } from './not-served.ts';
import { InProcessSession, type SessionOpening } from './session.ts';

/** Options of `connect`. */
export interface ConnectOptions {
  /** How its name begins chooses the shape of lists and results: `openai`, `claude`, `langchain`, `vercel` or `ai-sdk`. */
  readonly clientInfo?: { readonly name: string; readonly version: string };
  /** Without an id the session gets one of its own. */
  readonly session?: { readonly id?: string; readonly user?: JsonObject };
  /** Bearer token for the server's authentication, which checks it for every request. */
  readonly authToken?: string;
  /** Capabilities that the client declares; elicitation when absent. */
  readonly capabilities?: JsonObject;
  /** `cli` names the surface that `availableWhen` sees. */
  readonly mode?: 'full' | 'cli';
}

export interface ClientOptions extends ConnectOptions {
  readonly caller: Pick<SessionOpening, 'auth' | 'identify'>;
}

/** A question of the server's to the person. */
export interface ElicitationAsked {
  readonly elicitId: string;
  readonly message: string;
  readonly params: JsonObject;
}

export type ElicitationHandler = (asked: ElicitationAsked) => Promise<JsonObject | undefined> | JsonObject | undefined;

/** A client in the process of its server. Rejects with {@link ServiceError} or `ProtocolError`, as the server answers. */
export class InProcessClient extends CallerWithoutJobs {
  readonly #session: InProcessSession;
  readonly #sessionId: string;
  readonly #clientInfo: { readonly name: string; readonly version: string };
  readonly #flavour: Flavour;
  readonly #onClose: () => Promise<void>;
  readonly #updated = new Set<(uri: string) => void>();
  readonly #notified = new Set<(notification: { method: string; params: JsonObject }) => void>();
  readonly #questions = new Map<string, (answer: JsonObject) => void>();
  #elicit: ElicitationHandler | undefined;

  constructor(application: Application, options: ClientOptions, onClose: () => Promise<void>) {
    super();
    this.#clientInfo = options.clientInfo ?? { name: 'in-process', version: '1.0.0' };
    this.#flavour = flavourOf(this.#clientInfo.name);
    this.#onClose = onClose;
    this.#sessionId = options.session?.id ?? crypto.randomUUID();
    const opening = { ...options.caller, clientInfo: this.#clientInfo, capabilities: options.capabilities ?? { elicitation: {} } };
    this.#session = new InProcessSession(
      application,
      { ...opening, id: this.#sessionId },
      {
        notified: (method, params) => this.#hear(method, params),
        asked: (method, params, asked) => this.#answer(method, params, asked),
      },
    );
  }

  /** Tools in the shape of the client's SDK. */
  async listTools(): Promise<Json> {
    const { tools } = await this.#session.requestAll('tools/list', 'tools');
    return shapeTools(this.#flavour, Array.isArray(tools) ? tools.filter(isJsonObject) : []);
  }

  /** The result in the shape of the client's SDK. */
  async callTool(name: string, args: JsonObject = {}, options: { readonly signal?: AbortSignal } = {}): Promise<Json> {
    return shapeResult(this.#flavour, await this.#session.request('tools/call', { name, arguments: args }, options));
  }

  /** All resources, as `resources/list` answers. */
  listResources = (): Promise<JsonObject> => this.#session.requestAll('resources/list', 'resources');
  /** All resource templates, as `resources/templates/list` answers. */
  listResourceTemplates = (): Promise<JsonObject> => this.#session.requestAll('resources/templates/list', 'resourceTemplates');
  /** Reads a resource. */
  readResource = (uri: string): Promise<JsonObject> => this.#session.request('resources/read', { uri });
  /** All prompts, as `prompts/list` answers. */
  listPrompts = (): Promise<JsonObject> => this.#session.requestAll('prompts/list', 'prompts');
  /** Gets a prompt with its arguments filled in. */
  getPrompt = (name: string, args: JsonObject = {}): Promise<JsonObject> => this.#session.request('prompts/get', { name, arguments: args });
  /**
   * Asks for suggestions for an argument.
   * @param params `{ ref, argument, context? }` as in `completion/complete`
   */
  complete = (params: JsonObject): Promise<JsonObject> => this.#session.request('completion/complete', params);
  /** Asks for changes of a resource; see {@link onResourceUpdated}. */
  subscribeResource = async (uri: string): Promise<void> => void (await this.#session.request('resources/subscribe', { uri }));
  /** Ends a subscription. */
  unsubscribeResource = async (uri: string): Promise<void> => void (await this.#session.request('resources/unsubscribe', { uri }));
  /** Sets the level from which the server sends log messages. */
  setLogLevel = async (level: string): Promise<void> => void (await this.#session.request('logging/setLevel', { level }));

  /** Id of the session. */
  getSessionId = (): string => this.#sessionId;
  /** Name and version of this client. */
  getClientInfo = (): { readonly name: string; readonly version: string } => this.#clientInfo;
  /** Name and version of the server. */
  getServerInfo = (): JsonObject => jsonObjectMember(this.#session.serverInfo, 'serverInfo');
  /** Capabilities that the server declared. */
  getCapabilities = (): JsonObject => jsonObjectMember(this.#session.serverInfo, 'capabilities');
  /** Shape of lists and results, which the client's name chose. */
  getDetectedPlatform = (): Flavour => this.#flavour;

  /** Hears of changes of subscribed resources. Returns what ends that. */
  onResourceUpdated(listener: (uri: string) => void): () => void {
    this.#updated.add(listener);
    return () => void this.#updated.delete(listener);
  }

  /** Hears every notification of the server's. Returns what ends that. */
  onNotification(listener: (notification: { method: string; params: JsonObject }) => void): () => void {
    this.#notified.add(listener);
    return () => void this.#notified.delete(listener);
  }

  /** Answers the server's questions: by what the handler returns, or later by {@link submitElicitationResult}. */
  onElicitation(handler: ElicitationHandler): () => void {
    this.#elicit = handler;
    return () => {
      if (this.#elicit === handler) this.#elicit = undefined;
    };
  }

  /**
   * Answers a question of the server.
   * @param result `{ action, content? }`
   * @throws {ServiceError} when no such question is open
   */
  submitElicitationResult(elicitId: string, result: JsonObject): void {
    const settle = this.#questions.get(elicitId);
    if (settle === undefined) throw new ServiceError('INVALID_INPUT', `no question "${elicitId}" is open`);
    this.#questions.delete(elicitId);
    settle(result);
  }

  /**
   * Searches skills.
   * @param options `{ tags?, tools?, limit?, requireAllTools? }`
   */
  searchSkills = (query: string, options: JsonObject = {}): Promise<JsonObject> =>
    this.#session.request('skills/search', { ...options, query });
  /**
   * Loads skills with their instructions.
   * @param skillIds at most 5
   * @param options `{ format? }`
   */
  loadSkills = (skillIds: readonly string[], options: JsonObject = {}): Promise<JsonObject> =>
    this.#session.request('skills/load', { ...options, skillIds: [...skillIds] });
  /** All skills. */
  listSkills = (): Promise<JsonObject> => this.#session.requestAll('skills/list', 'skills');
  /**
   * Files of skills: `{ uri, mimeType, text }`, or `blob` in base64.
   * @param skillIds at most 5
   */
  async collectSkillAssets(skillIds: readonly string[]): Promise<readonly JsonObject[]> {
    const { skills } = await this.loadSkills(skillIds);
    const files = (Array.isArray(skills) ? skills : []).flatMap((skill) => listOf(isJsonObject(skill) ? skill.resources : undefined));
    const read = files.map(async (file) => listOf((await this.readResource(String(fieldsOf(file)['uri'])))['contents']));
    return (await Promise.all(read)).flat().filter((content): content is JsonObject => typeof content === 'object' && content !== null);
  }

  /** Ends the session, and a server that was made for it. */
  async close(): Promise<void> {
    this.#session.end();
    await this.#onClose();
  }

  #hear(method: string, params: JsonObject): void {
    for (const listener of this.#notified) listener({ method, params });
    const { uri } = params;
    if (method === 'notifications/resources/updated' && typeof uri === 'string') for (const listener of this.#updated) listener(uri);
  }

  async #answer(method: string, params: JsonObject, id: RequestId): Promise<JsonObject> {
    if (method !== 'elicitation/create') throw new Error(`this client answers no ${method}`);
    if (this.#elicit === undefined) throw new Error('no handler answers questions: call onElicitation first');
    const elicitId = String(id);
    const submitted = new Promise<JsonObject>((resolve) => this.#questions.set(elicitId, resolve));
    try {
      const { message } = params;
      const answer = await this.#elicit({ elicitId, message: typeof message === 'string' ? message : '', params });
      return answer ?? (await submitted);
    } finally {
      this.#questions.delete(elicitId);
    }
  }
}
