import { isJsonObject, type JsonObject } from '@service/sdk/model';
import { performance } from '../clock.ts';
import type { Connection, JsonRpcRequest, JsonRpcResponse, RequestId } from './messages.ts';
import { NotificationCollector, ProgressCollector, type NotificationHub } from './notifications.ts';
import { PromptResultWrapper, ResourceContentWrapper, ToolResultWrapper } from './results.ts';
import { McpProtocolError } from '../errors.ts';
import { limits, texts } from '../texts.ts';

type Ask = (method: string, params: JsonObject) => Promise<JsonRpcResponse>;

async function timed(work: Promise<JsonRpcResponse>): Promise<[JsonRpcResponse, number]> {
  const started = performance.now();
  return [await work, performance.now() - started];
}

/** `mcp.tools`. */
export class ToolOperations {
  readonly #ask: Ask;
  readonly #progress: { nextProgressToken(): string | undefined };

  constructor(ask: Ask, progress: { nextProgressToken(): string | undefined }) {
    this.#ask = ask;
    this.#progress = progress;
  }

  /** All tools, of all pages. @throws {McpProtocolError} */
  list(): Promise<ListedTool[]> {
    return everyPage<ListedTool>(this.#ask, { method: 'tools/list', key: 'tools' });
  }

  /** Never throws for a failure of the tool or the server: the result says it. */
  async call(name: string, args: JsonObject = {}, options: { readonly progressToken?: RequestId } = {}): Promise<ToolResultWrapper> {
    const token = options.progressToken ?? this.#progress.nextProgressToken();
    const meta = token === undefined ? {} : { _meta: { progressToken: token } };
    return new ToolResultWrapper(...(await timed(this.#ask('tools/call', { name, arguments: args, ...meta }))));
  }
}

/** `mcp.resources`. */
export class ResourceOperations {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  list(): Promise<ListedResource[]> {
    return everyPage<ListedResource>(this.#ask, { method: 'resources/list', key: 'resources' });
  }

  listTemplates(): Promise<ListedTemplate[]> {
    return everyPage<ListedTemplate>(this.#ask, { method: 'resources/templates/list', key: 'resourceTemplates' });
  }

  async read(uri: string): Promise<ResourceContentWrapper> {
    return new ResourceContentWrapper(...(await timed(this.#ask('resources/read', { uri }))));
  }
}

/** `mcp.prompts`. */
export class PromptOperations {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  list(): Promise<ListedPrompt[]> {
    return everyPage<ListedPrompt>(this.#ask, { method: 'prompts/list', key: 'prompts' });
  }

  /** Values of arguments are texts. */
  async get(name: string, args: Readonly<Record<string, string>> = {}): Promise<PromptResultWrapper> {
    return new PromptResultWrapper(...(await timed(this.#ask('prompts/get', { name, arguments: { ...args } }))));
  }
}

/** A request as tests write it. */
export interface RawMessage {
  readonly jsonrpc?: '2.0';
  readonly id?: RequestId;
  readonly method: string;
  readonly params?: JsonObject;
}

interface RawParts {
  readonly dispatch: (request: JsonRpcRequest) => Promise<JsonRpcResponse>;
  readonly nextId: () => number;
  readonly connection: () => Connection;
}

/** `mcp.raw`: messages as they are. */
export class RawOperations {
  readonly #parts: RawParts;

  constructor(parts: RawParts) {
    this.#parts = parts;
  }

  /** The response as sent. */
  request({ id, method, params }: RawMessage): Promise<JsonRpcResponse> {
    return this.#parts.dispatch({ jsonrpc: '2.0', id: id ?? this.#parts.nextId(), method, ...(params ? { params } : {}) });
  }

  /** Goes to the server past mocks and interceptors. */
  async notify({ method, params }: Omit<RawMessage, 'id'>): Promise<void> {
    await this.#parts.connection().notify({ jsonrpc: '2.0', method, ...(params ? { params } : {}) });
  }

  /** A body as it is, also one that is no JSON. */
  async sendRaw(data: string): Promise<JsonRpcResponse> {
    return this.#parts.connection().sendRaw(data);
  }
}

const listChanges = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

/** `mcp.notifications`. */
export class NotificationOperations {
  readonly #hub: NotificationHub;
  readonly #connection: () => Connection;
  #lastToken = 0;
  #asksForProgress = false;

  constructor(hub: NotificationHub, connection: () => Connection) {
    this.#hub = hub;
    this.#connection = connection;
  }

  /**
   * Collects what the server says from now on. A server of 2026-07-28 is asked for changes of lists, and of the resources named here;
   * await `ready` there.
   */
  collect(resourceSubscriptions: readonly string[] = []): NotificationCollector {
    const wanted = { ...listChanges, ...(resourceSubscriptions.length > 0 ? { resourceSubscriptions: [...resourceSubscriptions] } : {}) };
    return new NotificationCollector(this.#hub, this.#connection().listen?.(wanted) ?? Promise.resolve());
  }

  /** Collects progress; from now on each call sends a progress token. */
  collectProgress(): ProgressCollector {
    this.#asksForProgress = true;
    return new ProgressCollector(this.#hub);
  }

  async send(method: string, params?: JsonObject): Promise<void> {
    await this.#connection().notify({ jsonrpc: '2.0', method, ...(params ? { params } : {}) });
  }

  /** For calls; undefined while progress is not collected. */
  nextProgressToken(): string | undefined {
    if (!this.#asksForProgress) return undefined;
    this.#lastToken += 1;
    return `progress-${this.#lastToken}`;
  }
}

/** An entry of a list, with what every kind has. */
export type ListedTool = JsonObject & { readonly name: string };
export type ListedPrompt = JsonObject & { readonly name: string };
export type ListedResource = JsonObject & { readonly name: string; readonly uri: string };
export type ListedTemplate = JsonObject & { readonly name: string; readonly uriTemplate: string };

/**
 * Every page of a list.
 * @throws {McpProtocolError} when a page fails, a cursor comes twice, or there are more than 1000 pages
 */
async function everyPage<T extends JsonObject>(
  ask: (method: string, params: JsonObject) => Promise<JsonRpcResponse>,
  { key, method }: { readonly method: string; readonly key: string },
): Promise<T[]> {
  const items: T[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < limits.pages; page += 1) {
    const { error, result } = await ask(method, cursor === undefined ? {} : { cursor });
    if (error !== undefined) throw new McpProtocolError(`${method} failed: ${error.message}`, error.code, error.data);
    const found = result?.[key];
    if (!Array.isArray(found)) throw new McpProtocolError(`${method} answered without ${key}`, -32_603);
    items.push(...(found.filter(isJsonObject) as T[]));
    const next = result?.['nextCursor'];
    if (typeof next !== 'string') return items;
    if (cursors.has(next)) throw new McpProtocolError(texts.repeatedCursor(method, next), -32_603);
    cursors.add(next);
    cursor = next;
  }
  throw new McpProtocolError(texts.tooManyPages(method, limits.pages), -32_603);
}
