import { text } from './variable-row.ts';

/** Variables that fill in what `redis` leaves out, on every host. */
export const storageVariables = {
  KV_REST_API_URL: text,
  KV_REST_API_TOKEN: text,
} as const;
