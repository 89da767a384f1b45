import { messageOf } from '../errors/index.ts';
import { isJsonObject, textMember, type JsonObject } from '../model/index.ts';
import type { WidgetPlatform } from './platforms.ts';
import { heightIn, readViewMessage, readViolation, type ViewMessage, type ViewViolation } from './view-message.ts';

/** What the view hears of a server's answer. */
export type ServerAnswer = { readonly result: object } | { readonly error: object };

export interface ViewHostSettings {
  readonly platform: WidgetPlatform;
  /** Document of the widget, with what watches its policy. */
  readonly html: string;
  /** As in `ui/initialize`. */
  readonly context: JsonObject;
  /** Names of tools that the view may call. */
  readonly callable: ReadonlySet<string>;
  /** To the sandbox. */
  readonly post: (message: object) => void | Promise<void>;
  /** Asks the server of the widget. */
  readonly ask: (method: string, params: JsonObject) => Promise<ServerAnswer>;
  /** Hears what the host shows. */
  readonly changed?: (change: ViewChange) => unknown;
}

/** What a view has asked for, said or done. */
export interface ViewChange {
  /** Pixels. */
  readonly height?: number;
  readonly message?: ViewMessage;
  /** Why a message was not taken. */
  readonly refused?: string;
  readonly violation?: ViewViolation;
  /** Violations of the view that are not kept, because it has too many. */
  readonly moreViolations?: number;
}

/** A widget may send for ever: the newest messages and the first violations are kept. */
const maxMessages = 1000;
const maxViolations = 100;
/** Requests of one view to its server at a time. */
const maxAsked = 50;

/** Requests of a view that need a capability of the host. */
const capabilityOf: Readonly<Record<string, string>> = {
  'tools/call': 'serverTools',
  'resources/read': 'serverResources',
  'resources/list': 'serverResources',
  'ui/open-link': 'openLinks',
  'ui/message': 'message',
  'ui/update-model-context': 'updateModelContext',
};

/** The host's side of one view (MCP Apps 2026-01-26), wherever its frame is. */
export class ViewHost {
  /** What the view has said, in its order: the last 1,000. */
  readonly messages: ViewMessage[] = [];
  /** What the policy has blocked: the first 100. */
  readonly violations: ViewViolation[] = [];
  /** Settles with the view's handshake. */
  readonly initialized: Promise<void>;
  readonly #settings: ViewHostSettings;
  #context: JsonObject;
  #isShown = false;
  #moreViolations = 0;
  #asked = 0;
  #heardInitialized: () => void = () => undefined;

  constructor(settings: ViewHostSettings) {
    this.#settings = settings;
    this.#context = settings.context;
    this.initialized = new Promise((resolve) => (this.#heardInitialized = resolve));
  }

  get context(): JsonObject {
    return this.#context;
  }

  async send(message: object): Promise<void> {
    await this.#settings.post({ jsonrpc: '2.0', ...message });
  }

  /** Theme, display mode, language, …: the view hears what changes. */
  async changeContext(context: JsonObject): Promise<void> {
    this.#context = { ...this.#context, ...context };
    await this.send({ method: 'ui/notifications/host-context-changed', params: context });
  }

  /** One message of the sandbox: its own, or one of the view. */
  async hear(data: unknown): Promise<void> {
    const message = await this.#read(data);
    if (message === undefined) return;
    const { id, method, params = {} } = message;
    if (method === 'ui/notifications/sandbox-proxy-ready') return this.#show();
    if (method === 'violation') return this.#violated(params);
    if (this.messages.length >= maxMessages) this.messages.shift();
    this.messages.push(message);
    if (method === 'ui/notifications/initialized') this.#heardInitialized();
    const height = heightIn(message);
    await this.#settings.changed?.({ message, ...(height === undefined ? {} : { height }) });
    if (method === undefined || id === undefined) return;
    const answer = await this.#answer(method, params).catch((error: unknown) => refused(-32_603, messageOf(error)));
    await this.send({ id, ...answer });
  }

  /** A view that waits for an answer hears what is wrong with its request. */
  async #read(data: unknown): Promise<ViewMessage | undefined> {
    try {
      return readViewMessage(data);
    } catch (error) {
      const why = `The message cannot be taken: ${messageOf(error)}`;
      await this.#settings.changed?.({ refused: why });
      const id = isJsonObject(data) ? data['id'] : undefined;
      if (Number.isSafeInteger(id)) await this.send({ id, ...refused(-32_600, why) });
      return undefined;
    }
  }

  /** Once: a sandbox that asks again would get a second view. */
  async #show(): Promise<void> {
    if (this.#isShown) return;
    this.#isShown = true;
    await this.send({ method: 'ui/notifications/sandbox-resource-ready', params: { html: this.#settings.html } });
  }

  async #violated(params: JsonObject): Promise<void> {
    if (this.violations.length >= maxViolations) return void (await this.#settings.changed?.({ moreViolations: ++this.#moreViolations }));
    const violation = readViolation(params);
    this.violations.push(violation);
    await this.#settings.changed?.({ violation });
  }

  async #ask(method: string, params: JsonObject): Promise<ServerAnswer> {
    if (this.#asked >= maxAsked) return refused(-32_000, `The widget waits for ${maxAsked} answers already`);
    this.#asked++;
    try {
      return await this.#settings.ask(method, params);
    } finally {
      this.#asked--;
    }
  }

  async #answer(method: string, params: JsonObject): Promise<ServerAnswer> {
    const { callable, platform } = this.#settings;
    const wanted = Object.hasOwn(capabilityOf, method) ? capabilityOf[method] : undefined;
    if (wanted !== undefined && platform.capabilities[wanted] === undefined) return refused(-32_601, `${platform.name} has no ${wanted}`);
    switch (method) {
      case 'ui/initialize': {
        const { capabilities: hostCapabilities, name } = platform;
        const hostInfo = { name, version: '1.0.0' };
        return { result: { protocolVersion: '2026-01-26', hostInfo, hostCapabilities, hostContext: this.#context } };
      }
      case 'tools/call':
        if (!callable.has(textMember(params, 'name'))) return refused(-32_602, `Widgets may not call ${textMember(params, 'name')}`);
        return this.#ask(method, params);
      case 'resources/read':
      case 'resources/list':
        return this.#ask(method, params);
      case 'ui/request-display-mode': {
        const mode = textMember(params, 'mode');
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
}

const refused = (code: number, message: string): ServerAnswer => ({ error: { code, message } });
