import type { Json, JsonObject, ReadResult, ToolResult } from '../model/index.ts';
import { fieldsOf, listOf } from '../std/index.ts';
import { connectHost, type Connect, type HostConnection } from './host-connection.ts';
import { keepState } from './kept-state.ts';
import type { ViewWindow } from './view-window.ts';
import type { HostContext, WidgetBridge, WidgetView } from './widget-types.ts';

/** MCP Apps, the stable revision. */
const protocolVersion = '2026-01-26';
/** A host that does not answer `ui/initialize` is asked nonetheless. */
const handshakeMs = 5000;
const answerMs = 60_000;

export interface BridgeOptions {
  readonly name: string;
  /** Member of `structuredContent` that holds what the tool returned, where it is no object. */
  readonly unwrap?: string | undefined;
  /** MCP Apps when absent. */
  readonly connect?: Connect;
}

type Fields = Readonly<Record<string, unknown>>;

const nothing: WidgetView = { input: {}, output: undefined, structuredContent: undefined, meta: {}, status: 'waiting', text: '', host: {} };

/**
 * The view's side of MCP Apps (SEP-1865). Hosts differ in what they send and in which order, so every message stands for itself: nothing
 * waits for another but requests, which wait for the handshake.
 */
export function createBridge(window: ViewWindow, { connect = connectHost, name, unwrap }: BridgeOptions): WidgetBridge {
  const listeners = new Set<() => void>();
  const ending = new Set<() => void>();
  let view = nothing;
  let lastHeight = 0;
  const tell = (): void => listeners.forEach((listener) => listener());
  const notification = (about: string, params: Fields): void => {
    const next = changed(view, { about, params, unwrap });
    if (next === undefined) return;
    view = { ...view, ...next };
    tell();
  };
  const ended = (): object => {
    ending.forEach((listener) => listener());
    return {};
  };
  const host = connect(window, {
    notification,
    answers: new Map([
      ['ping', () => ({})],
      ['ui/resource-teardown', ended],
    ]),
  });
  const { ask, capabilities, hasCapability, ready } = shakeHands(host, name, (context) => notification('host-context-changed', context));
  const state = keepState(window, () => view.meta['viewUUID']);
  return {
    get view() {
      return view;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...requestsOf(ask),
    log: (level, data) => host.notify('notifications/message', { level, data }),
    requestClose: () => host.notify('ui/notifications/request-teardown', {}),
    initialize: () => ready,
    get capabilities() {
      return capabilities() ?? {};
    },
    hasCapability,
    getWidgetState: () => state.get(),
    setWidgetState: (next) => {
      state.set(next);
      tell();
    },
    setSize: (height) => {
      const rounded = Math.ceil(height);
      // Hosts add borders: an answer to our own size is no change.
      if (Math.abs(rounded - lastHeight) <= 4) return;
      lastHeight = rounded;
      void ready.then(() => host.notify('ui/notifications/size-changed', { height: rounded }));
    },
    onTeardown: (listener) => void ending.add(listener),
  };
}

/** What a widget asks for and waits for. */
const requestsOf = (ask: (method: string, params: object, capability?: string) => Promise<unknown>) => ({
  callTool: async (tool: string, args: JsonObject = {}) =>
    (await ask('tools/call', { name: tool, arguments: args }, 'serverTools')) as ToolResult,
  readResource: async (uri: string) => (await ask('resources/read', { uri }, 'serverResources')) as ReadResult,
  openLink: async (url: string) => {
    if (!/^(https?|mailto):/i.test(url)) throw new Error('openLink: expected http, https or mailto');
    await ask('ui/open-link', { url }, 'openLinks');
  },
  sendMessage: async (text: string) => void (await ask('ui/message', { role: 'user', content: [{ type: 'text', text }] }, 'message')),
  updateModelContext: async (context: object) => void (await ask('ui/update-model-context', context, 'updateModelContext')),
  requestDisplayMode: async (mode: string) => String(fieldsOf(await ask('ui/request-display-mode', { mode }))['mode']),
});

/** Some hosts show the frame only after `initialized`, so it follows whatever answer there is, at once. */
function shakeHands(host: HostConnection, name: string, setHost: (context: Fields) => void) {
  let capabilities: Fields | undefined;
  const appInfo = { name, version: '1' };
  const appCapabilities = { availableDisplayModes: ['inline', 'fullscreen', 'pip'] };
  const ready = host.send('ui/initialize', { appInfo, appCapabilities, protocolVersion }, handshakeMs).then(
    (result) => {
      const { hostCapabilities, hostContext } = fieldsOf(result);
      capabilities = fieldsOf(hostCapabilities);
      host.notify('ui/notifications/initialized', {});
      setHost(fieldsOf(hostContext));
    },
    () => host.notify('ui/notifications/initialized', {}),
  );
  const hasCapability = (wanted: string): boolean => capabilities?.[wanted] !== undefined;
  const ask = async (method: string, params: object, capability?: string): Promise<unknown> => {
    await ready;
    if (capability !== undefined && capabilities !== undefined && !hasCapability(capability))
      throw new Error(`${method}: this host does not offer ${capability}`);
    const result = await host.send(method, params, answerMs);
    // The result of a tool that fails is a result.
    if (method.startsWith('ui/') && fieldsOf(result)['isError'] === true) throw new Error(`${method}: the host refused`);
    return result;
  };
  return { ask, capabilities: () => capabilities, hasCapability, ready };
}

interface Notice {
  readonly about: string;
  readonly params: Fields;
  readonly unwrap: string | undefined;
}

/** What is new of a view; undefined for a notice of something else. */
function changed({ host, status }: WidgetView, { about, params, unwrap }: Notice): Partial<WidgetView> | undefined {
  switch (about) {
    case 'tool-input-partial':
    case 'tool-input': {
      const input = fieldsOf(params['arguments']) as JsonObject;
      // After a result only what the call was made with is new; the states before it end so.
      return status.endsWith('ing') ? { input, status: about === 'tool-input' ? 'running' : 'streaming' } : { input };
    }
    case 'tool-result':
      return readResult(params, unwrap);
    case 'tool-cancelled':
      return { status: 'cancelled' };
    case 'host-context-changed':
      return { host: { ...host, ...(params as HostContext) } };
    default:
      return undefined;
  }
}

function readResult({ _meta: meta, content, isError, structuredContent }: Fields, unwrap: string | undefined): Partial<WidgetView> {
  const texts = listOf(content).map((block) => fieldsOf(block)['text']);
  const text = texts.filter((one) => typeof one === 'string').join('\n');
  const structured = structuredContent as Json | undefined;
  const inner = unwrap === undefined ? structured : (fieldsOf(structured)[unwrap] as Json | undefined);
  const failed = isError === true;
  return {
    meta: fieldsOf(meta) as JsonObject,
    structuredContent: structured,
    text,
    output: failed ? undefined : (inner ?? text),
    status: failed ? 'failed' : 'done',
  };
}
