import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import type { HttpOptionsModel } from '../model/index.ts';
import type { Environment } from '../options/env.ts';
import type { HttpAnswer, HttpExchange } from '../web/exchange.ts';

/** HTTP of a host: whether it listens itself, and how it answers outside of the protocol. */
export interface HostCapabilities {
  /** Where it listens. Absent: requests are handed to the host, and no bound address tells which host names are its own. */
  readonly listen?: (options: HttpOptionsModel, environment: Environment, distributed: boolean) => ListenAddress;
  /** The answer of the health check. */
  readonly health: (runtime: ServerRuntime, includeDetails: boolean) => () => HttpAnswer;
  /** The answer for an unknown path, given where the endpoint is. */
  readonly answerUnknown: (entryPath: string) => (exchange: HttpExchange) => HttpAnswer;
}

export interface ListenAddress {
  readonly bindAddress: string;
  /** A file to listen on, and then on no port. */
  readonly socketPath: string | undefined;
  /** Nobody but programs of this computer reaches it. */
  readonly loopbackOnly: boolean;
  /** Host names that can only be its own; undefined where any may be. */
  readonly ownHosts: readonly string[] | undefined;
}
