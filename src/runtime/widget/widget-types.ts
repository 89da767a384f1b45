import type { ToolInputOf, ToolOutputOf } from '../define/index.ts';
import type { Json, JsonObject, ReadResult, ToolResult } from '../model/index.ts';

/**
 * How far the call of a widget is.
 *
 * `waiting`: nothing came so far · `streaming`: parts of the input · `running`: the input · `done` and `failed`: a result · `cancelled`.
 */
export type WidgetStatus = 'waiting' | 'streaming' | 'running' | 'done' | 'failed' | 'cancelled';

/** A value as it comes out of JSON: dates are texts, functions and `undefined` are gone. */
export type AsJson<T> = T extends { toJSON(): infer J }
  ? J
  : T extends (...args: never[]) => unknown
    ? never
    : T extends object
      ? { [K in keyof T]: AsJson<T[K]> }
      : T;

/** What the host says of itself; every member may be absent. */
export interface HostContext {
  /** Light or dark. */
  readonly theme?: 'light' | 'dark';
  /** How the widget is shown. */
  readonly displayMode?: string;
  /** Modes that the host has. */
  readonly availableDisplayModes?: readonly string[];
  /** Language of the person, BCP 47. */
  readonly locale?: string;
  /** Time zone of the person, IANA. */
  readonly timeZone?: string;
  readonly [more: string]: unknown;
}

/** One moment of a widget; a new object after each change. */
export interface WidgetView {
  /** Arguments of the call; empty until the host sends them, which some hosts never do. */
  readonly input: JsonObject;
  /** What the tool returned; undefined until then, and where the call failed. */
  readonly output: Json | undefined;
  /** `structuredContent` of the result. */
  readonly structuredContent: Json | undefined;
  /** `_meta` of the result: for the widget, never for the model. */
  readonly meta: JsonObject;
  /** How far the call is. */
  readonly status: WidgetStatus;
  /** The text of the result. */
  readonly text: string;
  /** The host. */
  readonly host: HostContext;
}

/**
 * Props of a widget that is a component of React.
 *
 * @example
 * import type { WidgetProps } from '@service/sdk/widget';
 * import type { forecast } from './main.ts';
 * export default function Forecast({ output, status }: WidgetProps<typeof forecast>) {
 *   return <p>{status === 'done' ? output?.sky : 'Looking at the sky…'}</p>;
 * }
 */
export interface WidgetProps<T> extends Pick<WidgetView, 'meta' | 'status'> {
  /** Arguments of the call, before defaults; empty until the host sends them. */
  readonly input: Partial<AsJson<ToolInputOf<T>>>;
  /** What the tool returned; undefined until then, and where the call failed. */
  readonly output: AsJson<ToolOutputOf<T>> | undefined;
}

/** What a widget asks of its host. Requests reject where the host does not have what they need. */
export interface WidgetBridge {
  /** Now. */
  readonly view: WidgetView;
  /** Calls back after each change, of the state too; returns what ends it. */
  subscribe(listener: () => void): () => void;
  /** Calls a tool of the same server. */
  callTool(name: string, args?: JsonObject): Promise<ToolResult>;
  /** Reads a resource of the same server. */
  readResource(uri: string): Promise<ReadResult>;
  /** Opens an http, https or mailto link. */
  openLink(url: string): Promise<void>;
  /** Says something in the place of the person. */
  sendMessage(text: string): Promise<void>;
  /** What the model is to know of the widget; replaces what it was told before. */
  updateModelContext(context: { readonly content?: readonly JsonObject[]; readonly structuredContent?: JsonObject }): Promise<void>;
  /** Asks for `inline`, `fullscreen` or `pip`; returns the mode that is set. */
  requestDisplayMode(mode: string): Promise<string>;
  /** Writes to the log of the host. */
  log(level: 'debug' | 'info' | 'warning' | 'error', data: Json): void;
  /** Asks the host to remove the widget; a host may leave it where it is. */
  requestClose(): void;
  /** Settles once the host has answered the handshake, or has not done so for 5 seconds. */
  initialize(): Promise<void>;
  /** What the host offers; nothing before its answer. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Whether the host has a capability: `serverTools`, `openLinks`, `message`, … */
  hasCapability(name: string): boolean;
  /** What was kept of this call. */
  getWidgetState(): Json | undefined;
  /** Keeps a value for this call: over reloads where the result names it by `_meta.viewUUID` and the host lets pages store, else in memory. */
  setWidgetState(state: Json): void;
  /** Tells the host how high the widget is; done by itself unless `ui.autoResize` is false. */
  setSize(height: number): void;
  /** Calls back when the host is about to remove the widget. */
  onTeardown(listener: () => void): void;
}
