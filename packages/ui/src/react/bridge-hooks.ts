import { tryGetBridge, type WidgetBridge, type WidgetView } from '@service/sdk/widget';
import { createElement, useCallback, useContext, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { BridgeContext, useBridge, useCallTool, useHostContext, useWidgetView, WidgetProvider } from '../widget/react/widget-hooks.ts';

/** Props of {@link McpBridgeProvider}. */
export interface McpBridgeProviderProps {
  /** A bridge of your own, for tests; that of the page when absent. */
  readonly config?: { readonly bridge?: WidgetBridge };
  /** Called once the host has answered. */
  readonly onReady?: (bridge: WidgetBridge) => void;
  /** Called where the page is no widget. */
  readonly onError?: (error: Error) => void;
  /** What uses the bridge. */
  readonly children?: ReactNode;
}

const noWidget = 'this page is no widget: name its file in ui.template';

/**
 * Lets hooks below it reach the host. A widget of `ui.template` stands in one already.
 * @example
 * const App = () => <McpBridgeProvider onReady={(bridge) => bridge.log('info', 'ready')}>…</McpBridgeProvider>;
 */
export function McpBridgeProvider({ children, config, onError, onReady }: McpBridgeProviderProps): ReactElement {
  const around = useContext(BridgeContext);
  const bridge = config?.bridge ?? around ?? tryGetBridge();
  // Once for each bridge: callbacks are new functions on every render.
  useEffect(() => {
    if (bridge === undefined) onError?.(new Error(noWidget));
    else void bridge.initialize().then(() => onReady?.(bridge));
  }, [bridge]);
  return bridge === undefined ? createElement('div', { role: 'alert' }, noWidget) : createElement(WidgetProvider, { bridge }, children);
}

/** What a widget asks of its host; throws outside of a widget. */
export const useMcpBridge: () => WidgetBridge = useBridge;

/** State of the bridge. */
export interface McpBridgeState {
  /** The bridge; undefined outside of a widget. */
  readonly bridge: WidgetBridge | undefined;
  /** The host has not answered yet. */
  readonly loading: boolean;
  /** The page is no widget. */
  readonly error: Error | undefined;
  /** The host has answered. */
  readonly ready: boolean;
  /** Dialect of the host: `ext-apps` or `openai`. */
  readonly adapterId: string | undefined;
  /** What the host offers. */
  readonly capabilities: WidgetBridge['capabilities'];
}

/** The bridge and how far it is; throws nowhere. */
export function useMcpBridgeContext(): McpBridgeState {
  const around = useContext(BridgeContext);
  const bridge = around ?? tryGetBridge();
  const [ready, setReady] = useState(false);
  useEffect(() => void bridge?.initialize().then(() => setReady(true)), [bridge]);
  const error = bridge === undefined ? new Error(noWidget) : undefined;
  const adapterId = bridge && 'adapterId' in bridge ? String(bridge.adapterId) : undefined;
  return { bridge, loading: bridge !== undefined && !ready, error, ready, adapterId, capabilities: bridge?.capabilities ?? {} };
}

/**
 * How the widget is shown, and what asks for another mode; call it from a click.
 * @example
 * const [mode, setMode] = useDisplayMode();
 */
export function useDisplayMode(): readonly [mode: string, request: (mode: string) => Promise<string>] {
  const bridge = useBridge();
  const { displayMode = 'inline' } = useHostContext();
  return [displayMode, useCallback((mode: string) => bridge.requestDisplayMode(mode), [bridge])];
}

/** Whether the host has a capability: `serverTools`, `openLinks`, `message`, … */
export function useCapability(name: string): boolean {
  const { ready } = useMcpBridgeContext();
  const bridge = useBridge();
  return ready && bridge.hasCapability(name);
}

/** Arguments of the call; empty until the host sends them. */
export const useToolInput = (): WidgetView['input'] => useWidgetView().input;

/** What the tool returned; undefined until then. */
export const useToolOutput = (): WidgetView['output'] => useWidgetView().output;

/** `structuredContent` of the result. */
export const useStructuredContent = (): WidgetView['structuredContent'] => useWidgetView().structuredContent;

/**
 * Several tools, each under a name of its own. The names must not change between renders.
 * @example
 * const { next: [next] } = useToolCalls({ next: 'next_page', save: 'save_order' });
 */
export function useToolCalls<const T extends Readonly<Record<string, string>>>(
  tools: T,
): { readonly [K in keyof T]: ReturnType<typeof useCallTool> } {
  const calls = Object.entries(tools).map(([name, tool]) => [name, useCallTool(tool)] as const);
  return Object.fromEntries(calls) as { readonly [K in keyof T]: ReturnType<typeof useCallTool> };
}

/** Says something in the place of the person. */
export function useSendMessage(): WidgetBridge['sendMessage'] {
  const bridge = useBridge();
  return useCallback((text: string) => bridge.sendMessage(text), [bridge]);
}

/** Opens an http, https or mailto link. */
export function useOpenLink(): WidgetBridge['openLink'] {
  const bridge = useBridge();
  return useCallback((url: string) => bridge.openLink(url), [bridge]);
}
