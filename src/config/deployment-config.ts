// Written by print-types.ts from settings.ts; a test fails while this file is not what it prints.

/** Settings of this deployment, handed to the bundle as variables; a variable that is already set wins. */
export interface DeploymentServer {
  /** Where and to whom the server answers. */
  readonly http?: {
    /** Port to listen on (PORT). */
    readonly port?: number;
    /** Unix socket to listen on instead of a port (SERVICE_SOCKET_PATH). */
    readonly socketPath?: string;
    /** Path of the MCP endpoint (SERVICE_HTTP_ENTRY_PATH). */
    readonly entryPath?: string;
    /** Browser origins that may call; used only when the decorator sets no http.cors. */
    readonly cors?: {
      /** Allowed origins (SERVICE_CORS_ORIGINS). */
      readonly origins?: readonly string[];
      /** Allow cookies and authorization (SERVICE_CORS_CREDENTIALS). */
      readonly credentials?: boolean;
      /** Seconds a preflight answer may be kept (SERVICE_CORS_MAX_AGE). */
      readonly maxAge?: number;
    };
  };
  /** Content-Security-Policy of every answer. */
  readonly csp?: {
    /** Send the header (SERVICE_CSP_ENABLED). */
    readonly enabled?: boolean;
    /** Directive to value or values; empty text for none (SERVICE_CSP_DIRECTIVES). */
    readonly directives?: Readonly<Record<string, string | readonly string[]>>;
    /** Where violations are reported (SERVICE_CSP_REPORT_URI). */
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
    /** Name of the cookie (SERVICE_AFFINITY_COOKIE). Default: __service_node. */
    readonly affinity?: string;
    /** Its domain (SERVICE_AFFINITY_COOKIE_DOMAIN). */
    readonly domain?: string;
    /** Its SameSite (SERVICE_AFFINITY_COOKIE_SAME_SITE). Default: Lax. */
    readonly sameSite?: 'Strict' | 'Lax' | 'None';
  };
}

export interface NodeDeployment {
  /** What to build for. */
  readonly target: 'node';
  /** Output folder of this deployment. Default: dist/<target>. */
  readonly outDir?: string;
  /** Variables while building. Not used yet. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of this deployment, handed to the bundle as variables; a variable that is already set wins. */
  readonly server?: DeploymentServer;
}

export interface DistributedDeployment {
  /** What to build for. */
  readonly target: 'distributed';
  /** Output folder of this deployment. Default: dist/<target>. */
  readonly outDir?: string;
  /** Variables while building. Not used yet. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of this deployment, handed to the bundle as variables; a variable that is already set wins. */
  readonly server?: DeploymentServer;
  /** Several instances behind one address. */
  readonly ha?: {
    /** Milliseconds between signs of life (SERVICE_HA_HEARTBEAT_INTERVAL_MS). Default: 10000. */
    readonly heartbeatIntervalMs?: number;
    /** Milliseconds until an instance counts as gone (SERVICE_HA_HEARTBEAT_TTL_MS). Default: 30000. */
    readonly heartbeatTtlMs?: number;
    /** Milliseconds before its sessions are taken over (SERVICE_HA_TAKEOVER_GRACE_MS). Default: 5000. */
    readonly takeoverGracePeriodMs?: number;
    /** Prefix of the keys (SERVICE_HA_KEY_PREFIX). Default: mcp:ha:. */
    readonly redisKeyPrefix?: string;
  };
}

export interface CliDeployment {
  /** What to build for. */
  readonly target: 'cli';
  /** Output folder of this deployment. Default: dist/<target>. */
  readonly outDir?: string;
  /** Variables while building. Not used yet. */
  readonly env?: Readonly<Record<string, string>>;
  /** A JavaScript bundle instead of an executable. Not used yet. */
  readonly js?: boolean;
  /** Single executable. Not used yet. */
  readonly sea?: {
    /** Single executable. */
    readonly enabled?: boolean;
  };
  /** The generated command line. Not used yet. */
  readonly cli?: {
    /** First line of its help. */
    readonly description?: string;
    /** Output unless asked otherwise. */
    readonly outputDefault?: 'text' | 'json';
    /** Ask for a login first. */
    readonly authRequired?: boolean;
    /** Tools that become no subcommand. */
    readonly excludeTools?: readonly string[];
    /** Login. */
    readonly oauth?: {
      /** Authorization server. */
      readonly serverUrl?: string;
      /** Client id. */
      readonly clientId?: string;
      /** Scope. */
      readonly defaultScope?: string;
      /** First and last loopback port. */
      readonly portRange?: readonly number[];
    };
  };
}

