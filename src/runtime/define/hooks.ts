import type {
  EntryModel,
  JsonObject,
  PromptModel,
  ReadResult,
  PromptResult,
  ResourceModel,
  ResourceTemplateModel,
  ServerModel,
  SkillModel,
  ToolModel,
  ToolResult,
} from '../model/index.ts';
import type { KeptIndex } from '../search/index.ts';
import type { Clock } from '../std/time.ts';
import type { Logger } from '../std/logger.ts';
import type { Awaitable } from '../std/promises.ts';
import type { RedisClient, Store } from '../model/store.ts';
import type { ElicitAnswer, ElicitOptions } from './asking.ts';
import type { AuthContext } from './auth-context.ts';
import type { ElicitContent, ElicitSchema } from './form-schema.ts';
import type { HttpRoute, RouteContext } from './http-options.ts';
import type { LogNotificationLevel } from './execution-context.ts';
import type { HookViewer } from './hook-viewer.ts';
import type { AdapterEntries } from './plugin.ts';
import type { PageVisit, PluginPage } from './plugin-page.ts';
import type { StorageOptions } from './store-options.ts';
import type { Resolver } from './token.ts';

/**
 * Who asks for an entry: a client, the code of another entry (`this.callTool`), or a model whose words another entry carries out. Consent and
 * authorities hold for a model as for a client.
 */
export type CallOrigin = 'client' | 'entry' | 'model';

/** The list request that a hook sees. */
export interface ListCall extends HookViewer {
  /** `model` where another entry lists what a model may choose from (`this.listUsable`). */
  readonly origin: CallOrigin;
}

/** The use of an entry that a hook may refuse. */
export interface EntryAdmission extends HookViewer {
  /** Who asks. */
  readonly origin: CallOrigin;
}

/** A running call, to which a plugin adds members. */
export interface ContextCall extends HookViewer {
  /** The tool, resource or prompt that is called. */
  readonly entry: {
    /** Unique in the server: `tool:shop/prices/rate`. */
    readonly id: string;
    /** Name that clients see. */
    readonly name: string;
  };
  /** Log of the entry, with the id of the request. */
  readonly logger: Logger;
  /**
   * The network that the call comes from, for limits of what all its callers together may use up. Undefined where addresses tell no callers
   * apart: over stdio, in process, and behind a proxy that is not trusted.
   */
  readonly network: string | undefined;
}

/** The call that a hook surrounds. */
export interface HookCall<Entry> extends HookViewer {
  /** The tool, resource or prompt that is called, as the compiler described it. */
  readonly entry: Entry;
  /** Options of the author's decorator, plugin fields and functions included. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Parsed arguments, or the resource's `{ uri, params }`. */
  readonly input: unknown;
  /** Who asks. */
  readonly origin: CallOrigin;
  /** How many entries stand between the client and this call: 0 where the client calls, 1 for `this.callTool` of what it has called. */
  readonly depth: number;
  /** Looks providers up, as the entry sees them. */
  readonly resolver: Resolver;
  /** Log of the entry, with the id of the request. */
  readonly logger: Logger;
  /** Aborted when the client cancels the call or the time limit is over. */
  readonly signal: AbortSignal;
  /** Capabilities that the client declared. */
  readonly clientCapabilities: JsonObject;
  /**
   * Asks the person behind the client, as `this.elicit` of an entry does; the plugin says `asks: true` in `@Plugin`.
   * @throws {ProtocolError} -32021 when the client cannot ask (-32602 before 2026-07-28), -32603 without `asks: true`
   * @throws {ServiceError} ELICITATION_TIMEOUT when the answer comes after `ttl` milliseconds
   */
  elicit<const S extends ElicitSchema>(message: string, schema: S, options?: ElicitOptions): Promise<ElicitAnswer<ElicitContent<S>>>;
  /**
   * Whether the result rests on what is this caller's alone: the call has asked its client something, or read a member that a plugin adds to
   * contexts, such as `this.remember`.
   */
  readonly isPersonal: boolean;
  /** Whether a result would be accepted in place of the entry's: JSON, and as the output schema says. */
  fits(result: object): Awaitable<boolean>;
  /** Writes to the client's log, at `info` when `level` is absent. @returns false when the client cannot receive it */
  notify(message: string, level?: LogNotificationLevel): boolean;
}

/** Calls the next hook, and at last the handler. `input` replaces the arguments for the hooks and the handler behind it. */
export type Next<Result> = (input?: unknown) => Awaitable<Result>;

