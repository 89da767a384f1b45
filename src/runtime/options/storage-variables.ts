import { integer, text } from './variable-row.ts';

/** Variables that fill in what `redis` leaves out. */
export const storageVariables = {
  REDIS_URL: text,
  REDIS_HOST: text,
  REDIS_PORT: integer({ least: 1, most: 65_535, fallback: undefined }),
  KV_REST_API_URL: text,
  KV_REST_API_TOKEN: text,
} as const;
