import { Redis } from 'ioredis';

export async function probe(): Promise<string> {
  const client = new Redis({ host: '127.0.0.1', port: 1, lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on('error', () => undefined);
  return client.connect().then(
    () => 'connected',
    (error: Error) => error.message,
  );
}
