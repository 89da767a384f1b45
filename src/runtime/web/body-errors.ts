/** The announced or the received length passed the limit; the rest of the body stays unread. */
export class BodyTooLarge extends Error {
  readonly limit: number;
  /** Bytes announced by `Content-Length`, else bytes received when reading stopped. */
  readonly length: number;
  constructor(limit: number, length: number) {
    super(`body of ${length} bytes is over the limit of ${limit} bytes`);
    this.limit = limit;
    this.length = length;
  }
}

/** The body did not arrive in time: a client that sends a byte now and then must not hold a connection. */
export class BodyTooSlow extends Error {}

/** The body is not UTF-8 (JSON-RPC is UTF-8 only), or the connection ended before its announced length. */
export class BodyUnreadable extends Error {}
