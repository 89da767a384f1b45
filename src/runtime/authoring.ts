/**
 * The authoring API, name by name: what `@service/sdk` means in a project. Whatever is not here is the runtime's own business and may
 * change between versions.
 */

// Servers and apps.
export { App, App as ServiceApp, app, app as serviceApp, Service, SERVICE_CONTEXT } from './define/index.ts';
export type { AnyClass, AppMetadata, AvailabilityOptions, HealthOptions, HealthProbe, HealthProbeAnswer } from './define/index.ts';
export type { HttpOptions, HttpRoute, MetricsOptions, Registration, RegistrationItem, RegistryOptions } from './define/index.ts';
export type { RouteContext, ServerMetadata, TaskOptions, TransportOptions, TransportProtocolOptions } from './define/index.ts';

// Tools.
export { Tool, Tool as ServiceTool, tool, tool as serviceTool, ToolContext } from './define/index.ts';
export type { InputSchema, OutputOptions, OutputSchema, ToolEntry, ToolInputOf, ToolItem, ToolMetadata } from './define/index.ts';
export type { ToolOutputOf } from './define/index.ts';

// Resources and templates.
export { Resource, Resource as ServiceResource, resource, resource as serviceResource, ResourceContext } from './define/index.ts';
export { ResourceTemplate, ResourceTemplate as ServiceResourceTemplate, resourceTemplate } from './define/index.ts';
export { resourceTemplate as serviceResourceTemplate, ResourceTemplateContext } from './define/index.ts';
export type { ListedResource, ListedResources, ListResources, ResourceEntry, ResourceItem, ResourceMetadata } from './define/index.ts';
export type { ResourceTemplateMetadata, TemplateParams } from './define/index.ts';

// Prompts.
export { Prompt, Prompt as ServicePrompt, prompt, prompt as servicePrompt, PromptContext } from './define/index.ts';
export type { PromptArgs, PromptArgument, PromptEntry, PromptItem, PromptMetadata } from './define/index.ts';

// Skills.
export { Skill, Skill as ServiceSkill, skill, skill as serviceSkill } from './define/index.ts';
export type {
  FolderSkillMetadata,
  InlineSkillMetadata,
  SkillEntry,
  SkillExample,
  SkillFile,
  SkillIndexOptions,
  SkillItem,
  SkillMetadata,
  SkillOperation,
  SkillPage,
  SkillParameter,
  SkillToolUse,
  SkillsAddress,
  SkillsAudit,
  SkillsConfig,
  SkillTool,
} from './define/index.ts';

// Plugins and adapters, and the fields of entries that they add.
export { Adapter, Adapter as ServiceAdapter, DynamicAdapter, DynamicPlugin, checkAdapterOptions } from './define/index.ts';
export { checkPluginOptions, getGlobalStoreConfig, Plugin, Plugin as ServicePlugin } from './define/index.ts';
export type {
  AdapterEntries,
  AdapterHost,
  AdapterMethods,
  AdapterUpdate,
  AdapterMetadata,
  DocumentOptions,
  PreparedDocument,
} from './define/index.ts';
export type { PrepareIo, PrepareLine, ContextExtension, InitFactory, PluginField, PluginMetadata } from './define/index.ts';
export type { ExtendServiceAuthContext, ExtendServicePromptMetadata, ExtendServiceResourceMetadata } from './define/index.ts';
export type { ExtendServiceResourceTemplateMetadata, ExtendServiceToolMetadata, CallOrigin, ContextCall } from './define/index.ts';
export type {
  EntryAdmission,
  HookCall,
  HookRequest,
  HookViewer,
  ListCall,
  EndpointVisit,
  MethodCall,
  Next,
  PluginHooks,
} from './define/index.ts';
export type { PluginChannel, PluginHost, PluginOptionRule, PluginRoute, PluginStorage } from './define/index.ts';
export type { PageFact, PageForm, PageOption, PageVisit, PluginPage } from './define/index.ts';

// Providers.
export { AsyncProvider, inject, InjectionToken, Provider, Provider as ServiceProvider, ProviderScope } from './define/index.ts';
export type { ClassToken, ProviderItem, ProviderMetadata, ProviderRecord, ProviderScopeName, Token, Resolver } from './define/index.ts';

