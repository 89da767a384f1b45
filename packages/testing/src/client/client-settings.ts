import type { JsonObject } from '@service/sdk/model';
import type { ClientInfo } from './connection.ts';
import type { TransportName } from './transports.ts';

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
