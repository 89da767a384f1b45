/** A thrown value as an error with a readable text: authors may throw anything, and reading it may throw again. */
export function readThrown(thrown: unknown): Error {
  try {
    if (!(thrown instanceof Error)) return new Error(String(thrown));
    // Getters of a hostile error fail here and not while the answer is written.
    return typeof thrown.message === 'string' && (thrown.stack === undefined || typeof thrown.stack === 'string')
      ? thrown
      : new Error('an error without a readable message was thrown');
  } catch {
    return new Error('something was thrown that cannot be read');
  }
}
