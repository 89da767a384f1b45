/** One stream of one session. */
export interface StreamKey {
  readonly sessionId: string;
  readonly streamId: string;
}

/** Keeps what went out on event streams, so that a client that comes back hears what it missed. Asynchronous: a networked store fits too. */
export interface EventStore {
  /** Keeps a message under its number; numbers of a stream rise by one from 1. */
  append(stream: StreamKey, number: number, message: string): Promise<void>;
  /** Messages after a number, in order; undefined when some of them are no longer kept. */
  after(stream: StreamKey, number: number): Promise<readonly string[] | undefined>;
  /** The session ended: its messages cannot be resumed any more. */
  forget(sessionId: string): Promise<void>;
}
