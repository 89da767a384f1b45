/** React hooks for widgets (`ui` of a tool), on top of `@service/sdk/widget`. */
export type { WidgetProps } from '@service/sdk/widget';
export {
  type CallToolOptions,
  type ToolCallState,
  useBridge,
  useCallTool,
  useHostContext,
  useTheme,
  useWidgetState,
  useWidgetView,
  WidgetProvider,
  type WidgetProviderProps,
} from './widget-hooks.ts';
