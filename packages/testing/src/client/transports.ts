import type { JsonObject } from '@service/sdk/model';
import type { ClientInfo, OpenConnection } from './messages.ts';
import { openModernHttp } from './modern-http.ts';
import { openSsePair } from './sse-pair.ts';
import { openStreamableHttp } from './streamable-http.ts';

/** Every way to a server. `modern` is 2026-07-28, which has one transport only. */
export const transports = {
  'streamable-http': openStreamableHttp,
  sse: openSsePair,
  modern: openModernHttp,
} as const satisfies Readonly<Record<string, OpenConnection>>;

export type TransportName = keyof typeof transports;
/** Transports of the client that `mcp` is. */
export type LegacyTransport = Exclude<TransportName, 'modern'>;

/** Everything that a client is made of. */
export interface ClientSettings {
  /** Address of the MCP endpoint. */
  readonly url: URL;
  readonly transport: TransportName;
  readonly token: string | undefined;
  /** Asks for no anonymous token. */
  readonly publicMode: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly clientInfo: ClientInfo;
  readonly capabilities: JsonObject;
  readonly timeoutMs: number;
  readonly debug: boolean;
}
