/** Layer 3: the entries of a server by name, and the only code that turns metadata into a model. */
export { missingAxes, refusalOf } from './availability.ts';
export { checkLibrarySchema, checkRaw, compiledValidator, onceCheck, type CompiledCheck } from './schema-checks.ts';
export { createChangeBus, noChanges, type Change, type ChangeBus } from './changes.ts';
export { collect } from './collect.ts';
export { collectPlain } from './collect-plain.ts';
export { convertSchemas } from './convert-schemas.ts';
export type { Collected, CollectedEntry, CollectedExport, CollectedPlugin, CollectedProvider, CollectedSkill } from './collected.ts';
export type { EntryServices, Validator, Check, LiveEntry, LivePrompt, LiveResource, LiveTemplate, LiveTool } from './entry-services.ts';
export { type KnownSchemas, listerOf } from './entry-models.ts';
export { loggingOptions } from './server-options.ts';
export { modelFromMetadata, reaches, serverModelOf, type KnownAtBuild, type ModelledServer } from './server-model-of.ts';
export { badCursor, decodeCursor, encodeCursor, pageOf, wholeList, type Page } from './pages.ts';
export { findRepeatedItem } from './repeated-item.ts';
export { createRegistry, type Registry } from './registry.ts';
export { schemaFactsOf } from './schema-facts.ts';
export { linkModel, settledModel, type SettledModel } from './link-model.ts';
export type { KnownSkillFolders } from './skill-models.ts';
export { createUriMatcher, type UriMatcher } from './uri-matcher.ts';
