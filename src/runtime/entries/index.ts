/** Layer 3: the entries of a server by name, and the only code that turns metadata into a model. */
export { missingAxes } from './availability.ts';
export { checkLibrarySchema, checkRaw, compiledValidator, onceCheck, type CompiledCheck } from './schema-checks.ts';
export { createChangeBus, type Change, type ChangeBus, type Forget } from './changes.ts';
export { declaredAs } from '../define/index.ts';
export { collect, type CollectLists } from './collect.ts';
export { collectPlanned, type PlannedLists, plannedProviders } from './collect-planned.ts';
export { callStatic, callWithoutOptions, pluginBindings } from './plugin-lists.ts';
export { convertSchemas } from './convert-schemas.ts';
export type {
  Collected,
  CollectedAdapter,
  CollectedEntry,
  CollectedOwner,
  CollectedExport,
  CollectedPlugin,
  CollectedProvider,
  CollectedSkill,
} from './collected.ts';
export type { EntryServices, Validator, Check, LiveEntry, LivePrompt, LiveResource, LiveTemplate, LiveTool } from './entry-services.ts';
export type { KnownSchemas } from './entry-models.ts';
export { listerOf } from './lister-of.ts';
export { loggingOptions } from './logging-options.ts';
export { livePaths, otherOptions } from './live-paths.ts';
export { entryFaults } from './option-faults.ts';
export {
  modelFromMetadata,
  modelOf,
  concerns,
  serverModelOf,
  type KnownAtBuild,
  type ModelledServer,
  type OptionReading,
} from './server-model-of.ts';
export {
  adapterKey,
  preparedAtBuild,
  type AdapterInstance,
  type PrepareAdapter,
  type PreparedAdapter,
  type PreparedData,
} from './adapter-entries.ts';
export { AdapterNotPrepared, DocumentUnavailable, prepareWith, type PrepareProblem } from './prepare-adapter.ts';
export { badCursor, decodeCursor, encodeCursor, pageOf, type Page } from './pages.ts';
export { findRepeatedItem } from '../json-schema/index.ts';
export { createRegistry, type Registry } from './registry.ts';
export { changedLists, replaceOwner, type EntrySnapshot } from './replace-owner.ts';
export { schemaFactsOf } from './schema-facts.ts';
export { serverOptions } from './server-options.ts';
export { linkModel, settledModel, type SettledModel } from './link-model.ts';
export { skillModels, type KnownSkillFolders } from './skill-models.ts';
export { createUriMatcher, type UriMatcher } from './uri-matcher.ts';
