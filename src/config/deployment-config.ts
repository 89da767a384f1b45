/** Settings of this deployment, handed to the bundle as variables; a variable that is already set wins. */
export interface DeploymentServer {
  /** Address of the server, and the hosts and origins that it answers. */
  readonly http?: {
    /**
     * Port to listen on (PORT).
     * @minimum 0
     * @maximum 65535
     */
    readonly port?: number;
    /** Unix socket to listen on instead of a port (SERVICE_SOCKET_PATH). */
    readonly socketPath?: string;
    /** Path of the MCP endpoint (SERVICE_HTTP_ENTRY_PATH). @rule endpointPath */
    readonly entryPath?: string;
    /** Browser origins that may call; used only when the decorator sets no http.cors. */
    readonly cors?: {
      /** Allowed origins (SERVICE_CORS_ORIGINS). */
      readonly origins?: readonly string[];
      /** Allow cookies and authorization (SERVICE_CORS_CREDENTIALS). */
      readonly credentials?: boolean;
      /** Seconds a preflight answer may be kept (SERVICE_CORS_MAX_AGE). @minimum 0 */
      readonly maxAge?: number;
    };
  };
  /** Content-Security-Policy of every answer. */
  readonly csp?: {
    /** Send the header (SERVICE_CSP_ENABLED). */
    readonly enabled?: boolean;
    /** Directive to value or values; empty text for none (SERVICE_CSP_DIRECTIVES). */
    readonly directives?: Readonly<Record<string, string | readonly string[]>>;
    /** URL that violation reports are sent to (SERVICE_CSP_REPORT_URI). */
    readonly reportUri?: string;
    /** Report without blocking (SERVICE_CSP_REPORT_ONLY). */
    readonly reportOnly?: boolean;
  };
  /** Security headers of every answer. */
  readonly headers?: {
    /** Strict-Transport-Security (SERVICE_HSTS). */
    readonly hsts?: string | false;
    /** X-Content-Type-Options (SERVICE_CONTENT_TYPE_OPTIONS). */
    readonly contentTypeOptions?: string | false;
    /** X-Frame-Options (SERVICE_FRAME_OPTIONS). */
    readonly frameOptions?: string | false;
    /** Further headers, sent as given (SERVICE_HEADERS_CUSTOM). */
    readonly custom?: Readonly<Record<string, string>>;
  };
  /** Cookie that keeps a client at one instance of a distributed deployment. */
  readonly cookies?: {
    /** Name of the cookie (SERVICE_AFFINITY_COOKIE). @default __service_node */
    readonly affinity?: string;
    /** Its domain (SERVICE_AFFINITY_COOKIE_DOMAIN). */
    readonly domain?: string;
    /** Its SameSite (SERVICE_AFFINITY_COOKIE_SAME_SITE). @default Lax */
    readonly sameSite?: 'Strict' | 'Lax' | 'None';
  };
}

