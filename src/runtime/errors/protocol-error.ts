/** An answer that is a JSON-RPC error rather than a result. Thrown below the methods, encoded by the revision. */
export class ProtocolError extends Error {
  override readonly name: string = 'ProtocolError';
  /** Sent as `error.data`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Status of the HTTP answer; the transport's rule when absent. */
  readonly httpStatus?: number;

  /**
   * @param rpcCode JSON-RPC error code
   * @param more `data` is sent as `error.data` (never secrets); `httpStatus` of the HTTP answer, else the transport's rule
   */
  constructor(
    readonly rpcCode: number,
    message: string,
    more: { readonly data?: Readonly<Record<string, unknown>>; readonly httpStatus?: number } = {},
  ) {
    super(message);
    if (more.data !== undefined) this.data = more.data;
    if (more.httpStatus !== undefined) this.httpStatus = more.httpStatus;
  }
}

/** Invalid params (-32602). */
export const invalidParams = (message: string, data?: Readonly<Record<string, unknown>>): ProtocolError =>
  new ProtocolError(-32602, message, data === undefined ? {} : { data });

/** A resource that does not exist: -32602 from 2026-07-28 on; older revisions send -32002. */
export class ResourceNotFound extends ProtocolError {
  override readonly name = 'ResourceNotFound';

  constructor(uri: string) {
    super(-32602, `Resource not found: ${uri}`, { data: { uri } });
  }
}

/**
 * What a question rejects with when its answer can only come with the next round of the call (2026-07-28). The round has ended: its
 * answer is on the way to the client, whatever the handler does with this. The handler runs again once the client has answered.
 */
export class InputRequired extends ProtocolError {
  override readonly name: string = 'InputRequired';

  constructor() {
    super(-32603, 'This round of the call has ended with a question; the handler runs again with the answer');
  }
}
