/** Layer 2: what authors write with, and what the layers above need of it; authors see the list in ../authoring.ts. Nothing starts here. */
export type { AuthContext } from './auth-context.ts';
export type { CallEntry, CallFrame, CallHistory } from './call-frame.ts';
export { Respond } from './control.ts';
export { AskingContext } from './asking-context.ts';
export type { AskOptions } from './asking-context.ts';
export { declaresCapability } from './client-capabilities.ts';
export type { ClientCapability } from './client-capabilities.ts';
export { anonymousCaller, createAuthContext } from './create-auth-context.ts';
export type { AuthFacts } from './create-auth-context.ts';
export type { ElicitAnswer, ElicitOptions } from './elicitation.ts';
export type {
  AdapterMetadata,
  AppMetadata,
  ContextExtension,
  ExtendServicePromptMetadata,
  ExtendServiceResourceMetadata,
  ExtendServiceResourceTemplateMetadata,
  ExtendServiceToolMetadata,
  OutputOptions,
  PluginMetadata,
  PromptArgs,
  PromptArgument,
  PromptMetadata,
  ResourceMetadata,
  ResourceTemplateMetadata,
  TemplateParams,
  ToolMetadata,
} from './entry-metadata.ts';
export { formOf } from './form-schema.ts';
export type { ElicitContent, ElicitSchema, FormSchema } from './form-schema.ts';
export { defaultAnswerMs } from './question.ts';
export type { Question } from './question.ts';
export { isProduction, unknownEnvironment } from './environment.ts';
export type { RuntimeEnvironment } from './environment.ts';
export { ExecutionContextBase, extensionMissing } from './execution-context.ts';
export type { LogNotificationLevel } from './execution-context.ts';
export type { HookCall, ListCall, Next, PluginHooks } from './hooks.ts';
export { constructWith, inject } from './inject.ts';
export { InjectionToken, tokenName } from './token.ts';
export type { ClassToken, Resolver, Token } from './token.ts';
export { declaredAs, declarationOf } from './metadata.ts';
export type { AnyClass, AnyHandler, Declaration, DeclarationKind, InitInput } from './metadata.ts';
export { Adapter, Adapter as ServiceAdapter, DynamicAdapter, DynamicPlugin, Plugin, Plugin as ServicePlugin } from './plugin.ts';
export type { AdapterEntries, InitFactory, Registration } from './plugin.ts';
export { Prompt, prompt, Prompt as ServicePrompt, prompt as servicePrompt } from './prompt.ts';
export type { PromptEntry } from './prompt.ts';
export { PromptContext } from './prompt-context.ts';
export { AsyncProvider, Provider, Provider as ServiceProvider, ProviderScope } from './provider.ts';
export type { ProviderMetadata, ProviderRecord, ProviderScopeName } from './provider.ts';
export { parseTraceparent } from './request-context.ts';
export type { RequestContext, TraceContext } from './request-context.ts';
export {
  Resource,
  resource,
  Resource as ServiceResource,
  resource as serviceResource,
  ResourceTemplate,
  resourceTemplate,
  ResourceTemplate as ServiceResourceTemplate,
  resourceTemplate as serviceResourceTemplate,
} from './resource.ts';
export type { ResourceEntry } from './resource.ts';
export { ResourceContext, ResourceTemplateContext } from './resource-context.ts';
export {
  isRawShape,
  isStandardSchema,
  issueLines,
  joinShape,
  jsonSchemaOf,
  jsonSchemaOfInput,
  parseWith,
  validateShape,
  validateWith,
  zodKind,
} from './schema.ts';
export type { SchemaIssue, SchemaOutcome, SchemaSide, StandardSchema } from './schema.ts';
export type {
  AnySchema,
  HandlerInput,
  HandlerOutput,
  InputSchema,
  OutputLiteral,
  OutputSchema,
  RawShape,
  SchemaInput,
  SchemaOutput,
} from './schema-types.ts';
export type { HttpOptions, HttpRoute, RouteContext, ServerMetadata, TaskOptions, TransportOptions } from './server-metadata.ts';
export { App, app, App as ServiceApp, app as serviceApp, Service } from './service.ts';
export { Skill, skill, Skill as ServiceSkill, skill as serviceSkill } from './skill.ts';
export type { FolderSkillMetadata, InlineSkillMetadata, SkillEntry, SkillMetadata } from './skill.ts';
export { Tool, tool, Tool as ServiceTool, tool as serviceTool } from './tool.ts';
export type { ToolEntry, ToolInputOf, ToolOutputOf } from './tool.ts';
export { ToolContext } from './tool-context.ts';
