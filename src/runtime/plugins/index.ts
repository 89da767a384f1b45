/** Layer 4: plugins at work. What they declare is read in entries/; here they are built, started and put around calls. */
export { registerFactoryProviders, startPlugins } from './apply.ts';
export type { Plugins } from './apply.ts';