/**
 * Where a plugin keeps something: a store as options of `@Service` name it, `global` for that of the server, `auto` for that of the server or
 * memory where it has none, one that the project is connected to, or one that the plugin opens.
 */
export type PluginStorage =
  | StorageOptions
  | 'global'
  | 'auto'
  | {
      /** Of a Redis server; it stays open when the server ends. */
      readonly client: RedisClient;
    }
  | {
      /** Opens the store, and reaches it; called once, before any plugin starts. */
      readonly open: () => Awaitable<Store>;
    };

/** An address that a plugin answers, in what `static routes(options)` returns. */
export type PluginRoute = Pick<HttpRoute, 'method' | 'path' | 'auth'>;

/** A request to the MCP endpoint of a plugin, which `static endpoint(options)` names. */
export interface EndpointVisit {
  /** The caller, as the server knows them. */
  readonly auth: AuthContext;
  /** Header of the request. @param name in any case */
  header(name: string): string | undefined;
}

/** A request with a method of a plugin. */
export interface MethodCall extends HookViewer {
  /** Parameters as received, `_meta` left out; nothing has checked them. */
  readonly params: JsonObject;
  /** Aborted when the client cancels the request, or leaves. */
  readonly signal: AbortSignal;
  /**
   * Sends a notification of the plugin's own before the answer: `notifications/<id of the plugin>/<name>`.
   * @returns false when the client cannot receive it
   */
  notify(name: string, params?: JsonObject): boolean;
}

/** Opens a way to the server: `connect` of `@service/sdk/client` takes it. */
export type PluginChannel = (listener: {
  /** Gets each message of the server, as JSON. */
  readonly message: (text: string) => void;
  /** Told once, when no more will come. */
  readonly end: (why: string) => void;
}) => {
  /** Sends a message, as JSON. */
  readonly send: (text: string) => void;
  /** Ends the way, and what was asked on it. */
  readonly close: () => Promise<void>;
};

