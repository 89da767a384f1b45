export { CachePlugin } from './cache-plugin.ts';
export type { CacheField, CacheOptions } from './cache-options.ts';
