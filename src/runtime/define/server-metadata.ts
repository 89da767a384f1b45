import type { SkillIndexOptions, SkillsConfig } from './skills-options.ts';
import type { JsonObject, ServerInfo } from '../model/index.ts';
import type { AuthOptions } from './auth-options.ts';
import type { AuthoritiesOptions } from './authorities.ts';
import type { OutputOptions } from './entry-metadata.ts';
import type { OwnedLists } from './owner-metadata.ts';
import type { HttpOptions } from './http-options.ts';
import type { LogTransportInterface } from './logging.ts';
import type { AnyClass } from './metadata.ts';
import type { ObservabilityOptions } from './observability-options.ts';
import type { ElicitationOptions, HealthOptions, MetricsOptions, ThrottleOptions } from './operations-options.ts';
import type { RedisOptions, SqliteOptions } from './store-options.ts';
import type { TransportOptions, TaskOptions } from './transport-options.ts';

/** Listing of the server in a public registry. */
export interface RegistryOptions {
  /** Name in the registry: <namespace>/<name> in reverse-DNS form. @rule registryName */
  readonly name?: string;
  /**
   * Description of the listing, 1 to 100 characters; required with a name.
   * @rule registryDescription
   * @noEffect when registry.name is absent: a server without registry.name has no listing
   */
  readonly description?: string;
  /**
   * Repository of the source: { url, source: github or gitlab, subfolder? }.
   * @rule repository
   * @unlisted
   * @noEffect when registry.name is absent: a server without registry.name has no listing
   */
  readonly repository?: {
    /** Address of the repository. */
    readonly url: string;
    /** Where the repository is hosted. */
    readonly source: 'github' | 'gitlab';
    /** Folder of the server in the repository. */
    readonly subfolder?: string;
  };
  /**
   * Public key of the domain proof: base64 Ed25519, or a whole record.
   *
   * A record begins with `v=MCPv1;`.
   *
   * @rule publicKey
   */
  readonly publicKey?: string;
  /**
   * Variable with the public key, read on each request for the proof.
   * @default 'MCP_REGISTRY_PUBLIC_KEY'
   * @rule publicKeyEnv
   * @noEffect when registry.publicKey is given: registry.publicKey is served
   */
  readonly publicKeyEnv?: string;
  /**
   * Serve <entryPath>/server-card; false also turns the catalog off.
   *
   * Only a server with `registry.name` has one.
   *
   * @default true
   */
  readonly serverCard?: boolean;
  /**
   * Serve /.well-known/ai-catalog.json.
   *
   * Only a server with a card has one.
   *
   * @default true
   * @noEffect when registry.serverCard is false: there is no card to link
   */
  readonly aiCatalog?: boolean;
}

/** Output options of the whole server. */
export interface ServerOutputOptions extends OutputOptions {
  /**
   * Most bytes of an answer; a call whose answer has more is INVALID_OUTPUT. 8388608 over stdio when absent, any size over HTTP.
   * @minimum 1024
   */
  readonly maxBytes?: number;
  /**
   * Form of output schemas in the tool list: definition, text of the description, both or none.
   * @default 'definition'
   * @noEffect unless 'definition': output schemas are listed as they are
   */
  readonly schemaMode?: OutputOptions['schemaMode'];
}

/** Options of `@Service` where not all are needed. */
export type DeclaredOptions = Partial<ServerMetadata>;

