/** Layer 4: running plugins. entries/ reads their declarations; this layer builds and starts them and runs their hooks around calls. */
export { createAdapters, type LiveAdapter } from './create-adapters.ts';
export { createPlugins, type LivePlugin, type Plugins } from './create-plugins.ts';
export { extendContextBy, type ExtendContext } from './context-extensions.ts';
export { moduleImporter, type PluginModules } from './import-module.ts';
export { registerFactoryProviders } from './factory-providers.ts';
export type { HookedResult, RunHooks } from './hook-chain.ts';
export { clearAdapterNames, takeAdapterNames } from './adapter-names.ts';
