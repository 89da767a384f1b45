import type { Json, JsonObject } from '../model/index.ts';
import type { HostContext, WidgetBridge, WidgetView } from './widget-types.ts';

/** Members of `window.ServiceBridge` for pages that ask for one thing at a time. */
export interface BridgeAliases {
  /** Dialect that the host speaks. */
  readonly adapterId: string;
  /** Light or dark. */
  getTheme(): 'light' | 'dark';
  /** How the widget is shown. */
  getDisplayMode(): string;
  /** As `view.input`. */
  getToolInput(): JsonObject;
  /** As `view.output`. */
  getToolOutput(): Json | undefined;
  /** As `view.structuredContent`. */
  getStructuredContent(): Json | undefined;
  /** As `view.host`. */
  getHostContext(): HostContext;
  /** Calls back with each new context of the host; returns what ends it. */
  onContextChange(listener: (context: HostContext) => void): () => void;
  /** Calls back with what each result holds for the widget; returns what ends it. */
  onToolResult(listener: (output: Json | undefined) => void): () => void;
  /** Calls back with `_meta` of each result; returns what ends it. */
  onToolResponseMetadata(listener: (meta: JsonObject) => void): () => void;
}

/** The bridge with its aliases; both speak of the same view. */
export function withAliases(bridge: WidgetBridge): WidgetBridge & BridgeAliases {
  const on = <T>(read: (view: WidgetView) => T, listener: (value: T) => void): (() => void) => {
    let last = read(bridge.view);
    return bridge.subscribe(() => {
      const next = read(bridge.view);
      if (next === last) return;
      last = next;
      listener(next);
    });
  };
  const aliases: BridgeAliases = {
    adapterId: 'ext-apps',
    getTheme: () => bridge.view.host.theme ?? 'light',
    getDisplayMode: () => bridge.view.host.displayMode ?? 'inline',
    getToolInput: () => bridge.view.input,
    getToolOutput: () => bridge.view.output,
    getStructuredContent: () => bridge.view.structuredContent,
    getHostContext: () => bridge.view.host,
    onContextChange: (listener) => on(({ host }) => host, listener),
    onToolResult: (listener) => on(({ output }) => output, listener),
    onToolResponseMetadata: (listener) => on(({ meta }) => meta, listener),
  };
  return Object.defineProperties(aliases as WidgetBridge & BridgeAliases, Object.getOwnPropertyDescriptors(bridge));
}
