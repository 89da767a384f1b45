import pg from 'pg';

export async function probe(): Promise<string> {
  const client = new pg.Client({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 2000 });
  return client.connect().then(
    () => 'connected',
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}