// Logs and traces.
export { LogLevel, LogTransport, LogTransport as ServiceLogTransport, ServiceLogger } from './define/index.ts';
export type { LogSinkOption, LogTransportInterface, LogTransportMetadata, ObservabilityOptions, RequestLog } from './define/index.ts';
export type { InnerCallOptions, UsableEntries } from './define/index.ts';
export type { LogNotificationLevel, Telemetry, TelemetryAttributes, TelemetrySpan, TraceContext } from './define/index.ts';

// Stores.
export type { AutoStoreOptions, DurableObjectOptions, FilesystemOptions, HttpKeyValueOptions, RedisOptions } from './define/index.ts';
export type { RedisServerOptions, SqliteOptions, StorageOptions, WorkerKvOptions } from './define/index.ts';

// Limits.
export type { ConcurrencyOptions, IpFilterOptions, LimitedCall, LimitPartition, RateLimitOptions } from './define/index.ts';
export type { ThrottleOptions } from './define/index.ts';

// Sign-in, credentials and authorities.
export { AuthProvider, AuthProvider as ServiceAuthProvider } from './define/index.ts';
export type { AuthProviderItem, Authenticate, AuthenticateContext, AuthenticateInput, AuthenticateResult } from './define/index.ts';
export type { CredentialEntry, AuthOptions, DeclaredClient, AuthExtra, LocalAuthOptions, LoginField } from './define/index.ts';
export type { LoginOptions, LoginRenderContext, PublicAuthOptions, RemoteAuthOptions, StaticAuthOptions } from './define/index.ts';
export type { TransparentAuthOptions, AuthContext, AuthProviderContext, AuthProviderMetadata } from './define/index.ts';
export type { AuthProviderMethods, AuthProviderOptions, AuthProviderReference, AuthProviders, ProviderCredential } from './define/index.ts';
export type { ConnectOutcome, Credentials, Grants, Orchestration, SecureStore, SecureStoreBackend } from './define/index.ts';
export type { AuthoritiesOptions, AuthorityAnswer, AuthorityContext, AuthorityPolicy, EntryAuthorities } from './define/index.ts';

// What handlers see.
export { ExecutionContextBase } from './define/index.ts';
export type { ElicitationOptions, AskOptions, ClientCapability, ElicitAnswer, ElicitOptions, RequestContext } from './define/index.ts';
export type { RequestContext as ServiceContext, RuntimeEnvironment } from './define/index.ts';

// Models and values of entries.
export type { AvailableWhen, Completion, ContentAnnotations, ContentBlock, EntryModel, IconModel, Json } from './model/index.ts';
export type { JsonObject, JsonSchema, PromptMessage, PromptModel, PromptResult, PromptResult as GetPromptResult } from './model/index.ts';
export type { ReadResult, ReadResult as ReadResourceResult, ResourceContents, ResourceModel } from './model/index.ts';
export type { ResourceTemplateModel, ServerInfo, SetOptions, SkillModel, RedisClient, Store, Swap, ToolModel } from './model/index.ts';
export type { ToolResult, ToolResult as CallToolResult } from './model/index.ts';
export type { LogFields, Logger, LogRecord } from './std/index.ts';

// What authors throw and catch.
export {
  AuthConfigurationError,
  AuthorityDeniedError,
  AuthorizationRequiredError,
  ConcurrencyLimitError,
  CredentialsRequiredError,
  DependencyCycleError,
  ElicitationDisabledError,
  ElicitationNotSupportedError,
  ElicitationTimeoutError,
  EntryUnavailableError,
  ExecutionTimeoutError,
  formatMcpErrorResponse,
  InputRequired,
  InternalMcpError,
  InvalidInputError,
  InvalidMethodError,
  InvalidOutputError,
  InvalidResourceUriError,
  isPublicError,
  JwtSecretRequiredError,
  JwtSecretWeakError,
  McpError,
  MissingPromptArgumentError,
  PromptExecutionError,
  PromptNotFoundError,
  ProtocolError,
  ProviderNotAvailableError,
  ProviderNotRegisteredError,
  PublicMcpError,
  QueueTimeoutError,
  QuotaExceededError,
  RateLimitError,
  ReservedRouteCollisionError,
  ResourceNotFoundError,
  ResourceReadError,
  ServiceError,
  SessionMissingError,
  SqliteDecryptionError,
  StorageConnectionError,
  toMcpError,
  ToolExecutionError,
  ToolNotFoundError,
  UnauthorizedError,
  UnenforcedMetadataError,
} from './errors/index.ts';
export type { ErrorCode, ErrorResultShape, ServiceErrorOptions } from './errors/index.ts';
