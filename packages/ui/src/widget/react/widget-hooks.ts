import type { HostContext, WidgetBridge, WidgetView } from '@service/sdk/widget';
import {
  createContext,
  createElement,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react';

/** The bridge of the page. */
export const BridgeContext = createContext<WidgetBridge | undefined>(undefined);

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
  /** It was made since the start, or since `reset`. */
  readonly called: boolean;
}

/** What {@link useCallTool} does beside. */
export interface CallToolOptions {
  /** Forget the last call when the name changes. @default true */
  readonly resetOnToolChange?: boolean;
  /** Called with each result. */
  readonly onSuccess?: (result: NonNullable<ToolCallState['data']>) => void;
  /** Called where a call could not be made. */
  readonly onError?: (error: Error) => void;
}

const idle: ToolCallState = { loading: false, called: false };

/**
 * Calls a tool of the same server. An answer to an earlier call does not replace that of a later one.
 * @example
 * const [load, { data, loading }] = useCallTool('next_page');
 */
export function useCallTool(
  name: string,
  options: CallToolOptions = {},
): readonly [call: (args?: Parameters<WidgetBridge['callTool']>[1]) => Promise<void>, state: ToolCallState, reset: () => void] {
  const bridge = useBridge();
  const [state, setState] = useState(idle);
  const now = useRef({ options, calls: 0, name });
  now.current.options = options;
  const reset = useCallback(() => {
    now.current.calls += 1;
    setState(idle);
  }, []);
  useEffect(() => {
    if (now.current.name === name) return;
    now.current.name = name;
    if (now.current.options.resetOnToolChange !== false) reset();
  }, [name, reset]);
  const call = useCallback(
    async (args?: Parameters<WidgetBridge['callTool']>[1]) => {
      const mine = ++now.current.calls;
      const settle = (next: Omit<ToolCallState, 'called' | 'loading'>): void => {
        if (mine !== now.current.calls) return;
        setState({ loading: false, called: true, ...next });
        if (next.data) now.current.options.onSuccess?.(next.data);
        if (next.error) now.current.options.onError?.(next.error);
      };
      setState((before) => ({ ...before, loading: true, called: true }));
      try {
        settle({ data: await bridge.callTool(name, args) });
      } catch (error) {
        settle({ error: error instanceof Error ? error : new Error(String(error)) });
      }
    },
    [bridge, name],
  );
  return [call, state, reset];
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
