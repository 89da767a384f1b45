/** React for widgets (`ui` of a tool): provider, hooks, components, and what shows values of many kinds. */
export {
  Alert,
  Avatar,
  Badge,
  Button,
  Card,
  type ElementProps,
  List,
  Loader,
  Modal,
  type ModalProps,
  Select,
  Table,
  type TableProps,
  TextField,
  type Tone,
} from './components.ts';
export {
  McpBridgeProvider,
  type McpBridgeProviderProps,
  type McpBridgeState,
  useCapability,
  useDisplayMode,
  useMcpBridge,
  useMcpBridgeContext,
  useOpenLink,
  useSendMessage,
  useStructuredContent,
  useToolCalls,
  useToolInput,
  useToolOutput,
} from './bridge-hooks.ts';
export { Chart, type ChartData } from './chart.ts';
export { Content, type ContentProps, type ContentRenderer } from './content.ts';
export type { ContentType } from './content-type.ts';
export {
  type CallToolOptions,
  type ToolCallState,
  useCallTool,
  useHostContext,
  useTheme,
  useWidgetState,
  type WidgetProps,
} from '../widget/react/index.ts';
