import type { AuthContext } from '../../define/auth-context.ts';
import type { RequestHeaders } from '../../mcp/call/request-headers.ts';
import type { Json } from '../../model/json.ts';
import type { GiveBack } from '../../std/index.ts';

/** A message and the caller who posted it. */
export interface PostedMessage {
  readonly value: Json;
  readonly auth: AuthContext;
  readonly http: RequestHeaders;
  /** The room that it takes while it runs. */
  readonly giveBack: GiveBack;
}

type Receive = (message: PostedMessage) => void;
type Delivery = (receive: Receive) => void;

/** Milliseconds until a stream that takes no message counts as lost. */
const deliveryMs = 2000;

/**
 * Hands messages from POST requests to the request that holds the stream, which runs them. Worker platforms end the timers and fetches of
 * a request with its answer: a call that ran in its POST would never be answered once that POST has its 202.
 */
export class PairInbox {
  #deliveries: Delivery[] = [];
  #wake: () => void = () => undefined;
  #closed = false;

  /** Runs posted messages until the inbox is closed; call it in the request that holds the stream. */
  async run(receive: Receive): Promise<void> {
    while (!this.#closed) {
      for (const deliver of this.#deliveries.splice(0)) deliver(receive);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** @returns false when the stream takes no messages any more; the message is not run then */
  deliver(message: PostedMessage): Promise<boolean> {
    if (this.#closed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const delivery: Delivery = (receive) => {
        clearTimeout(timer);
        receive(message);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#deliveries = this.#deliveries.filter((waiting) => waiting !== delivery);
        resolve(false);
      }, deliveryMs);
      this.#deliveries.push(delivery);
      this.#wake();
    });
  }

  close(): void {
    this.#closed = true;
    this.#wake();
  }
}
