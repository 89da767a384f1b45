import type { JsonObject } from '@service/sdk/model';
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse, ServerMessage } from './messages.ts';

export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** Options of a connection. */
export interface ConnectionOptions {
  /** Address of the MCP endpoint. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string | undefined;
  readonly clientInfo: ClientInfo;
  readonly capabilities: JsonObject;
  /** Milliseconds that one HTTP request may take. */
  readonly timeoutMs: () => number;
  /** Answers what the server asks; resolves to the result of `elicitation/create` and alike. */
  readonly answer: (method: string, params: JsonObject) => Promise<JsonObject>;
  /** Notifications of the server. */
  readonly notified: (message: ServerMessage) => void;
}

/** Name, version, capabilities and instructions that the server declared. */
export interface ServerFacts {
  readonly protocolVersion: string;
  readonly serverInfo: ClientInfo & JsonObject;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
}

/** One open conversation with a server, over any transport and protocol revision. */
export interface Connection {
  readonly facts: ServerFacts;
  readonly sessionId: string | undefined;
  readonly lastHeaders: Readonly<Record<string, string>>;
  send(request: JsonRpcRequest): Promise<JsonRpcResponse>;
  notify(notification: JsonRpcNotification): Promise<void>;
  sendRaw(body: string): Promise<JsonRpcResponse>;
  /** Asks for notifications of changes where the revision wants to be asked. */
  listen?(notifications: JsonObject): Promise<void>;
  close(): Promise<void>;
}

export type OpenConnection = (options: ConnectionOptions) => Promise<Connection>;
