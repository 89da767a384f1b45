export { CachePlugin, type CacheField, type CacheOptions } from '@service/plugin-cache';
export {
  RememberPlugin,
  type GetOptions,
  type Memory,
  type MemoryScope,
  type Remember,
  type RememberOptions,
  type ScopeOptions,
  type SetMemoryOptions,
} from '@service/plugin-remember';
