/** Takes the messages of one request before its answer: an event stream (opened by the first one) or the stdio pipe. */
export interface MessageSink {
  /** Sends one JSON-RPC message. False: the client is gone, cannot read a stream, or is too far behind. */
  send(message: string): boolean;
  /** Ends the connection although more will follow: the client comes back after `retryMs`. Absent or false where it could not. */
  closeForNow?(retryMs: number): boolean;
}

/** For callers that cannot receive anything but the answer. */
export const closedSink: MessageSink = { send: () => false };
