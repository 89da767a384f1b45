export { CachePlugin, type CacheField, type CacheOptions } from '@service/plugin-cache';
export {
  CodeCallPlugin,
  type CodeCallField,
  type CodeCallOptions,
  type EmbeddingOptions,
  type ToolChoice,
  type VmOptions,
} from '@service/plugin-codecall';
export {
  DashboardApp,
  type DashboardAuth,
  type DashboardCdn,
  type DashboardOptions,
  DashboardPlugin,
  resetDashboardOptions,
} from '@service/plugin-dashboard';
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
