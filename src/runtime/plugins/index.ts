/** Layer 4: running plugins. entries/ reads their declarations; this layer builds and starts them and runs their hooks around calls. */
export { createPlugins, registerFactoryProviders, type PluginModules, type Plugins } from './create-plugins.ts';
export type { EntryFilters, Hooked, HookedKind } from './hook-chain.ts';
export { clearAdapterNames, takeAdapterNames } from './adapter-names.ts';
