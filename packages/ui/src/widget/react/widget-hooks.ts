import type { HostContext, WidgetBridge, WidgetView } from '@service/sdk/widget';
import {
  createContext,
  createElement,
  useCallback,
  useContext,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react';

const BridgeContext = createContext<WidgetBridge | undefined>(undefined);

/** Props of {@link WidgetProvider}. */
export interface WidgetProviderProps {
  /** Bridge of the page. */
  readonly bridge: WidgetBridge;
  /** What uses it. */
  readonly children?: ReactNode;
}

/** Lets hooks below it reach the host. A widget of `ui.template` stands in one already: it is needed in tests. */
export const WidgetProvider = ({ bridge, children }: WidgetProviderProps): ReactElement =>
  createElement(BridgeContext.Provider, { value: bridge }, children);

/**
 * What a widget asks of its host.
 * @throws {Error} outside of a widget and of `WidgetProvider`
 * @example
 * const { openLink } = useBridge();
 */
export function useBridge(): WidgetBridge {
  const bridge = useContext(BridgeContext);
  if (bridge === undefined)
    throw new Error('this is no widget: name the file in ui.template, or put the component into <WidgetProvider bridge={…}>');
  return bridge;
}

/** All that the host has sent; renders again after each change. */
export function useWidgetView(): WidgetView {
  const bridge = useBridge();
  return useChanging(bridge, () => bridge.view);
}

const useChanging = <T>(bridge: WidgetBridge, read: () => T): T =>
  useSyncExternalStore(
    useCallback((changed: () => void) => bridge.subscribe(changed), [bridge]),
    read,
    read,
  );

/** The host: theme, language, display mode. */
export const useHostContext = (): HostContext => useWidgetView().host;

/** Light or dark, as the host shows it. */
export const useTheme = (): 'light' | 'dark' => useHostContext().theme ?? 'light';

/** State of one call of {@link useCallTool}. */
export interface ToolCallState {
  /** Its result. */
  readonly data?: Awaited<ReturnType<WidgetBridge['callTool']>>;
  /** It is running. */
  readonly loading: boolean;
  /** It could not be made; a tool that fails answers in `data`. */
  readonly error?: Error;
}

/**
 * Calls a tool of the same server.
 * @example
 * const [load, { data, loading }] = useCallTool('next_page');
 */
export function useCallTool(
  name: string,
): readonly [call: (args?: Parameters<WidgetBridge['callTool']>[1]) => Promise<void>, state: ToolCallState] {
  const bridge = useBridge();
  const [state, setState] = useState<ToolCallState>({ loading: false });
  const call = useCallback(
    async (args?: Parameters<WidgetBridge['callTool']>[1]) => {
      setState((before) => ({ ...before, loading: true }));
      try {
        setState({ loading: false, data: await bridge.callTool(name, args) });
      } catch (error) {
        setState({ loading: false, error: error instanceof Error ? error : new Error(String(error)) });
      }
    },
    [bridge, name],
  );
  return [call, state];
}

/**
 * A value that is kept for this call: over reloads where the result names it by `_meta.viewUUID`.
 * @example
 * const [page, setPage] = useWidgetState(0);
 */
export function useWidgetState<T extends Parameters<WidgetBridge['setWidgetState']>[0]>(
  first: T,
): readonly [value: T, set: (value: T) => void] {
  const bridge = useBridge();
  const kept = useChanging(bridge, () => bridge.getWidgetState() as T | undefined);
  const set = useCallback((next: T) => bridge.setWidgetState(next), [bridge]);
  return [kept ?? first, set];
}
