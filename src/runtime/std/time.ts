/** Milliseconds since the epoch; a parameter wherever time matters, so that tests need no sleep. */
export type Clock = () => number;

/** The system's clock. */
export const systemClock: Clock = () => Date.now();
