import { listedError } from '../../errors/index.ts';

/** Members that need a part of the product which is not there yet say so instead of answering with nothing. */
export const notServed = (member: string, part: string) => (): Promise<never> =>
  Promise.reject(listedError('INVALID_METHOD', `${member} is not available: this version serves no ${part}`));
