import type { Store } from '../../model/store.ts';
import { connectionError } from '../store-errors.ts';
import { isAway, redisOperations } from './redis-commands.ts';

/** A connected client of `redis` (node-redis) or of `ioredis`. */
export type RedisClient =
  | { readonly sendCommand: (command: readonly string[]) => Promise<unknown> }
  | { readonly call: (command: string, ...args: readonly string[]) => Promise<unknown> };

/**
 * Values in a Redis server that the project's own client is connected to; the client stays open when the server ends.
 * @param client as the project made it
 * @example
 * const answers = new Map<string, string>();
 * const storage = clientStorage({ call: async (command, key = '', value = '') => (command === 'SET' ? answers.set(key, value) && 'OK' : answers.get(key) ?? null) });
 */
export function clientStorage(client: RedisClient): { readonly open: () => Promise<Store> } {
  const run = async (command: readonly string[]): Promise<unknown> => {
    const [name = '', ...args] = command;
    try {
      // Both have members of both names: only that of ioredis takes the arguments one by one.
      return await ('call' in client ? client.call(name, ...args) : client.sendCommand([...command]));
    } catch (failure) {
      const reply = failure instanceof Error ? failure.message : '';
      // Redis has answered, and refuses the command.
      if (/^[A-Z]+ /.test(reply) && !isAway(reply)) throw failure;
      throw connectionError('Redis', failure);
    }
  };
  const operations = redisOperations(run);
  return {
    open: async () => {
      // A client that is not connected stops the start, as the server's own would.
      await operations.ping().catch((failure: unknown) => Promise.reject(connectionError('Redis', failure)));
      return { ...operations, close: async () => {} };
    },
  };
}
