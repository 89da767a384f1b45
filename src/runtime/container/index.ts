/** Layer 3: providers, and their visibility to server, app, plugin and request. */
export { AwaitedProviders, type Container, noProviders, type RequestView } from './awaited-providers.ts';
export { createContainer } from './container.ts';
