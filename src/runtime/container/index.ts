/** Layer 3: providers, and their visibility to server, app, plugin and request. */
export { createContainer } from './container.ts';
export { type Container, noProviders, type RequestView } from './no-providers.ts';
