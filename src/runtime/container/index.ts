/** Layer 3: providers and who sees them: server, app, plugin, request. */
export { createContainer } from './container.ts';
export type { Container, ContainerInput, RequestView } from './container.ts';
export { readProvider } from './provider-definition.ts';
export type { ProviderDefinition } from './provider-definition.ts';
export type { ExportedTokens } from './visibility.ts';
