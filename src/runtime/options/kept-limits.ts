const mebibyte = 1024 * 1024;

/**
 * What callers can make one process keep: the total, and the share of one address (of one subject, where the caller has signed in).
 * `docs/guide/operating.md` holds the same table.
 */
export const keptLimits = {
  /** Bytes of sign-ins that are open, ten minutes at most. */
  signIns: { total: 32 * mebibyte, share: 2 * mebibyte },
  /** Bytes of subscribed URIs, and of streams of `subscriptions/listen`. */
  subscriptions: { total: 64 * mebibyte, share: 16 * mebibyte },
  /** Bytes of sessions in memory, and of those that one process opens in a store within their lifetime. */
  sessions: { total: 96 * mebibyte, share: 24 * mebibyte },
  /** Bytes of streams of the old HTTP+SSE pair, with what their clients declared. */
  pairStreams: { total: 128 * mebibyte, share: 32 * mebibyte },
  /** Bytes of messages to these streams that run: their requests have ended. */
  pairMessages: { total: 128 * mebibyte, share: 32 * mebibyte },
  /** Bytes of answers that clients do not read, and of pipelined requests that wait for those before them. */
  unread: { total: 128 * mebibyte, share: 24 * mebibyte },
  /** Bytes of large request bodies that are read at one time; others wait for their turn. */
  bodies: { total: 64 * mebibyte, share: 8 * mebibyte },
  /** Bytes of requests whose large body waits for its turn. */
  waitingBodies: { total: 64 * mebibyte, share: 8 * mebibyte },
  /** Bytes that the bodies of requests from 8 KiB take in memory, until their answer has ended. */
  runningBodies: { total: 256 * mebibyte, share: 64 * mebibyte },
  /** Bytes that the arguments of tasks take in memory while they run. */
  taskArguments: { total: 256 * mebibyte, share: 64 * mebibyte },
  /** Client metadata documents that are fetched at one time. */
  documentFetches: { total: 32, share: 8 },
  /** Bytes of client metadata documents, until they are not fresh any more. */
  documents: { total: 16 * mebibyte, share: 2 * mebibyte },
  /** Bytes of those that one process puts into a store. Few of them fill a share, because a store has 1,000 places. */
  sharedDocuments: { total: 4 * mebibyte, share: mebibyte / 4 },
} as const;

/** A registered client nobody has signed in with yet: of all places an address takes a quarter, and so many where there are few. */
export const registrationShare = { part: 4, least: 16 } as const;
