/** Layer 4: running plugins. entries/ reads their declarations; this layer builds and starts them and runs their hooks around calls. */
export { registerFactoryProviders, startPlugins, type Plugins } from './start-plugins.ts';
export { clearAdapterNames, takeAdapterNames } from './adapter-names.ts';
