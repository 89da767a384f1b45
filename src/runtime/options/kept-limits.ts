const mebibyte = 1024 * 1024;

/**
 * What callers can make one process keep: the total, and the share of one address (of one subject, where the caller has signed in).
 * `docs/operating.md` holds the same table.
 */
export const keptLimits = {
  /** Bytes of sign-ins that are open, ten minutes at most. */
  signIns: { total: 32 * mebibyte, share: 2 * mebibyte },
  /** Bytes of subscribed URIs, and of streams of `subscriptions/listen`. */
  subscriptions: { total: 64 * mebibyte, share: 16 * mebibyte },
  /** Bytes of sessions in memory, and of those that one process opens in a store within their lifetime. */
  sessions: { total: 96 * mebibyte, share: 24 * mebibyte },
  /** Client metadata documents that are fetched at one time. */
  documentFetches: { total: 32, share: 8 },
  /** Bytes of client metadata documents, until they are not fresh any more. */
  documents: { total: 16 * mebibyte, share: 2 * mebibyte },
} as const;

/** A registered client nobody has signed in with yet: of all places an address takes a quarter, and so many where there are few. */
export const registrationShare = { part: 4, least: 16 } as const;
