import type { HealthProbe } from '../../define/operations-options.ts';
import type { HandlerOptions } from '../../http/handler.ts';
import type { HttpSettings } from '../../http/http-settings.ts';
import type { ServerRuntime } from '../../mcp/call/server-runtime.ts';
import type { McpServer } from '../../mcp/protocol.ts';
import type { HandshakeProtocol } from '../../mcp/sessions/handshake-protocol.ts';
import type { Logger } from '../../std/index.ts';
import type { HttpHandler } from '../../web/exchange.ts';
import type { AnyClass } from '../../define/index.ts';

/** A server put together, without HTTP. */
export interface ServedCore {
  readonly runtime: ServerRuntime;
  readonly mcp: McpServer;
  readonly logger: Logger;
  readonly handshakeProtocol: HandshakeProtocol | undefined;
  /** Starts what features run; before listening. */
  start(): Promise<void>;
  /** Ends streams that have no end of their own, so that only calls in flight are left. */
  drain(): void;
  /** Ends sessions and streams, then the runtime. Calls in flight have been waited for by the host. */
  close(): Promise<void>;
}

/** A server put together: what hosts connect to the world. */
export interface Application extends ServedCore {
  /** Of the server as it was declared. */
  readonly entryPath: string;
  readonly http: HttpSettings;
  readonly handle: HttpHandler;
  /** Paths of its health checks. */
  readonly healthPaths: ReadonlySet<string>;
  /** Names the caller of a request to the endpoint, or refuses it. */
  readonly identify: HandlerOptions['identify'];
  /** What `/readyz` asks, beside the checks of the option `health`. Further ones may be added. */
  readonly probes: HealthProbe[];
}

/** A server of several endpoints: opens its parts and joins them. Undefined for a server that is one. */
export type Mounting = (server: AnyClass, open: OpenPart) => Promise<Application> | undefined;

/** Opens a part of a server. */
export type OpenPart = (server: AnyClass, mount?: Mount) => Promise<Application>;

/** Settings of a part, out of those of the server. */
export type Mount = (settings: HttpSettings) => HttpSettings;
