import type { Json } from '../model/index.ts';

interface ErrorDetails {
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A request of a client did not succeed. Its text never holds a token, a header or the query of an address.
 * @example
 * import { ClientError, connect } from '@service/sdk/client';
 * try {
 *   await connect('http://127.0.0.1:3000/mcp');
 * } catch (failure) {
 *   if (failure instanceof ClientError) console.error(failure.message, failure.hint);
 * }
 */
export class ClientError extends Error {
  override readonly name: string = 'ClientError';
  /** What to do about it, where that is known. */
  readonly hint: string | undefined;

  /**
   * @param message what went wrong, and where
   * @param details what to do about it, and the error behind it
   */
  constructor(message: string, { cause, hint }: ErrorDetails = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.hint = hint;
  }
}

/** An option of `connect` cannot be used: an address that is none, a token or a header that cannot be sent. */
export class InvalidClientOption extends ClientError {
  override readonly name = 'InvalidClientOption';
}

/** No connection, or one that ended before the answer. */
export class ConnectionFailure extends ClientError {
  override readonly name = 'ConnectionFailure';
}

/** What answered is no MCP endpoint: a page, another API, or something that is no message. */
export class NotMcpAnswer extends ClientError {
  override readonly name = 'NotMcpAnswer';
}

/** The server answered 401, also to a renewed token. */
export class SignInNeeded extends ClientError {
  override readonly name = 'SignInNeeded';
}

/** The server answered 403: the token is good, and does not allow this. */
export class AccessRefused extends ClientError {
  override readonly name = 'AccessRefused';
}

/** The server speaks no revision of MCP that was asked for. */
export class RevisionRefused extends ClientError {
  override readonly name = 'RevisionRefused';
}

/** No answer within `timeoutMs`. */
export class TimeLimitReached extends ClientError {
  override readonly name = 'TimeLimitReached';
}

/** What to do about a JSON-RPC error, by its number. */
const hints: Readonly<Record<number, string>> = {
  [-32601]: 'See `client.server.capabilities` for what the server has',
  [-32602]: 'Compare name and arguments with what `listTools()`, `listPrompts()` or `listResources()` gives',
  [-32603]: 'The log of the server has the reason, under the id of the error',
};

/** The server answered with a JSON-RPC error; its message is the text. */
export class RequestFailure extends ClientError {
  override readonly name = 'RequestFailure';
  /** Number of the JSON-RPC error, such as -32602 for wrong parameters. */
  readonly code: number;
  /** What the server added to it. */
  readonly data: Json | undefined;

  /** @param data what the server added, JSON */
  constructor(code: number, message: string, data?: Json) {
    super(message, { hint: hints[code] });
    this.code = code;
    this.data = data;
  }
}
