import { integer, text } from './variable-row.ts';

/** Variables of a host that reaches stores over TCP, with or without a process of its own; a file for the reason of `process-rows.ts`. */
export const redisRows = {
  REDIS_URL: text,
  REDIS_HOST: text,
  REDIS_PORT: integer({ min: 1, max: 65_535, fallback: undefined }),
} as const;