export interface WorkerDeployment {
  /** What to build for. */
  readonly target: 'worker';
  /** Output folder of this deployment. Default: dist/<target>. */
  readonly outDir?: string;
  /** Variables while building. Not used yet. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of this deployment, handed to the bundle as variables; a variable that is already set wins. */
  readonly server?: DeploymentServer;
  /** Platform file. Not used yet. */
  readonly wrangler?: {
    /** Worker name. */
    readonly name?: string;
    /** Platform date. */
    readonly compatibilityDate?: string;
    /** Platform flags. */
    readonly compatibilityFlags?: readonly string[];
  };
}

export interface ServerlessADeployment {
  /** What to build for. */
  readonly target: 'serverless_a';
  /** Output folder of this deployment. Default: dist/<target>. */
  readonly outDir?: string;
  /** Variables while building. Not used yet. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of this deployment, handed to the bundle as variables; a variable that is already set wins. */
  readonly server?: DeploymentServer;
}

export interface ServerlessBDeployment {
  /** What to build for. */
  readonly target: 'serverless_b';
  /** Output folder of this deployment. Default: dist/<target>. */
  readonly outDir?: string;
  /** Variables while building. Not used yet. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of this deployment, handed to the bundle as variables; a variable that is already set wins. */
  readonly server?: DeploymentServer;
}

export interface BrowserDeployment {
  /** What to build for. */
  readonly target: 'browser';
  /** Output folder of this deployment. Default: dist/<target>. */
  readonly outDir?: string;
  /** Variables while building. Not used yet. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface SdkDeployment {
  /** What to build for. */
  readonly target: 'sdk';
  /** Output folder of this deployment. Default: dist/<target>. */
  readonly outDir?: string;
  /** Variables while building. Not used yet. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface McpbDeployment {
  /** What to build for. */
  readonly target: 'mcpb';
  /** Output folder of this deployment. Default: dist/<target>. */
  readonly outDir?: string;
  /** Variables while building. Not used yet. */
  readonly env?: Readonly<Record<string, string>>;
  /** Name shown to people. Not used yet. */
  readonly displayName?: string;
  /** Description shown to people. Not used yet. */
  readonly longDescription?: string;
  /** Author. Not used yet. */
  readonly author?: {
    /** Name. */
    readonly name: string;
    /** Address. */
    readonly email?: string;
    /** Page. */
    readonly url?: string;
  };
  /** Licence. Not used yet. */
  readonly license?: string;
  /** Home page. Not used yet. */
  readonly homepage?: string;
  /** Source repository. Not used yet. */
  readonly repository?: string;
  /** Documentation page. Not used yet. */
  readonly documentation?: string;
  /** Support page. Not used yet. */
  readonly support?: string;
  /** Icon file. Not used yet. */
  readonly icon?: string;
  /** Keywords. Not used yet. */
  readonly keywords?: readonly string[];
  /** Pages of privacy policies. Not used yet. */
  readonly privacyPolicies?: readonly string[];
  /** What it runs on. Not used yet. */
  readonly compatibility?: {
    /** Version range. */
    readonly claude_desktop?: string;
    /** Platforms. */
    readonly platforms?: readonly string[];
    /** Runtimes. */
    readonly runtimes?: Readonly<Record<string, string>>;
  };
  /** Questions asked at installation. Not used yet. */
  readonly userConfig?: Readonly<Record<string, unknown>>;
  /** Single executable. Not used yet. */
  readonly sea?: {
    /** Single executable. */
    readonly enabled?: boolean;
    /** Folder with other platforms. */
    readonly mergeFrom?: string;
  };
  /** Archive node_modules too. Not used yet. */
  readonly includeNodeModules?: boolean;
  /** Same bytes for the same sources. Not used yet. */
  readonly deterministic?: boolean;
}

/** One output of `service build`, told apart by its target. */
export type Deployment = NodeDeployment | DistributedDeployment | CliDeployment | WorkerDeployment | ServerlessADeployment | ServerlessBDeployment | BrowserDeployment | SdkDeployment | McpbDeployment;
