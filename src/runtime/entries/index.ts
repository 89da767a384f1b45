/** Layer 3: the entries of a server by name, and the only code that turns metadata into a model. */
export { missingAxes } from './availability.ts';
export { createChangeBus } from './change-bus.ts';
export type { Change, ChangeBus } from './changes.ts';
export type { Validator } from './checks.ts';
export { collect } from './collect.ts';
export { compiledValidator } from './compiled-validator.ts';
export type { CompiledCheck } from './compiled-validator.ts';
export type { Collected, CollectedEntry, CollectedExport, CollectedPlugin, CollectedProvider } from './collected.ts';
export type { KnownSchemas } from './entry-models.ts';
export type { Check, LiveEntry, LivePrompt, LiveResource, LiveTemplate, LiveTool } from './live-entry.ts';
export { modelFromMetadata } from './model-from-metadata.ts';
export { pageOf } from './pages.ts';
export type { Page } from './pages.ts';
export { createRegistry } from './registry.ts';
export type { Registry } from './registry.ts';
export { reaches, serverModelOf } from './server-model-of.ts';
export { createUriMatcher } from './uri-matcher.ts';
export type { UriMatcher } from './uri-matcher.ts';