/** Options of `@Service`. */
export interface ServerMetadata extends OwnedLists {
  /**
   * Identity sent to clients.
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' } })
   * class Server {}
   */
  readonly info: ServerInfo;
  /**
   * Apps: decorated classes or app(…).
   * @example
   * \@App({ name: 'forecast' })
   * class Forecast {}
   *
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, apps: [Forecast] })
   * class Server {}
   */
  readonly apps?: readonly AnyClass[];
  /**
   * Instructions for the model, sent when a client connects.
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, instructions: 'Look up the city before you ask for its weather.' })
   * class Server {}
   */
  readonly instructions?: string;
  /** False decorates without starting anything. @default true */
  readonly serve?: boolean;
  /** HTTP options. */
  readonly http?: HttpOptions;
  /**
   * Protocol options.
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, transport: { protocol: 'modern' } })
   * class Server {}
   */
  readonly transport?: TransportOptions;
  /**
   * Authentication of callers; without it the server is open.
   * @rule auth
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, auth: { mode: 'remote', provider: 'https://id.example.com' } })
   * class Server {}
   */
  readonly auth?: AuthOptions;
  /**
   * Shared store.
   * @rule redis
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, redis: { host: 'redis.internal', port: 6379 } })
   * class Server {}
   */
  readonly redis?: RedisOptions;
  /**
   * Store with publish and subscribe.
   *
   * Channels, where `redis` has none.
   *
   * @rule redisTable
   * @unlisted
   */
  readonly pubsub?: RedisOptions;
  /**
   * Sessions in Durable Objects of a worker, one each.
   *
   * Each keeps its session, and what its streams have sent, in its own storage.
   *
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, sessions: {} })
   * class Server {}
   */
  readonly sessions?: {
    /** Name of the binding; absent: SERVICE_SESSIONS. @rule bindingName */
    readonly binding?: string;
  };
  /**
   * Search index of skills in a KV namespace of a worker, where the build has kept none.
   *
   * The first search makes it, and later instances read it. A function gets the `env` of the worker, of which it reads names.
   *
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, skillIndex: { ttlSeconds: 86_400 } })
   * class Server {}
   */
  readonly skillIndex?: SkillIndexOptions | ((env: Readonly<Record<string, unknown>>) => SkillIndexOptions);
  /**
   * Name of this server in its stores, in place of its name and public address.
   *
   * Servers that name the same one share all but sign-ins.
   *
   * @rule storeNamespace
   */
  readonly storeNamespace?: string;
  /**
   * Local store.
   * @rule sqlite
   * @noEffect when redis is given: redis is the store of the server
   */
  readonly sqlite?: SqliteOptions;
  /**
   * Log options.
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, logging: { level: LogLevel.Debug } })
   * class Server {}
   */
  readonly logging?: {
    /** Least level written. @default 'info' */
    readonly level?: 'debug' | 'verbose' | 'info' | 'warn' | 'error' | 'off';
    /** Text before each line. @rule prefix */
    readonly prefix?: string;
    /**
     * Further log transports.
     *
     * Classes with `@LogTransport`.
     *
     * @rule transports
     */
    readonly transports?: readonly (new () => LogTransportInterface)[];
    /** Write to the console. @default true */
    readonly enableConsole?: boolean;
  };
  /** Paging of lists. */
  readonly pagination?: {
    /** Paging of tools/list. */
    readonly tools?: {
      /** auto: pages only above the threshold. @default 'auto' */
      readonly mode?: 'auto' | true | false;
      /**
       * Tools on a page.
       * @default 40
       * @minimum 1
       * @noEffect even false when pagination.tools.mode is false: all tools are on one page
       */
      readonly pageSize?: number;
      /**
       * Tools that still fit on one page under auto.
       * @default 40
       * @minimum 0
       * @noEffect even false when pagination.tools.mode is true or false: only the mode "auto" looks at the number of tools
       */
      readonly autoThreshold?: number;
    };
  };
  /** Questions to the person behind the client. */
  readonly elicitation?: ElicitationOptions;
  /** Background tool calls. */
  readonly tasks?: TaskOptions;
  /** How skills are served. */
  readonly skillsConfig?: SkillsConfig;
  /** How results are sent. */
  readonly output?: ServerOutputOptions;
  /**
   * Rate, concurrency and time limits, IP filter.
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, throttle: { global: { maxRequests: 100, partitionBy: 'ip' } } })
   * class Server {}
   */
  readonly throttle?: ThrottleOptions;
  /** Health checks. */
  readonly health?: HealthOptions;
  /**
   * Metrics endpoint.
   * @noEffect when metrics.enabled is absent: they are off without metrics.enabled: true
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, metrics: { enabled: true } })
   * class Server {}
   */
  readonly metrics?: MetricsOptions;
  /**
   * Traces, logs and request logs.
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, observability: { tracing: true, requestLogs: true } })
   * class Server {}
   */
  readonly observability?: boolean | ObservabilityOptions;
  /**
   * Rules of who may use what.
   * @example
   * \@Service({
   *   info: { name: 'weather', version: '1.0.0' },
   *   authorities: { profiles: { admin: { roles: { any: ['admin'] } } } },
   * })
   * class Server {}
   */
  readonly authorities?: AuthoritiesOptions;
  /** Widgets of tools (MCP Apps). */
  readonly extApps?:
    | false
    | {
        /** Serve the widgets of tools. @default true */
        readonly enabled?: boolean;
        /** Capabilities of the host of the pages. @unlisted @noEffect a host decides what it offers to a widget */
        readonly hostCapabilities?: JsonObject;
      };
  /**
   * Import hosts of tool UI.
   * @unlisted
   * @noEffect no pages are served for tools
   */
  readonly ui?: {
    /** Module name to the address that it is loaded from. */
    readonly cdnOverrides?: Readonly<Record<string, string>>;
  };
  /** Each app is a server of its own at /<appId>. @default false */
  readonly splitByApp?: boolean;
  /** Documents for public registries: domain proof, server card, catalog. @rule registry */
  readonly registry?: RegistryOptions;
  /** Providers of every app. */
  readonly providers?: OwnedLists['providers'];
  /** Plugins of every app. */
  readonly plugins?: OwnedLists['plugins'];
}
