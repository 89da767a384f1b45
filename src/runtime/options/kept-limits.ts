const mebibyte = 1024 * 1024;

/*
 * What callers can make one process keep: the total, and the share of one address (of one subject, where the caller has signed in).
 * `docs/guide/operating.md` holds the same table.
 */

/** Bytes of sign-ins that are open, ten minutes at most. */
export const signIns = { total: 32 * mebibyte, share: 2 * mebibyte } as const;
/** Bytes that the sign-ins of one address leave behind: grants, and what was agreed to. */
export const signedIn = { share: 32 * mebibyte } as const;
/** Bytes of subscribed URIs, and of streams of `subscriptions/listen`. */
export const subscriptions = { total: 64 * mebibyte, share: 16 * mebibyte } as const;
/** Bytes of sessions in memory, and of those that one process opens in a store within their lifetime. */
export const sessions = { total: 96 * mebibyte, share: 24 * mebibyte } as const;
/** Bytes of calls in sessions, and apart from them of messages to streams of the old pair, that run: their clients may have left. */
export const runningCalls = { total: 256 * mebibyte, share: 32 * mebibyte } as const;
/** Bytes of streams of the old HTTP+SSE pair, with what their clients declared. */
export const pairStreams = { total: 128 * mebibyte, share: 32 * mebibyte } as const;
/** Bytes of answers that clients do not read, and of pipelined requests that wait for those before them. */
export const unread = { total: 128 * mebibyte, share: 24 * mebibyte } as const;
/** Bytes of large request bodies that are read at one time; others wait for their turn. */
export const bodies = { total: 64 * mebibyte, share: 8 * mebibyte } as const;
/** Bytes of requests whose large body waits for its turn. */
export const waitingBodies = { total: 64 * mebibyte, share: 8 * mebibyte } as const;
/** Bytes that the bodies of requests from 8 KiB take in memory, until the work for them has ended. */
export const runningBodies = { total: 256 * mebibyte, share: 64 * mebibyte } as const;
/** Bytes that the arguments of tasks take in memory while they run. */
export const taskArguments = { total: 256 * mebibyte, share: 64 * mebibyte } as const;
/** Client metadata documents that are fetched at one time. */
export const documentFetches = { total: 32, share: 8 } as const;
/** Bytes of client metadata documents, until they are not fresh any more. */
export const documents = { total: 16 * mebibyte, share: 2 * mebibyte } as const;
/** Bytes of those that one process puts into a store. Few of them fill a share, because a store has 1,000 places. */
export const sharedDocuments = { total: 4 * mebibyte, share: mebibyte / 4 } as const;

/** Registered clients without a sign-in: one address takes at most a quarter of all places, but at least `min` of them. */
export const registrationShare = { part: 4, min: 16 } as const;
