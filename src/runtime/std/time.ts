/** Milliseconds since the epoch; a parameter wherever time matters, so that tests need no sleep. */
export type Clock = () => number;

/** The system's clock. */
export const systemClock: Clock = () => Date.now();

/** Seconds since the epoch, rounded down: the unit of OAuth and JWT. */
export const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000);
