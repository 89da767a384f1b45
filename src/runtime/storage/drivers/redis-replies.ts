import { connectionError } from '../store-errors.ts';

/** Replies that speak of the server's state and not of the command. */
const notNow =
  /^(?:LOADING|MASTERDOWN|CLUSTERDOWN|READONLY|TRYAGAIN|NOREPLICAS|OOM|MISCONF|NOAUTH|WRONGPASS|NOPERM|BUSY |ERR max (?:number of clients|(?:\w+ )?requests? limit))/;

/** Whether a server that replies this cannot be used now, whatever it was asked. */
export const isAway = (reply: string): boolean => notNow.test(reply);

/** The reply does not fit the command: the peer is no working store. */
const noAnswer = (command: string): Error => connectionError('Redis', `the answer to ${command} is none of a key-value store`);

/** @throws {StorageConnectionError} */
export function textOrNothing(command: string, answer: unknown): string | undefined {
  if (answer === null || answer === undefined) return undefined;
  if (typeof answer !== 'string') throw noAnswer(command);
  return answer;
}

/** A limit that is counted with anything else would be open, or refuse for ever. @throws {StorageConnectionError} */
export function wholeNumber(command: string, answer: unknown): number {
  const count = typeof answer === 'number' || typeof answer === 'string' ? Number(answer) : NaN;
  if (!Number.isSafeInteger(count)) throw noAnswer(command);
  return count;
}

/** @throws {StorageConnectionError} */
export function checkPong(answer: unknown): void {
  if (answer !== 'PONG') throw noAnswer('PING');
}
