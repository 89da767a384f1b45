import type { RequestId } from '../mcp/json-rpc.ts';
import type { JsonObject } from '../model/index.ts';

/** Hears a notification of a server: its method, such as `notifications/progress`, and its parameters. */
export type NotificationListener = (method: string, params: JsonObject) => void;

/** A way to a server: over HTTP, over a channel of messages, or in process. */
export interface Connection {
  /** What the server said of itself when it opened a session (2025 and before). Absent where each request stands alone (2026-07-28). */
  readonly session?: ServerFacts;
  /**
   * Sends one request.
   * @throws {RequestFailure} what the server answers as an error
   * @throws {ClientError} when there is no answer
   */
  send(method: string, params: JsonObject, options: SendOptions): Promise<JsonObject>;
  /** Ends the session and everything that is open. */
  close(): Promise<void>;
}

export interface SendOptions {
  /** Cancels the request. */
  readonly signal: AbortSignal;
  /** Hears what the server sends before the answer. */
  readonly onNotification?: NotificationListener | undefined;
}

/** What a server says of itself. */
export interface ServerFacts {
  /** The revision that is spoken, such as `2025-11-25`. */
  readonly revision: string;
  /** Name of the server. */
  readonly name: string;
  /** Version of the server. */
  readonly version: string;
  /** Capabilities that the server declared. */
  readonly capabilities: JsonObject;
  /** What models should know before they use the server. */
  readonly instructions: string | undefined;
}

/** The client's side of a session: what the server says and asks by itself. */
export interface ServerListener {
  readonly notified: NotificationListener;
  /** Answers a request of the server. A rejection is sent as an error. @param id of the request */
  readonly asked: (method: string, params: JsonObject, id: RequestId) => Promise<JsonObject>;
}
