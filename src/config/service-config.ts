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
  /** Cookie that keeps a client at one instance. Not used yet. */
  readonly cookies?: {
    /** Name of the cookie. Default: __service_node. */
    readonly affinity?: string;
    /** Its domain. */
    readonly domain?: string;
    /** Its SameSite. */
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
  /** Several instances behind one address. Not used yet. */
  readonly ha?: {
    /** Milliseconds between signs of life. Default: 10000. */
    readonly heartbeatIntervalMs?: number;
    /** Milliseconds until an instance counts as gone. Default: 30000. */
    readonly heartbeatTtlMs?: number;
    /** Milliseconds before sessions are taken over. Default: 5000. */
    readonly takeoverGracePeriodMs?: number;
    /** Prefix of the keys. Default: mcp:ha:. */
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

/** What `service.config.*` may hold. */
export interface ServiceConfig {
  /** JSON Schema for editors: ./node_modules/@service/cli/service.config.schema.json. */
  readonly $schema?: string;
  /** Name of the server and of its output files. */
  readonly name: string;
  /** Version of the server. Default: package.json's, else 1.0.0. */
  readonly version?: string;
  /** Module with the @Service class. Default: src/main.ts. */
  readonly entry?: string;
  /** Node versions that the bundle accepts. Default: >=20.19.0. */
  readonly nodeVersion?: string;
  /** How the bundle is made. */
  readonly build?: {
    /** Which bundler. Default: esbuild. */
    readonly bundler?: 'esbuild' | 'rollup';
    /** Passed to the bundler. */
    readonly esbuild?: {
      /** Packages left out of the bundle. */
      readonly external?: readonly string[];
      /** Identifiers replaced by constants. */
      readonly define?: Readonly<Record<string, string>>;
      /** Syntax level; the target decides it. Not used yet. */
      readonly target?: string;
      /** Shorten the output. Default: true. */
      readonly minify?: boolean;
    };
    /** What must be installed beside the bundle. Not used yet. */
    readonly dependencies?: {
      /** System programs. */
      readonly system?: readonly string[];
      /** Native packages. */
      readonly nativeAddons?: readonly string[];
    };
    /** Store that the server needs. Not used yet. */
    readonly storage?: {
      /** Kind. */
      readonly type?: 'sqlite' | 'redis' | 'none';
      /** Refuse to start without. */
      readonly required?: boolean;
    };
    /** Network facts of the manifest. Not used yet. */
    readonly network?: {
      /** Port. */
      readonly defaultPort?: number;
      /** Unix socket. */
      readonly supportsSocket?: boolean;
    };
  };
  /** How clients reach the server. */
  readonly transport?: {
    /** Transport of generated client entries. Not used yet. */
    readonly default?: 'http' | 'sse' | 'stdio';
    /** Over HTTP. */
    readonly http?: {
      /** Port to listen on. Default: 3000. */
      readonly port?: number;
      /** Path of the MCP endpoint, unless the decorator sets http.entryPath. Default: /. */
      readonly path?: string;
      /** Host name in generated client entries. Not used yet. */
      readonly host?: string;
    };
    /** Over standard input and output. Not used yet. */
    readonly stdio?: {
      /** Program. */
      readonly command?: string;
      /** Its arguments. */
      readonly args?: readonly string[];
    };
  };
  /** Variables for commands that run the server; .env and .env.local win over them. */
  readonly env?: {
    /** Always. */
    readonly shared?: Readonly<Record<string, string>>;
    /** For `service dev`. */
    readonly dev?: Readonly<Record<string, string>>;
    /** For `service test`. Not used yet. */
    readonly test?: Readonly<Record<string, string>>;
    /** For generated client entries. Not used yet. */
    readonly ship?: Readonly<Record<string, string>>;
  };
  /** Entries for MCP clients. Not used yet. */
  readonly clients?: Readonly<Partial<Record<'claude-code' | 'claude-desktop' | 'cursor' | 'windsurf' | 'vscode', {
    /** Key of the entry. */
    readonly name?: string;
    /** Transport. */
    readonly transport?: 'http' | 'sse' | 'stdio';
    /** Program. */
    readonly command?: string;
    /** Arguments. */
    readonly args?: readonly string[];
    /** Variables. */
    readonly env?: Readonly<Record<string, string>>;
    /** Address. */
    readonly url?: string;
  }>>>;
  /** For `service test`. Not used yet. */
  readonly test?: {
    /** Milliseconds a test may take. */
    readonly timeoutMs?: number;
    /** One file after the other. */
    readonly runInBand?: boolean;
    /** Test files. */
    readonly testMatch?: readonly string[];
    /** Measure coverage. */
    readonly coverage?: boolean;
    /** Packages to transform. */
    readonly esmPackages?: readonly string[];
  };
  /** Authoring skills. Not used yet. */
  readonly skills?: {
    /** Assistant. */
    readonly provider?: 'claude' | 'codex';
    /** Set. */
    readonly bundle?: string;
    /** Names. */
    readonly install?: readonly string[];
    /** Format. */
    readonly exportTarget?: 'cursor' | 'windsurf' | 'copilot';
  };
  /** Questions at installation. Not used yet. */
  readonly setup?: {
    /** Questions. */
    readonly steps?: readonly unknown[];
  };
  /** Commands of the project. Not used yet. */
  readonly cli?: {
    /** Commands by name. */
    readonly commands?: Readonly<Record<string, unknown>>;
  };
  /** Where to publish the server. Not used yet. */
  readonly registry?: {
    /** Public address of the server. */
    readonly url?: string;
    /** Registry. */
    readonly registryUrl?: string;
    /** Packages to list. */
    readonly packages?: readonly 'npm'[];
  };
  /** What `service build` builds when no --target is given. */
  readonly deployments?: readonly Deployment[];
}
