import { messageOf } from '../errors/index.ts';
import { isJsonObject, jsonObjectMember, textMember, type Json, type JsonObject } from '../model/index.ts';
import type { WidgetPlatform } from './platforms.ts';
import { columnWithoutWatch } from './sandbox-page.ts';

/** A message of a view: a request, a notification or an answer. */
export interface ViewMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: Json;
}

/** What the policy of the host has blocked. */
export interface ViewViolation {
  /** As in `connect-src`. */
  readonly directive: string;
  /** Address, or what is instead of it: `inline`, `eval`. */
  readonly blocked: string;
  /** Line of the document. */
  readonly line: number;
  /** Column of the document, from 1. */
  readonly column: number;
}

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
  /** Hears what the host shows: a height that the view asks for, a message of it, a violation. */
  readonly changed?: (change: { readonly height?: number; readonly message?: ViewMessage; readonly violation?: ViewViolation }) => unknown;
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

/** The host's side of one view (MCP Apps 2026-01-26), wherever its frame is. */
export class ViewHost {
  /** What the view has said, in its order. */
  readonly messages: ViewMessage[] = [];
  /** What the policy has blocked. */
  readonly violations: ViewViolation[] = [];
  /** Settles with the view's handshake. */
  readonly initialized: Promise<void>;
  readonly #settings: ViewHostSettings;
  #context: JsonObject;
  #isShown = false;
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
  async hear(message: unknown): Promise<void> {
    if (!isJsonObject(message)) return;
    const { id, method } = message;
    const params = jsonObjectMember(message, 'params');
    if (method === 'ui/notifications/sandbox-proxy-ready') return this.#show();
    if (method === 'violation') return this.#violated(params);
    const heard = message as ViewMessage;
    this.messages.push(heard);
    if (method === 'ui/notifications/initialized') this.#heardInitialized();
    const { height } = params;
    const resized = method === 'ui/notifications/size-changed' && typeof height === 'number' ? { height } : {};
    await this.#settings.changed?.({ message: heard, ...resized });
    if (typeof method !== 'string' || id === undefined) return;
    const answer = await this.#answer(method, params).catch((error: unknown) => refused(-32_603, messageOf(error)));
    await this.send({ id, ...answer });
  }

  /** Once: a sandbox that asks again would get a second view. */
  async #show(): Promise<void> {
    if (this.#isShown) return;
    this.#isShown = true;
    await this.send({ method: 'ui/notifications/sandbox-resource-ready', params: { html: this.#settings.html } });
  }

  async #violated(params: JsonObject): Promise<void> {
    const line = Number(params['line']);
    const column = columnWithoutWatch(line, Number(params['column']));
    const violation = { directive: textMember(params, 'directive'), blocked: textMember(params, 'blocked'), line, column };
    this.violations.push(violation);
    await this.#settings.changed?.({ violation });
  }

  async #answer(method: string, params: JsonObject): Promise<ServerAnswer> {
    const { ask, callable, platform } = this.#settings;
    const wanted = capabilityOf[method];
    if (wanted !== undefined && platform.capabilities[wanted] === undefined) return refused(-32_601, `${platform.name} has no ${wanted}`);
    switch (method) {
      case 'ui/initialize': {
        const { capabilities: hostCapabilities, name } = platform;
        const hostInfo = { name, version: '1.0.0' };
        return { result: { protocolVersion: '2026-01-26', hostInfo, hostCapabilities, hostContext: this.#context } };
      }
      case 'tools/call':
        if (!callable.has(textMember(params, 'name'))) return refused(-32_602, `Widgets may not call ${textMember(params, 'name')}`);
        return ask(method, params);
      case 'resources/read':
      case 'resources/list':
        return ask(method, params);
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
