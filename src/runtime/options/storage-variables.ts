import { integer, text, type VariableRow } from './variable-row.ts';

/** Variables that fill in what `redis` leaves out. */
export const storageVariables = {
  REDIS_URL: text('Address of a Redis server, `redis[s]://[user:password@]host[:port][/db]`; `redis` in code wins.'),
  REDIS_HOST: text('Host of a Redis server when `redis` names none.'),
  REDIS_PORT: integer('Port of a Redis server when `redis` names none.', { least: 1, most: 65_535, fallback: undefined }),
  KV_REST_API_URL: text("Address of the HTTP key-value store of `redis: { provider: 'http-kv' }`."),
  KV_REST_API_TOKEN: text("Token of the HTTP key-value store of `redis: { provider: 'http-kv' }`."),
} as const;

type Rows = typeof storageVariables;
export type StorageVariables = { readonly [Name in keyof Rows]: ReturnType<Rows[Name]['parse']> | Rows[Name]['fallback'] };

export const readStorageVariables = (read: <T>(name: string, row: VariableRow<T>) => T): StorageVariables => ({
  REDIS_URL: read('REDIS_URL', storageVariables.REDIS_URL),
  REDIS_HOST: read('REDIS_HOST', storageVariables.REDIS_HOST),
  REDIS_PORT: read('REDIS_PORT', storageVariables.REDIS_PORT),
  KV_REST_API_URL: read('KV_REST_API_URL', storageVariables.KV_REST_API_URL),
  KV_REST_API_TOKEN: read('KV_REST_API_TOKEN', storageVariables.KV_REST_API_TOKEN),
});
