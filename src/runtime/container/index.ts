/** Layer 3: providers and who sees them: server, app, plugin, request. */
export { AwaitedProviders } from './awaited-providers.ts';
export { createContainer } from './container.ts';
export { noProviders } from './no-providers.ts';
export type { Container, RequestView } from './providers.ts';
