/** Library for widgets (`ui` of a tool) in the browser: the view's side of MCP Apps, and what shows a template. Nothing here needs Node or the DOM's types. */
export type { AsJson, HostContext, WidgetBridge, WidgetProps, WidgetStatus, WidgetView } from './widget-types.ts';
export type { BridgeAliases } from './bridge-aliases.ts';
export type { WidgetHelpers } from './template-helpers.ts';
export { mountPage, mountTemplate, type TemplateInput, type WidgetSettings, type WidgetTemplate } from './mount.ts';
export { openaiDialect } from './openai-dialect.ts';
export { viewTools, type ViewTool } from './view-tools.ts';
export { showSafeHtml, type SafeTarget } from './foreign-html.ts';
export { guardLinks } from './links.ts';
export { mountReact, tryGetBridge } from './react-widget.ts';
