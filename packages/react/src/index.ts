'use client';
/**
 * React components and hooks that show MCP servers, in the page or elsewhere, and let a model drive the page. Nothing is styled.
 */
export { fetchClient, type ApiOperation, type HttpClient, type HttpRequest } from './api/call-operation.ts';
export { useApiClient, type ApiClientOptions } from './api/use-api-client.ts';
export { AgentContent, AgentSearch, type AgentContentProps, type AgentSearchProps } from './components/agent.ts';
export { ComponentRegistry, type AnyComponent, type RegisteredComponent } from './components/component-registry.ts';
export { DynamicRenderer, type ComponentNode, type DynamicRendererProps } from './components/dynamic-renderer.ts';
export {
  mcpComponent,
  mcpLazy,
  type LazyComponent,
  type McpColumn,
  type McpComponent,
  type McpComponentOptions,
  type McpTableOptions,
} from './components/mcp-component.ts';
export { readDomById, readDomBySelector, type ReadResult } from './components/read-dom.ts';
export { PromptForm, type PromptFormProps } from './forms/prompt-form.ts';
export { ToolForm, type FieldRenderProps, type ToolFormProps } from './forms/tool-form.ts';
export type { Field, FieldType, FormPrompt, FormTool, PromptArgument } from './forms/tool-fields.ts';
export { OutputDisplay, type OutputDisplayProps } from './views/output-display.ts';
export { ResourceViewer, type ResourceViewerProps, type ViewedContent } from './views/resource-viewer.ts';
export {
  useCallTool,
  useGetPrompt,
  useReadResource,
  type CallOptions,
  type CallState,
  type CallTool,
  type CallToolOptions,
  type ReadResource,
  type ResourceState,
} from './hooks/use-calls.ts';
export { useComponentTree, type ComponentTreeOptions, type TreeNode } from './hooks/use-component-tree.ts';
export { useDynamicResource, useDynamicTool, type DynamicResourceOptions, type DynamicToolOptions } from './hooks/use-dynamic.ts';
export type { RunState } from './hooks/use-run.ts';
export {
  useListPrompts,
  useListResources,
  useListTools,
  useServer,
  useService,
  type ServerChoice,
  type ServerEntry,
  type Service,
} from './hooks/use-service.ts';
export { createToolCallHandler, useAITools, useTools, type CallPageTool, type Platform, type VendorTools } from './hooks/use-tools.ts';
export type { ListItem, PromptItem, ResourceItem, ServerLists, ToolItem } from './core/answers.ts';
export {
  DynamicRegistry,
  type DynamicEntries,
  type PageResource,
  type PageTool,
  type ResourceResult,
  type ToolResult,
} from './core/dynamic-registry.ts';
export { makePageTool, type DynamicTool } from './core/dynamic-tool.ts';
export type { ServerSource, ServiceClient } from './core/server-source.ts';
export { ServerConnection, type ConnectionEvents, type ConnectionStatus, type ServerSnapshot } from './core/server-connection.ts';
export { ServerRegistry, serverRegistry } from './core/server-registry.ts';
export type { Issue, JsonSchema, StandardSchema } from './core/standard-schema.ts';
export { connect } from '@service/sdk/client';
export { createInPage as create, PromptContext, ResourceContext, ResourceTemplateContext, ToolContext } from '@service/sdk/in-page';
// Another router than React Router needs no `react-router` beside it, which `./router` imports.
export { connectRouter, createRouterEntries, type RouteLocation, type RouterAdapter } from './router/route-entries.ts';
export { ServiceProvider, type ServiceProviderProps } from './provider/service-provider.ts';
export { createStore, type ServiceStore, type StoreAction, type StoreOptions } from './stores/create-store.ts';
export { reduxStore, type ReduxLike, type ReduxOptions } from './stores/redux-store.ts';
export { useStoreResource } from './stores/use-store-resource.ts';
export { valtioStore, type ValtioOptions } from './stores/valtio-store.ts';
