/** Base class of all errors of this package. */
export class TestClientError extends Error {
  override readonly name: string = 'TestClientError';
}

/** The client could not reach the server, or is not connected. */
export class ConnectionError extends TestClientError {
  override readonly name = 'ConnectionError';
  /** HTTP status of the refusal. */
  readonly status: number | undefined;

  constructor(message: string, status?: number, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/** Something took longer than its limit. */
export class TimeoutError extends TestClientError {
  override readonly name = 'TimeoutError';
}

/** The server answered with a JSON-RPC error where a result was needed, or broke the protocol. */
export class McpProtocolError extends TestClientError {
  override readonly name = 'McpProtocolError';
  /** Number of the JSON-RPC error. */
  readonly code: number;
  /** What the server added to it. */
  readonly data: unknown;

  constructor(message: string, code: number, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The server under test did not start; the message ends with what it printed. */
export class ServerStartError extends TestClientError {
  override readonly name = 'ServerStartError';
}

/** An assertion of this package does not hold. */
export class AssertionError extends TestClientError {
  override readonly name = 'AssertionError';
}
