import type { createClient, ErrorReply } from '@redis/client';
import type { Logger } from '../../std/index.ts';
import type { Bus } from '../bus.ts';
import { answerMs, connectionError, noAnswer } from '../store-errors.ts';
import type { RedisOptions } from '../store-options.ts';
import type { Store } from '../../model/store.ts';
import { redisOperations, isAway } from './redis-commands.ts';

type Client = ReturnType<typeof createClient>;

const connectMs = 5000;
const longestPauseMs = 2000;

export interface OpenRedisOptions {
  readonly options: RedisOptions;
  readonly logger: Logger;
}

/**
 * Connects to a Redis server.
 * @throws {StorageConnectionError} when it cannot be reached, or does not let us in
 */
export async function openRedisStore(parts: OpenRedisOptions): Promise<Store> {
  const { client, inTime } = await connect(parts);
  return { ...redisOperations((command) => inTime(client.sendCommand([...command]))), close: () => disconnect(client) };
}

/** A connection of its own for channels: one that listens does nothing else. */
export async function openRedisBus(parts: OpenRedisOptions): Promise<Bus> {
  const [{ client: speaking, inTime }, { client: hearing }] = await Promise.all([connect(parts), connect(parts)]);
  return {
    publish: async (channel, text) => {
      await inTime(speaking.publish(channel, text));
    },
    subscribe: async (channel, hear) => {
      // The client subscribes again by itself after a connection was lost.
      await hearing.subscribe(channel, hear);
      return async () => {
        if (hearing.isOpen) await hearing.unsubscribe(channel, hear).catch(() => undefined);
      };
    },
    close: async () => void (await Promise.all([disconnect(speaking), disconnect(hearing)])),
  };
}

interface Connection {
  readonly client: Client;
  /** Waits for an answer, and tells a server that is away from a command that was wrong. */
  readonly inTime: <T>(answer: Promise<T>) => Promise<T>;
}

async function connect({ logger, options }: OpenRedisOptions): Promise<Connection> {
  // Only a server that uses it pays for loading it.
  const redis = await import('@redis/client');
  const { database, host, password, port, tls, username } = options;
  let connected = false;
  const socket = {
    host,
    port,
    connectTimeout: connectMs,
    // Before the first connection a failure is the start's failure; afterwards the server may come back.
    reconnectStrategy: (retries: number): number | false => connected && Math.min(50 * 2 ** Math.min(retries, 10), longestPauseMs),
  };
  const client: Client = redis.createClient({
    RESP: 2,
    database,
    username,
    password,
    // Nothing waits for a server that is away: who asks meanwhile is told so.
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    pingInterval: 10_000,
    socket: tls ? { ...socket, tls: true, servername: host } : socket,
  });
  let lost = false;
  client.on('error', (failure: unknown) => {
    if (connected && !lost) logger.error('the connection to Redis was lost', { failure: connectionError('Redis', failure) });
    lost = true;
  });
  client.on('ready', () => {
    if (lost) logger.info('the connection to Redis is back');
    lost = false;
  });
  try {
    await client.connect();
  } catch (failure) {
    if (client.isOpen) client.destroy();
    throw connectionError('Redis', failure);
  }
  connected = true;
  return { client, inTime: (answer) => withDeadline(answer, redis.ErrorReply) };
}

async function disconnect(client: Client): Promise<void> {
  if (!client.isOpen) return;
  if (client.isReady) await client.close();
  else client.destroy();
}

/** A connection may be open and dead: nothing tells of a peer that was unplugged. */
function withDeadline<T>(answer: Promise<T>, Reply: typeof ErrorReply): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(noAnswer('Redis')), answerMs);
    const settle = <V>(take: (value: V) => void, value: V): void => {
      clearTimeout(timer);
      take(value);
    };
    answer.then(
      (value) => settle(resolve, value),
      (failure: unknown) => settle(reject, explain(failure, Reply)),
    );
  });
}

/** A reply about the command is the caller's error; everything else means that the server cannot be used now. */
const explain = (failure: unknown, Reply: typeof ErrorReply): Error =>
  failure instanceof Reply && !isAway(failure.message) ? failure : connectionError('Redis', failure);
