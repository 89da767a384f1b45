import type { ConnectOptions } from './client.ts';

/** A session id alone stands for the options that name it. */
export const sessionOptions = (given: string | ConnectOptions): ConnectOptions =>
  typeof given === 'string' ? { session: { id: given } } : given;
