import type { AuthContext } from './auth-context.ts';

/** A route of your own beside the MCP endpoint (`http.routes`). */
export interface HttpRoute {
  /** Method of HTTP. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';
  /** Path of the route, without a query. */
  readonly path: string;
  /** Answers the request. */
  readonly handler: (request: Request, context: RouteContext) => Response | Promise<Response>;
  /** True: only callers that the MCP endpoint would serve. */
  readonly auth?: boolean;
}

/** Second argument of a route's handler. */
export interface RouteContext {
  /** The caller; present with `auth: true`. */
  readonly auth?: AuthContext;
}

/** The HTTP listener (`http` of `@Service`). */
export interface HttpOptions {
  /**
   * Port to listen on.
   * @default 3000
   * @minimum 0
   * @maximum 65_535
   * @noEffect when http.socketPath is given: the server listens on http.socketPath
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, http: { port: 8080 } })
   * class Server {}
   */
  readonly port?: number;
  /**
   * Path of the MCP endpoint.
   * @rule endpointPath
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, http: { entryPath: '/mcp' } })
   * class Server {}
   */
  readonly entryPath?: string;
  /** Unix socket to listen on. */
  readonly socketPath?: string;
  /**
   * Web pages that may call.
   * @rule cors
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, http: { cors: { origin: ['https://app.example.com'] } } })
   * class Server {}
   */
  readonly cors?:
    | false
    | {
        /** Origins that may call. @requiredByRule */
        readonly origin: boolean | string | readonly string[] | ((origin: string) => boolean | Promise<boolean>);
        /** Let browsers send credentials. @noEffect when http.cors.origin is false: http.cors.origin lets no page call */
        readonly credentials?: boolean;
        /**
         * Seconds that a preflight is kept.
         * @default 300
         * @minimum 0
         * @maximum 86_400
         * @noEffect when http.cors.origin is false: http.cors.origin lets no page call
         */
        readonly maxAge?: number;
      };
  /**
   * Most bytes of a JSON body.
   *
   * Bytes, or text like `4mb`.
   *
   * @default 4_194_304
   * @rule byteSize
   * @example
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, http: { bodyLimit: '1mb' } })
   * class Server {}
   */
  readonly bodyLimit?: number | string;
  /** Most bytes of a form body; bodyLimit when absent. @rule byteSize */
  readonly urlencodedLimit?: number | string;
  /**
   * Own routes: { method, path, handler, auth? }.
   * @rule routes
   * @example
   * const version: HttpRoute = { method: 'GET', path: '/version', handler: () => Response.json({ version: '1.0.0' }) };
   *
   * \@Service({ info: { name: 'weather', version: '1.0.0' }, http: { routes: [version] } })
   * class Server {}
   */
  readonly routes?: readonly HttpRoute[];
  /**
   * Binding and host checks.
   * @rule security
   * @example
   * \@Service({
   *   info: { name: 'weather', version: '1.0.0' },
   *   http: { security: { bindAddress: 'all', dnsRebindingProtection: { allowedHosts: ['weather.example.com'] } } },
   * })
   * class Server {}
   */
  readonly security?: {
    /**
     * loopback, all, or an address.
     * @rule bindAddress
     * @noEffect when http.socketPath is given: the server listens on http.socketPath
     */
    readonly bindAddress?: string;
    /**
     * Loopback binding and host checks: where no host is listed, only loopback names and the host of SERVICE_PUBLIC_URL are answered;
     * bindAddress: all wins over it.
     * @default false
     */
    readonly strict?: boolean;
    /** Checks of Host and Origin. */
    readonly dnsRebindingProtection?: {
      /** False turns the checks off. */
      readonly enabled?: boolean;
      /** Host values answered. @rule hostEntries */
      readonly allowedHosts?: readonly string[];
      /** Origin values answered. @rule origins */
      readonly allowedOrigins?: readonly string[];
    };
  };
  /** Security headers. */
  readonly securityHeaders?: {
    /** Strict-Transport-Security. @rule headerText */
    readonly hsts?: string | false;
    /**
     * X-Content-Type-Options.
     * @default 'nosniff'
     * @rule headerText
     */
    readonly contentTypeOptions?: string | false;
    /**
     * X-Frame-Options.
     * @default 'DENY'
     * @rule headerText
     */
    readonly frameOptions?: string | false;
    /**
     * Further headers, sent as given; none that frames a message or differs between answers (Set-Cookie, ETag, Location, …).
     * @rule customHeaders
     */
    readonly custom?: Readonly<Record<string, string>>;
    /**
     * Content-Security-Policy.
     * @noEffect when http.securityHeaders.csp.enabled is absent: no policy is sent until http.securityHeaders.csp.enabled or
     * SERVICE_CSP_ENABLED is true
     */
    readonly csp?: {
      /**
       * Send the policy.
       * @default false
       * @noEffect when http.securityHeaders.csp.directives is absent: no policy is sent until http.securityHeaders.csp.directives or
       * SERVICE_CSP_DIRECTIVES has one
       */
      readonly enabled?: boolean;
      /** Directive to value or values. @rule directives */
      readonly directives?: Readonly<Record<string, string | readonly string[]>>;
      /** URL that violation reports are sent to. @rule reportUri */
      readonly reportUri?: string;
      /** Report without enforcing. @default false */
      readonly reportOnly?: boolean;
    };
  };
}
