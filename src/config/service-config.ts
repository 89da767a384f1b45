import type { Deployment } from './deployment-config.ts';

/** What `service.config.*` may hold. */
export interface ServiceConfig {
  /** JSON Schema for editors: ./node_modules/@service/cli/service.config.schema.json. */
  readonly $schema?: string;
  /**
   * Name of the server and of its output files.
   * @rule fileName
   * @variable SERVICE_APP_NAME
   */
  readonly name: string;
  /** Version of the server. @default package.json's, else 1.0.0 */
  readonly version?: string;
  /**
   * Module with the `@Service` class.
   * @default src/main.ts
   * @variable SERVICE_ENTRY
   * @flag --entry
   */
  readonly entry?: string;
  /**
   * Oldest Node that the bundle runs on; never older than the default.
   * @default >=20.19.0
   * @rule nodeVersion
   */
  readonly nodeVersion?: string;
  /** What `service build` builds when no --target is given. @minItems 1 */
  readonly deployments?: readonly Deployment[];
  /** How the bundle is made. */
  readonly build?: {
    /** Variables of the shell that the definitions may read while they are evaluated. */
    readonly env?: readonly string[];
    /**
     * Texts of environment variables that decide options: each combination is built in, and a start with another text is refused.
     * @minItems 1
     */
    readonly variants?: Readonly<Record<string, readonly string[]>>;
    /** Bundler. @default esbuild */
    readonly bundler?: 'esbuild' | 'rollup';
    /**
     * Module format of the bundles of node, distributed and cli: esm for a project or a package with top-level await. Archives and
     * executables are CommonJS, workers ES modules.
     * @default cjs
     */
    readonly format?: 'cjs' | 'esm';
    /**
     * Source map of bundles of node, distributed and cli: logged stacks name lines of the project. Archives, executables and workers have
     * none.
     * @default external
     */
    readonly sourcemap?: 'external' | 'inline' | 'none';
    /** Put the texts of the sources into the source map. @default false */
    readonly sourcesContent?: boolean;
    /** Passed to the bundler. */
    readonly esbuild?: {
      /** Packages left out of the bundle. */
      readonly external?: readonly string[];
      /** Identifiers replaced by constants. */
      readonly define?: Readonly<Record<string, string>>;
      /** Not built. @refused The target of the deployment decides the syntax of a bundle: remove build.esbuild.target */
      readonly target?: string;
      /** Shorten the output. @default true */
      readonly minify?: boolean;
    };
    /** Files copied beside the bundle: paths from the project, with * and **. A folder stands for all in it. */
    readonly assets?: readonly string[];
    /** Loaders of imported files, by ending: { ".png": "binary" }. */
    readonly loader?: Readonly<Record<string, 'text' | 'json' | 'binary' | 'base64' | 'dataurl' | 'file' | 'wasm'>>;
    /** Files and programs that the bundle needs beside it. */
    readonly dependencies?: {
      /** Programs that the server starts: named in the manifest, and install-<name>.sh refuses without them. */
      readonly system?: readonly string[];
      /** Packages copied whole to node_modules beside the bundle, with what they depend on. Native packages are found without it. */
      readonly nativeAddons?: readonly string[];
    };
    /** Store that the manifest of a deployment names. */
    readonly storage?: {
      /**
       * Kind.
       * @default the decorator's
       * @words
       */
      readonly type?: 'sqlite' | 'redis' | 'none';
      /**
       * Whether it starts only with it.
       * @default true with a store
       * @words
       */
      readonly required?: boolean;
    };
    /** Network section of the manifest. */
    readonly network?: {
      /**
       * Port.
       * @default transport.http.port
       * @minimum 0
       * @maximum 65535
       * @words
       */
      readonly defaultPort?: number;
      /** Whether it may listen on a Unix socket. @default true */
      readonly supportsSocket?: boolean;
    };
  };
  /** How clients reach the server. */
  readonly transport?: {
    /** Transport of client entries that name none. @default http */
    readonly default?: 'http' | 'sse' | 'stdio';
    /** Over HTTP. */
    readonly http?: {
      /**
       * Port to listen on.
       * @default 3000
       * @minimum 0
       * @maximum 65535
       * @variable PORT
       * @flag --port
       */
      readonly port?: number;
      /**
       * Path of the MCP endpoint, unless the decorator sets http.entryPath.
       * @default /
       * @rule endpointPath
       * @variable SERVICE_HTTP_ENTRY_PATH
       */
      readonly path?: string;
      /**
       * Host in client entries.
       * @default 127.0.0.1
       * @rule host
       */
      readonly host?: string;
    };
    /** Over standard input and output: how client entries without a command start the server. */
    readonly stdio?: {
      /** Program. @default npx */
      readonly command?: string;
      /**
       * Its arguments.
       * @default -y <name>
       * @words
       */
      readonly args?: readonly string[];
    };
  };
  /** Variables for commands that run the server; .env and .env.local win over them. */
  readonly env?: {
    /** Always. */
    readonly shared?: Readonly<Record<string, string>>;
    /** For `service dev`. */
    readonly dev?: Readonly<Record<string, string>>;
    /** For `service test`. */
    readonly test?: Readonly<Record<string, string>>;
    /** For client entries, over env.shared. */
    readonly ship?: Readonly<Record<string, string>>;
  };
  /** Entries of clients (eject-mcp-config). */
  readonly clients?: Readonly<
    Partial<
      Record<
        'claude' | 'claude-code' | 'claude-desktop' | 'cursor' | 'windsurf' | 'vscode',
        {
          /**
           * Key of the entry.
           * @default the server's name
           * @rule notEmpty
           */
          readonly name?: string;
          /** Transport. Without it: stdio for command or args, http for url, else transport.default. */
          readonly transport?: 'http' | 'sse' | 'stdio';
          /** Program. @default transport.stdio.command */
          readonly command?: string;
          /**
           * Arguments.
           * @default transport.stdio.args
           * @words
           */
          readonly args?: readonly string[];
          /** Variables, over env.ship and env.shared. */
          readonly env?: Readonly<Record<string, string>>;
          /** Address. @default http://<transport.http.host>:<port><path> */
          readonly url?: string;
        }
      >
    >
  >;
  /** For `service test`; flags win. */
  readonly test?: {
    /**
     * Milliseconds a test may take.
     * @default 60000
     * @minimum 1
     * @flag --timeout
     */
    readonly timeoutMs?: number;
    /** One file after the other. @flag --runInBand */
    readonly runInBand?: boolean;
    /** Patterns of test files, from the project folder: tests/*.spec.ts. */
    readonly testMatch?: readonly string[];
    /** Measure coverage. @flag --coverage */
    readonly coverage?: boolean;
    /** Packages that are ES modules only, to be transpiled for jest. */
    readonly esmPackages?: readonly string[];
  };
  /**
   * Not built.
   * @refused No command installs or exports skills for assistants. Leave it out; skills of the server are declared by `@Skill`
   */
  readonly skills?: unknown;
  /** Questions at installation. */
  readonly setup?: {
    /** Questions, in order. */
    readonly steps?: readonly {
      /** Name of the answer. */
      readonly id: string;
      /** Question. */
      readonly prompt: string;
      /** More about it. */
      readonly description?: string;
      /** Type, default and limits of the answer. */
      readonly jsonSchema?: unknown;
      /**
       * Variable that it becomes.
       * @default the id in capitals
       * @rule variableName
       * @words
       */
      readonly env?: string;
      /** A secret. */
      readonly sensitive?: boolean;
      /** Heading, in install-<name>.sh. */
      readonly group?: string;
      /** Id of the step that follows. @default the next of the list */
      readonly next?: string;
      /** Asked only after these answers: { <id of an earlier step>: <value or values> }. */
      readonly showWhen?: Readonly<Record<string, string | boolean | readonly string[]>>;
    }[];
  };
  /** Limits that fail `service build` and `service inspect`. */
  readonly budgets?: {
    /** Tools that are listed. @minimum 1 */
    readonly tools?: number;
    /** Tokens that the whole tool list costs a model. @minimum 1 */
    readonly tokens?: number;
    /** Tokens that one tool costs a model. @minimum 1 */
    readonly tokensPerTool?: number;
    /** Size of each bundle after gzip, in bytes. @minimum 1 */
    readonly gzipBytes?: number;
  };
  /** The command line in this project. */
  readonly cli?: {
    /** Commands of the project, by their names. */
    readonly commands?: Readonly<
      Record<
        string,
        {
          /** Module whose default export is the command; relative to this file. */
          readonly entry: string;
          /** One sentence for help. */
          readonly description?: string;
          /** Words after the command. */
          readonly arguments?: readonly {
            /** Name. */
            readonly name: string;
            /** Must be given. @default false */
            readonly required?: boolean;
            /** One sentence. */
            readonly description?: string;
            /** Takes all remaining words; the last one only. @default false */
            readonly variadic?: boolean;
          }[];
          /** Flags. */
          readonly options?: readonly {
            /** `--name`, `--name <value>`, or `-n, --name <value>`. */
            readonly flags: string;
            /** One sentence. */
            readonly description?: string;
            /** Value when it is not given. */
            readonly default?: unknown;
          }[];
          /** Leave it out of help. @default false */
          readonly hidden?: boolean;
        }
      >
    >;
  };
  /** Where `service registry` lists the server, and by which ways clients get it. */
  readonly registry?: {
    /** Public https address of the server; one without a path gets the path of the endpoint. --url wins. */
    readonly url?: string;
    /** Registry to publish to; --registry wins. @default https://registry.modelcontextprotocol.io */
    readonly registryUrl?: string;
    /** Packages to list: npm for the package of package.json, { mcpb } for a released archive. */
    readonly packages?: readonly (
      | 'npm'
      | {
          /** Address under which the .mcpb file is released. */
          readonly mcpb: string;
          /** The same file here, for its SHA-256; absent: dist/mcpb/<name>-<version>.mcpb. */
          readonly file?: string;
        }
    )[];
  };
}
