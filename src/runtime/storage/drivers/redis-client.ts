import type { RedisClient, Store } from '../../model/store.ts';
import { inTime } from '../../std/promises.ts';
import { answerMs, connectionError, noAnswer } from '../store-errors.ts';
import { isAway, redisOperations } from './redis-commands.ts';

/**
 * Values in a Redis server that the project's own client is connected to; the client stays open when the server ends.
 * @throws {StorageConnectionError} for a client that is not connected
 */
export async function openClientStore(client: RedisClient): Promise<Store> {
  const run = async (command: readonly string[]): Promise<unknown> => {
    const [name = '', ...args] = command;
    try {
      // Both have members of both names: only that of ioredis takes the arguments one by one.
      const answer = 'call' in client ? client.call(name, ...args) : client.sendCommand([...command]);
      // A client may keep commands until it is connected again.
      return await inTime(answer, answerMs, () => noAnswer('Redis'));
    } catch (failure) {
      const reply = failure instanceof Error ? failure.message : '';
      // Redis has answered, and refuses the command.
      if (/^[A-Z]+ /.test(reply) && !isAway(reply)) throw failure;
      throw connectionError('Redis', failure);
    }
  };
  const operations = redisOperations(run);
  await operations.ping().catch((failure: unknown) => Promise.reject(connectionError('Redis', failure)));
  return { ...operations, close: async () => {} };
}
