/** Where messages that belong to one request go before its answer: an event stream (opened by the first one) or the stdio pipe. */
export interface Outlet {
  /** Sends one JSON-RPC message. False: the client is gone, cannot read a stream, or is too far behind. */
  send(message: string): boolean;
}

/** For callers that cannot receive anything but the answer. */
export const closedOutlet: Outlet = { send: () => false };