/** What the server gives to a plugin. */
export interface PluginHost {
  /** Looks providers up, as the owner of the plugin sees them. */
  readonly resolver: Resolver;
  /** Log of the plugin. */
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: Clock;
  /** The whole server, with the entries of now. */
  readonly model: ServerModel;
  /** Path of the server's MCP endpoint. */
  readonly entryPath: string;
  /** `NODE_ENV` is `production`, or unset on a platform where that means it. */
  readonly isProduction: boolean;
  /** Others than programs of this computer reach the server. */
  readonly isReachable: boolean;
  /** Text of a variable of the environment; undefined when it is not set. */
  variable(name: string): string | undefined;
  /**
   * A key for one purpose, 32 bytes, the same at every start: HKDF-SHA-256 (RFC 5869) of a secret.
   * @param label of the purpose; two labels give two keys
   * @param secret such as the text of a variable
   */
  deriveKey(label: string, secret: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Values of this plugin; no other part of this server and no other server reads them.
   * @param name in what `static stores(options)` returns: a record of {@link PluginStorage}, asked for at build and at each start
   * @throws {ServiceError} CONFIG_INVALID for a name that is not there
   */
  store(name: string): Store;
  /**
   * A package that the project has installed beside the plugin: it is in a bundle only with options that name it.
   * @param name in what `static modules(options)` returns: a list of names, asked for at build and at each start
   * @throws {ServiceError} CONFIG_INVALID for a name that is not there
   */
  module(name: string): Promise<unknown>;
  /**
   * What the platform of a worker has under a name, beside variables and stores; undefined where it has nothing.
   * @param name of a binding in what `static bindings(options)` returns: a list of {@link PluginBinding}, asked for at build and at each start
   * @throws {ServiceError} CONFIG_INVALID for a name that is not there
   */
  binding(name: string): unknown;
  /**
   * The index of `model.tools` that the build has made, where `static searchesTools(options)` is true and the tools are fixed: see
   * `@service/sdk/search`. Undefined elsewhere: then a search makes its own.
   */
  readonly toolIndex: KeptIndex | undefined;
  /** As `toolIndex`, of `model.skills`. */
  readonly skillIndex: KeptIndex | undefined;
  /**
   * Puts all that the plugin's own lists bring in the place of what they have brought, and tells clients of the lists that differ; the plugin
   * says `changes: true` in `@Plugin`. From `onStart` on.
   * @returns false when they break a rule: the log says which, and everything stays as it is
   * @throws {ServiceError} CONFIG_INVALID without `changes: true`
   */
  replaceOwner(entries: AdapterEntries): boolean;
  /**
   * In a page alone: a way to this server for `connect` of `@service/sdk/client`, with `{ era: 'stateless' }`. From `onStart` on, requests
   * wait for nothing else.
   * @param caller who calls, as the page knows it; anonymous when absent
   */
  readonly channel?: (caller?: { readonly user?: JsonObject; readonly extra?: JsonObject }) => PluginChannel;
  /** Tells clients that a list is another now, or that a resource has changed. */
  publish(
    change: { readonly kind: 'tools' | 'prompts' | 'resources' | 'skills' } | { readonly kind: 'resource'; readonly uri: string },
  ): void;
}

/**
 * The fixed list of points at which a plugin may act. Order: plugins of the server before those of the
 * app, then by the `order` of `@Plugin`, then in the order of their lists, the first outermost; a plugin of an app sees that app's entries
 * unless its scope is `server`. `filterEntry`, `listEntry` and `admitEntry` answer within 5 seconds, or what waits for them fails. Arguments
 * are parsed before and results are shaped inside the innermost `next`.
 */
export interface PluginHooks {
  /** Surrounds each tool call; returns what `next` gives, or a result of its own. */
  aroundToolCall?(call: HookCall<ToolModel>, next: Next<ToolResult>): Awaitable<ToolResult>;
  /** Surrounds each read of a resource. */
  aroundResourceRead?(call: HookCall<ResourceModel | ResourceTemplateModel>, next: Next<ReadResult>): Awaitable<ReadResult>;
  /** Surrounds each `prompts/get`. */
  aroundPromptGet?(call: HookCall<PromptModel>, next: Next<PromptResult>): Awaitable<PromptResult>;
  /** False hides an entry from a list and from calls of this caller, who is told that it does not exist. */
  filterEntry?(entry: EntryModel | SkillModel, call: ListCall): Awaitable<boolean>;
  /** False leaves an entry out of a list; who knows its name may use it. */
  listEntry?(entry: EntryModel | SkillModel, call: ListCall): Awaitable<boolean>;
  /**
   * Before every use of an entry, whatever leads to it: a call, a read, a task, a batch, a completion, a subscription and each update of
   * one, another entry. Throws the refusal, a {@link PublicMcpError} for example, whose text the caller gets.
   */
  admitEntry?(entry: EntryModel | SkillModel, use: EntryAdmission): Awaitable<void>;
  /**
   * The value of a context extension that names no token, made when an entry first reads it.
   * @param property as `contextExtensions` names it
   */
  contextMember?(property: string, call: ContextCall): unknown;
  /** Before the first call, when stores have been reached; a failure stops the start. */
  onStart?(host: PluginHost): Awaitable<void>;
  /** Answers a request to one of its addresses, which `static routes(options)` names; limits and guards of the server stand before it. */
  onRequest?(request: Request, context: RouteContext): Awaitable<Response>;
  /**
   * Before every request to its own MCP endpoint, whose path `static endpoint(options)` returns: a `Response` refuses the request. The sign-in
   * and the limits of the server stand before it. The endpoint has the entries that the plugin lists, and they are nowhere else.
   */
  onEndpoint?(visit: EndpointVisit): Awaitable<Response | undefined>;
  /**
   * Answers a request of 2026-07-28 with one of its methods, which `static methods(options)` names: `<id of the plugin>/<name>`. Limits and the
   * sign-in of the server stand before it; what the caller may do is its own question.
   */
  onMethod?(method: string, call: MethodCall): Awaitable<JsonObject>;
  /**
   * Shows one of its pages, which `static pages(options)` names as a list of paths, to a person who has signed in for it; needs `auth.mode` local or
   * remote. What the person may see and do is its own question.
   */
  onPage?(visit: PageVisit): Awaitable<PluginPage>;
  /** When the server ends, after the last call; the last plugin first. */
  onClose?(): Awaitable<void>;
}

/** Every hook by its name. */
export const hookNames = [
  'aroundToolCall',
  'aroundResourceRead',
  'aroundPromptGet',
  'filterEntry',
  'listEntry',
  'admitEntry',
  'contextMember',
  'onStart',
  'onClose',
  'onRequest',
  'onEndpoint',
  'onMethod',
  'onPage',
] as const satisfies readonly (keyof PluginHooks)[];
