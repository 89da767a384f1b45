/** Layer 1: the shapes of a server's model and the naming rules that compiler and run time share. Types and pure functions only. */
export { canonicalText, type Json, type JsonObject, type JsonSchema } from './json.ts';
export { contentLiterals, isContentLiteral } from './content.ts';
export { entriesOf, isPaged, mayBeTask } from './listing.ts';
export type { PluginBinding } from './plugin-binding.ts';
export type {
  Completion,
  ContentAnnotations,
  ContentBlock,
  PromptMessage,
  PromptResult,
  ReadResult,
  ResourceContents,
  ToolResult,
} from './content.ts';
export {
  copyJson,
  escapePointer,
  isJsonObject,
  isJsonPrimitive,
  jsonMember,
  jsonObjectMember,
  jsonObjectsIn,
  parseJsonObject,
  textMember,
  textOfJson,
} from './json.ts';
export { mediaTypeOf } from './media-types.ts';
export { describeRegistry, domainOf, listedInfo, serverCardType, type RegistryDocuments, type ServerCard } from './registry-documents.ts';
export {
  appIdOf,
  entryIdOf,
  isListedName,
  kebabOf,
  listNames,
  longestEntryName,
  lookupKey,
  isPlainName,
  nameProblem,
  nameRule,
  namesEntry,
  ownerPath,
  ownerPrefix,
  reaches,
} from './names.ts';
export type { ListedNames } from './names.ts';
export { mayChange } from './server-model.ts';
export type {
  AdapterModel,
  AppModel,
  AppScopeModel,
  AvailableWhen,
  ContentLiteral,
  EntryId,
  EntryModel,
  HttpOptionsModel,
  IconModel,
  OutputShape,
  OwnerModel,
  PluginModel,
  PluginStoreModel,
  PromptModel,
  ProviderModel,
  ResourceModel,
  ResourceTemplateModel,
  ServerInfo,
  ServerModel,
  ServerOptionsModel,
  SkillModel,
  StoreKind,
  ToolModel,
  TransportOptionsModel,
  OpenSchemas,
} from './server-model.ts';
export type { RedisClient, SetOptions, Store, Swap } from './store.ts';
export {
  frontmatterProblems,
  longestSkillName,
  maxSkillBytes,
  maxSkillFiles,
  printSkillManifest,
  readContentsOf,
  skillNameProblem,
  skillPathProblem,
  unusedAlwaysLoad,
  skillSourceOf,
} from './skill-rules.ts';
export type { SkillDetails, SkillFileModel, SkillSources, SkillToolModel } from './skill-model.ts';
export type { SkillFolder } from './skill-rules.ts';
export {
  asksForPages,
  insteadOfClaim,
  isReservedClaim,
  declaredAuths,
  issuingAuths,
  type AuthDeclarations,
  type DeclaredAuth,
} from './declared-auths.ts';
export {
  sessionClass,
  standardBindings,
  asksForSkillIndex,
  skillIndexBinding,
  standardSessionBinding,
  standardSkillIndexBinding,
  storeClass,
  storeSites,
  taskStoreOf,
  pluginStore,
  type StoreSite,
} from './store-sites.ts';
export { readTransportProtocol } from './transport-protocol.ts';
export { hasScheme, readUriTemplate, schemeProblem, type TemplatePart } from './uris.ts';
export { type BuiltWidget, servesWidgets, type WidgetCsp, widgetMediaType, widgetUri, widgetVisibility } from './tool-ui.ts';
