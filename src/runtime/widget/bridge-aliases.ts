import type { Json, JsonObject } from '../model/index.ts';
import type { ViewTool } from './view-tools.ts';
import type { WidgetPart } from './widget-part.ts';
import type { HostContext, WidgetBridge, WidgetView } from './widget-types.ts';

/** Members of `window.ServiceBridge` for pages that ask for one thing at a time. */
export interface BridgeAliases {
  /** Dialect that the host speaks: `ext-apps` is MCP Apps, `openai` is `window.openai`. */
  readonly adapterId: string;
  /** Whether the handshake is over. */
  readonly initialized: boolean;
  /** Gives a tool to the host; throws unless the tool has `ui.widgetCapabilities.toolListChanged`. */
  registerTool(tool: ViewTool): void;
  /** Takes a tool back. */
  unregisterTool(name: string): void;
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

/** The bridge with its aliases, which speak of the same view, and with the members of its parts. */
export function withAliases(bridge: WidgetBridge, parts: readonly WidgetPart[]): WidgetBridge & BridgeAliases {
  let initialized = false;
  void bridge.initialize().then(() => (initialized = true));
  const undeclared = (): never => {
    throw new Error('this widget gives no tools to its host: write ui: { widgetCapabilities: { toolListChanged: true } }');
  };
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
    get initialized() {
      return initialized;
    },
    registerTool: undeclared,
    unregisterTool: undeclared,
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
  for (const members of [bridge, ...parts.map((part) => part.members(bridge))])
    Object.defineProperties(aliases, Object.getOwnPropertyDescriptors(members));
  return aliases as WidgetBridge & BridgeAliases;
}
