/*
 * Servers in a page: authoring, a host without a listener, and the features that a page imports by name. Nothing here needs Node, a
 * process or `eval`; whatever a page does not import is not in its bundle.
 */
export * from './authoring.ts';
export { createInPage, type InPageOptions } from './hosts/in-page/create-in-page.ts';
export { type PageEntries, PageServer, type Registration } from './hosts/in-page/page-server.ts';
export { PageTransport } from './hosts/in-page/page-transport.ts';
export type { CallerGiven } from './hosts/in-process/caller-given.ts';

// Stores of the browser, for plugins that keep something.
export { indexedDbStore } from './storage/drivers/indexed-db.ts';
export { localStorageStore } from './storage/drivers/local-storage.ts';

// Features of servers that need more than tools, resources and prompts.
export { adapters } from './features/adapters.ts';
export { authorities } from './features/authorities.ts';
export { contentResults } from './features/content-results.ts';
export { contextExtensions } from './features/context-extensions.ts';
export { elicitationFallback } from './features/elicitation-fallback.ts';
export { innerCalls } from './features/inner-calls.ts';
export { interpretedSchemas as rawSchemas } from './features/interpreted-schemas.ts';
export { listedResources } from './features/listed-resources.ts';
export { pluginGuards } from './features/plugin-guards.ts';
export { pluginHost } from './hosts/in-page/plugin-host.ts';
export { pluginEndpoints } from './features/plugin-endpoints.ts';
export { pluginMethods } from './features/plugin-methods.ts';
export { plugins } from './features/plugins.ts';
export { providers } from './features/providers.ts';
export { requestContext } from './features/request-context.ts';
export { resourceTemplates } from './features/resource-templates.ts';
export { rounds } from './features/rounds.ts';
export { sessions } from './hosts/in-page/handshakes.ts';
export { sessionTasks } from './features/session-tasks.ts';
export { skills } from './hosts/in-page/skills.ts';
export { storageMemory as memoryStores } from './features/storage-memory.ts';
export { stores } from './features/stores.ts';
export { tasks } from './features/tasks.ts';
