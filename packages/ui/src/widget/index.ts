/** The bridge of widgets (`ui` of a tool) for authors: what `@service/sdk/widget` has, without what mounts a widget. */
export type {
  AsJson,
  HostContext,
  TemplateInput,
  WidgetBridge,
  WidgetHelpers,
  WidgetProps,
  WidgetStatus,
  WidgetTemplate,
  WidgetView,
} from '@service/sdk/widget';
export { tryGetBridge } from '@service/sdk/widget';
