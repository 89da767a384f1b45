import { text } from './variable-row.ts';

/** Variables for missing members of `redis`, on every host. */
export const storageVariables = {
  KV_REST_API_URL: text,
  KV_REST_API_TOKEN: text,
} as const;
