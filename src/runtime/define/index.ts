/** Layer 2: what authors write with, and what the layers above need of it; authors see the list in ../authoring.ts. Nothing starts here. */
export { AuthProvider, authProviderRecord } from './auth-provider.ts';
export type {
  AuthProviderContext,
  AuthProviderMetadata,
  AuthProviderMethods,
  AuthProviderOptions,
  AuthProviderReference,
  AuthProviders,
  ProviderCredential,
} from './auth-provider.ts';
export type {
  AvailabilityOptions,
  ExtendServicePromptMetadata,
  ExtendServiceResourceMetadata,
  ExtendServiceResourceTemplateMetadata,
  ExtendServiceToolMetadata,
  OutputOptions,
  PluginField,
  PromptArgs,
  PromptArgument,
  PromptMetadata,
  ResourceMetadata,
  ResourceTemplateMetadata,
  TemplateParams,
  ToolMetadata,
} from './entry-metadata.ts';
export type { AdapterMetadata, AppMetadata, ContextExtension, PluginMetadata } from './owner-metadata.ts';
export type { AuthContext, ExtendServiceAuthContext } from './auth-context.ts';
export type { AuthoritiesOptions, AuthorityAnswer, AuthorityContext, AuthorityPolicy, EntryAuthorities } from './authorities.ts';
export type {
  Authenticate,
  AuthenticateContext,
  AuthenticateInput,
  AuthenticateResult,
  CredentialEntry,
  AuthExtra,
  LoginField,
  LoginOptions,
  LoginRenderContext,
} from './sign-in-options.ts';
export type {
  AuthOptions,
  LocalAuthOptions,
  PublicAuthOptions,
  RemoteAuthOptions,
  StaticAuthOptions,
  TransparentAuthOptions,
} from './auth-options.ts';
export type { DeclaredClient } from './client-options.ts';
export {
  type CallEntry,
  type CallFrame,
  type CallHistory,
  type ContextServices,
  type InnerCallOptions,
  isProduction,
  tellsFailures,
  unknownEnvironment,
  type RuntimeEnvironment,
  type UsableEntries,
} from './call-frame.ts';
export type { ConnectOutcome, Credentials, Grants, Orchestration, SecureStore, SecureStoreBackend } from './context-services.ts';
export {
  Respond,
  authProvidersOf,
  ExecutionContextBase,
  extensionMissing,
  type LogNotificationLevel,
  notifyClient,
} from './execution-context.ts';
export type { ClientCapability } from './client-capabilities.ts';
export { anonymousCaller, createAuthContext } from './create-auth-context.ts';
export type { AskOptions, ElicitAnswer, ElicitOptions } from './asking.ts';
export type {
  AuthProviderItem,
  PromptEntry,
  PromptItem,
  ProviderItem,
  Registration,
  RegistrationItem,
  ResourceEntry,
  ResourceItem,
  SkillEntry,
  SkillItem,
  ToolEntry,
  ToolItem,
} from './list-items.ts';
export type {
  CallOrigin,
  ContextCall,
  EntryAdmission,
  HookCall,
  ListCall,
  EndpointVisit,
  MethodCall,
  Next,
  PluginHooks,
  PluginChannel,
  PluginHost,
  PluginRoute,
  PluginStorage,
} from './hooks.ts';
export type { HookRequest, HookViewer } from './hook-viewer.ts';
export type { PageFact, PageForm, PageOption, PageVisit, PluginPage } from './plugin-page.ts';
export { hookNames } from './hooks.ts';
export { askPerson, observed } from './asking.ts';
export { construct, constructWith, frameUnderConstruction, inject } from './inject.ts';
export { CallToken, SERVICE_CONTEXT, ServiceLogger } from './call-token.ts';
export { InjectionToken, isToken, tokenName, type ClassToken, type Resolver, type Token } from './token.ts';
export { LogLevel, LogTransport, type LogTransportInterface, type LogTransportMetadata } from './logging.ts';
export { declaredAs, type AnyClass, type Declaration, type DeclarationKind } from './metadata.ts';
export type {
  ConcurrencyOptions,
  ElicitationOptions,
  HealthOptions,
  HealthProbe,
  HealthProbeAnswer,
  IpFilterOptions,
  LimitedCall,
  LimitPartition,
  MetricsOptions,
  RateLimitOptions,
  ThrottleOptions,
} from './operations-options.ts';
export type {
  AutoStoreOptions,
  DurableObjectOptions,
  FilesystemOptions,
  HttpKeyValueOptions,
  RedisOptions,
  RedisServerOptions,
  SqliteOptions,
  StorageOptions,
  WorkerKvOptions,
} from './store-options.ts';
export {
  Adapter,
  checkAdapterOptions,
  checkPluginOptions,
  DynamicAdapter,
  DynamicPlugin,
  getGlobalStoreConfig,
  globalStoreMissing,
  Plugin,
  resolveAuto,
  type AdapterEntries,
  type AdapterMethods,
  type AdapterHost,
  type AdapterUpdate,
  type PluginOptionRule,
  type InitFactory,
} from './plugin.ts';
export type { DocumentOptions, PreparedDocument, PrepareIo, PrepareLine } from './prepare.ts';
export { Prompt, prompt } from './prompt.ts';
export { PromptContext } from './prompt-context.ts';
export { AsyncProvider, Provider, ProviderScope, type ProviderMetadata, type ProviderRecord, type ProviderScopeName } from './provider.ts';
export { parseTraceparent, type RequestContext, type TraceContext } from './request-context.ts';
export type { ListedResource, ListedResources, ListResources } from './listed-resources.ts';
export { Resource, resource, ResourceTemplate, resourceTemplate } from './resource.ts';
export { ResourceContext, ResourceTemplateContext } from './resource-context.ts';
export { issueLines, joinShape, jsonSchemaOfInput, parseWith, zodKind } from './schema.ts';
export { isRawShape, isStandardSchema, type SchemaIssue, type SchemaOutcome } from './standard-schema.ts';
export type { InputSchema, OutputSchema } from './schema-types.ts';
export type { HttpOptions, HttpRoute, RouteContext } from './http-options.ts';
export type { LogSinkOption, ObservabilityOptions, RequestLog } from './observability-options.ts';
export type { DeclaredOptions, RegistryOptions, ServerMetadata } from './server-metadata.ts';
export type { TaskOptions, TransportOptions, TransportProtocolOptions } from './transport-options.ts';
export { App, app, Service } from './service.ts';
export {
  Skill,
  skill,
  type FolderSkillMetadata,
  type InlineSkillMetadata,
  type SkillExample,
  type SkillFile,
  type SkillMetadata,
  type SkillOperation,
  type SkillPage,
  type SkillParameter,
  type SkillTool,
  type SkillToolUse,
} from './skill.ts';
export type { SkillIndexOptions, SkillsAddress, SkillsAudit, SkillsConfig } from './skills-options.ts';
export type { Telemetry, TelemetryAttributes, TelemetrySpan } from './telemetry.ts';
export { Tool, tool, Tool as ServiceTool, type ToolInputOf, type ToolOutputOf } from './tool.ts';
export { ToolContext } from './tool-context.ts';
