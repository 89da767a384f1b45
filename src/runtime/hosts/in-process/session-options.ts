import type { ConnectOptions } from './client.ts';

/** A session id alone stands for the options that name it. Its own file: a program that only imports the SDK loads no client. */
export const sessionOptions = (given: string | ConnectOptions): ConnectOptions =>
  typeof given === 'string' ? { session: { id: given } } : given;