/** Settings of every deployment. */
interface CommonDeployment {
  /**
   * Target of the build.
   * @variable SERVICE_TARGET
   * @flag --target
   */
  readonly target: string;
  /**
   * Output folder of this deployment.
   * @default dist/<target>
   * @variable SERVICE_OUT_DIR
   * @flag --out-dir
   */
  readonly outDir?: string;
  /** Variables that the definitions see while this deployment is built, over env.shared; .env wins. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A deployment that answers HTTP. */
interface ServedDeployment extends CommonDeployment {
  /** Settings of this deployment, handed to the bundle as variables; a variable that is already set wins. */
  readonly server?: DeploymentServer;
}

export interface NodeDeployment extends ServedDeployment {
  /** Target of the build. */
  readonly target: 'node';
}

export interface DistributedDeployment extends ServedDeployment {
  /** Target of the build. */
  readonly target: 'distributed';
  /** Several instances behind one address. */
  readonly ha?: {
    /**
     * Milliseconds between signs of life (SERVICE_HA_HEARTBEAT_INTERVAL_MS).
     * @default 10000
     * @minimum 1
     */
    readonly heartbeatIntervalMs?: number;
    /**
     * Milliseconds until an instance counts as gone (SERVICE_HA_HEARTBEAT_TTL_MS).
     * @default 30000
     * @minimum 1
     */
    readonly heartbeatTtlMs?: number;
    /**
     * Milliseconds before its sessions are taken over (SERVICE_HA_TAKEOVER_GRACE_MS).
     * @default 5000
     * @minimum 1
     */
    readonly takeoverGracePeriodMs?: number;
    /** Prefix of the keys (SERVICE_HA_KEY_PREFIX). @default mcp:ha: */
    readonly redisKeyPrefix?: string;
  };
}

export interface CliDeployment extends CommonDeployment {
  /** Target of the build. */
  readonly target: 'cli';
  /**
   * A script for Node instead of a single executable.
   * @default false
   * @flag --js
   */
  readonly js?: boolean;
  /** Single executable. */
  readonly sea?: {
    /** False is as js: true. @default true */
    readonly enabled?: boolean;
  };
  /** The generated command line. */
  readonly cli?: {
    /** First line of its help. */
    readonly description?: string;
    /** How results are printed without --output. @default text */
    readonly outputDefault?: 'text' | 'json';
    /** Calls need a session that is signed in. @default false */
    readonly authRequired?: boolean;
    /** Names of tools that become no sub-command. */
    readonly excludeTools?: readonly string[];
    /** How login signs in. */
    readonly oauth?: {
      /** Issuer of the tokens. Default: what the server names. */
      readonly serverUrl?: string;
      /** Client id. Default: the program registers itself. */
      readonly clientId?: string;
      /** Scopes to ask for, separated by spaces. Default: those of the server. */
      readonly defaultScope?: string;
      /**
       * First and last loopback port that the browser is sent back to. Default: any.
       * @minimum 0
       * @maximum 65535
       */
      readonly portRange?: readonly number[];
    };
  };
}

export interface WorkerDeployment extends ServedDeployment {
  /** Target of the build. */
  readonly target: 'worker';
  /** What a build writes into wrangler.toml, and asks of a file of your own. */
  readonly wrangler?: {
    /**
     * Name of the worker.
     * @default the server's name
     * @rule workerName
     * @words
     */
    readonly name?: string;
    /** Platform date. @default 2024-11-11 @rule platformDate */
    readonly compatibilityDate?: string;
    /** Platform flags, beside those that the bundle needs. @rule platformFlag */
    readonly compatibilityFlags?: readonly string[];
    /** Variables of the worker. Secrets are refused: `wrangler secret put` sets them. */
    readonly vars?: Readonly<Record<string, string>>;
    /**
     * Not built.
     * @refused A cron trigger calls `scheduled`, which only workers with managed bundles will have. Leave it out
     */
    readonly triggers?: unknown;
  };
}

export interface ServerlessADeployment extends ServedDeployment {
  /** Target of the build. */
  readonly target: 'serverless_a';
}

export interface ServerlessBDeployment extends ServedDeployment {
  /** Target of the build. */
  readonly target: 'serverless_b';
}

export interface BrowserDeployment extends CommonDeployment {
  /** Target of the build. */
  readonly target: 'browser';
}

export interface SdkDeployment extends CommonDeployment {
  /** Target of the build. */
  readonly target: 'sdk';
}

export interface McpbDeployment extends CommonDeployment {
  /** Target of the build. */
  readonly target: 'mcpb';
  /** Name shown to people. @default info.title */
  readonly displayName?: string;
  /** Description shown to people, as Markdown; its first line is the short one. */
  readonly longDescription?: string;
  /** Author; else package.json's, else the server's name. */
  readonly author?: {
    /** Name. */
    readonly name: string;
    /** Address. @rule mailAddress */
    readonly email?: string;
    /** Page. @rule webPage */
    readonly url?: string;
  };
  /** Licence. @default package.json's */
  readonly license?: string;
  /**
   * Home page.
   * @default package.json's
   * @rule webPage
   * @words
   */
  readonly homepage?: string;
  /**
   * Page of the sources.
   * @default package.json's
   * @rule webPage
   * @words
   */
  readonly repository?: string;
  /** Documentation page. @rule webPage */
  readonly documentation?: string;
  /**
   * Support page.
   * @default bugs of package.json
   * @rule webPage
   * @words
   */
  readonly support?: string;
  /** PNG image; 512 × 512 is advised. @flag --icon */
  readonly icon?: string;
  /** Keywords; else package.json's. */
  readonly keywords?: readonly string[];
  /** Privacy policies of services that it talks to. @rule webPage */
  readonly privacyPolicies?: readonly string[];
  /** Systems and runtimes that it supports. */
  readonly compatibility?: {
    /** Version range. */
    readonly claude_desktop?: string;
    /** Systems; all without it. */
    readonly platforms?: readonly ('darwin' | 'linux' | 'win32')[];
    /** Versions of Node. */
    readonly runtimes?: Readonly<Partial<Record<'node' | 'python', string>>>;
  };
  /** Questions at installation; the answer to api_key becomes the variable API_KEY. */
  readonly userConfig?: Readonly<
    Record<
      string,
      {
        /** Kind of the answer. */
        readonly type: 'string' | 'number' | 'boolean' | 'directory' | 'file';
        /** Label. */
        readonly title: string;
        /** One sentence. */
        readonly description: string;
        /** The server does not start without it. */
        readonly required?: boolean;
        /** Answer until there is one. */
        readonly default?: string | boolean | readonly string[] | number;
        /** Several; the variable is a JSON list. */
        readonly multiple?: boolean;
        /** Masked, and kept in the key store of the system. */
        readonly sensitive?: boolean;
        /** Smallest number. */
        readonly min?: unknown;
        /** Largest number. */
        readonly max?: unknown;
      }
    >
  >;
  /** Single executable. */
  readonly sea?: {
    /**
     * Add an executable for the platform of the build.
     * @default false
     * @flag --sea
     */
    readonly enabled?: boolean;
    /** Archive or folder with the executables of other platforms, made there. @flag --merge-from */
    readonly mergeFrom?: string;
  };
  /** One archive each, with its native add-ons. @minItems 1 */
  readonly nativePlatforms?: readonly ('darwin-arm64' | 'darwin-x64' | 'linux-arm64' | 'linux-x64' | 'win32-arm64' | 'win32-x64')[];
  /** Folder of <platform>/node_modules for others. */
  readonly nativePackages?: string;
  /**
   * Not built.
   * @refused Archives hold one file with all that the server imports. Set nativePlatforms for packages with native add-ons, and name
   * others in build.dependencies.nativeAddons to copy them whole
   */
  readonly includeNodeModules?: boolean;
  /**
   * Equal sources give equal bytes.
   * @default true
   * @flag --no-deterministic
   */
  readonly deterministic?: boolean;
}

/** One output of `service build`, told apart by its target. */
export type Deployment =
  | NodeDeployment
  | DistributedDeployment
  | CliDeployment
  | WorkerDeployment
  | ServerlessADeployment
  | ServerlessBDeployment
  | BrowserDeployment
  | SdkDeployment
  | McpbDeployment;
